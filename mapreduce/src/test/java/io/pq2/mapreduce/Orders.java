package io.pq2.mapreduce;

import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.read.ParquetFile;
import io.pq2.record.BatchBuilder;
import io.pq2.record.RecordValue;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Writes files of orders. An order has an id, one of 7 customers, an amount and some items. */
final class Orders {

    static final Schema SCHEMA = SchemaText.parse("""
            message order {
              required int64 id;
              required binary customer (STRING);
              optional int32 amount;
              optional group items (LIST) {
                repeated group list {
                  optional binary element (STRING);
                }
              }
            }
            """);

    private Orders() {}

    static String customer(long id) {
        return "customer " + id % 7;
    }

    static boolean hasAmount(long id) {
        return id % 5 != 0;
    }

    static int amount(long id) {
        return (int) (id % 1000);
    }

    static void write(java.nio.file.Path file, long firstId, int count, int rowsPerGroup) throws IOException {
        WriteOptions options = WriteOptions.builder().rowGroupRows(rowsPerGroup).build();
        HadoopOutputFile output = HadoopOutputFile.of(new Path(file.toUri()), new Configuration(false));
        BatchBuilder rows = new BatchBuilder(SCHEMA);
        RecordValue row = new RecordValue(SCHEMA);
        try (ParquetWriter writer = ParquetWriter.create(output, SCHEMA, options)) {
            for (long id = firstId; id < firstId + count; id++) {
                row.clear();
                row.setLong("id", id).setString("customer", customer(id));
                if (hasAmount(id)) {
                    row.setInt("amount", amount(id));
                }
                for (int item = 0; item < id % 3; item++) {
                    row.list("items").addString("item " + item);
                }
                rows.append(row);
            }
            writer.write(rows.build());
        }
    }

    /** Returns the ids in a file in their order. */
    static List<Long> ids(Path file) throws IOException {
        List<Long> ids = new ArrayList<>();
        try (ParquetFile opened = ParquetFile.open(HadoopInputFile.of(file, new Configuration(false)));
                RowReader rows = new RowReader(opened.scan().columns("id").open())) {
            while (rows.next()) {
                ids.add(rows.row().getLong("id"));
            }
        }
        return ids;
    }
}
