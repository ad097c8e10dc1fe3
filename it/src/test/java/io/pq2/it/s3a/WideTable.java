package io.pq2.it.s3a;

import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.record.BatchBuilder;
import io.pq2.record.RecordValue;
import io.pq2.schema.Field;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import io.pq2.vector.LongVector;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** A file with forty columns of numbers that do not compress. Tests read two columns that are not adjacent. */
final class WideTable {

    static final int COLUMNS = 40;
    static final int ROW_GROUPS = 3;

    /** With 80 KB per column chunk, the gap between the two columns is too large for coalescing. */
    static final int ROWS_PER_GROUP = 10_000;

    static final int ROWS = ROW_GROUPS * ROWS_PER_GROUP;

    /** The position of the first column that tests read. */
    static final int FIRST = 7;

    static final int SECOND = 31;

    private WideTable() {}

    static String name(int column) {
        return "c" + column;
    }

    static Schema schema() {
        List<Field> fields = new ArrayList<>();
        for (int column = 0; column < COLUMNS; column++) {
            fields.add(new PrimitiveField(name(column), Repetition.REQUIRED, PhysicalType.INT64));
        }
        return new Schema("wide", fields);
    }

    /** Returns a pseudorandom value. */
    static long value(long row, int column) {
        long mixed = (row * COLUMNS + column + 1) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        return mixed ^ mixed >>> 27;
    }

    static void write(Path path, Configuration configuration) throws IOException {
        Schema schema = schema();
        WriteOptions options =
                WriteOptions.builder().rowGroupRows(ROWS_PER_GROUP).build();
        BatchBuilder rows = new BatchBuilder(schema);
        RecordValue row = new RecordValue(schema);
        try (ParquetWriter writer = ParquetWriter.create(HadoopOutputFile.of(path, configuration), schema, options)) {
            for (int i = 0; i < ROWS; i++) {
                for (int column = 0; column < COLUMNS; column++) {
                    row.setLong(column, value(i, column));
                }
                rows.append(row);
                if (rows.rowCount() == 1000) {
                    writer.write(rows.build());
                    rows.reset();
                }
            }
        }
    }

    /** Returns the expected result of {@link #scan}. */
    static long expectedSum() {
        long sum = 0;
        for (int row = 0; row < ROWS; row++) {
            sum += value(row, FIRST) * 3 + value(row, SECOND);
        }
        return sum;
    }

    /** Reads the two columns and returns a weighted sum of their values. */
    static long scan(HadoopInputFile input) throws IOException {
        long sum = 0;
        try (ParquetFile file = ParquetFile.open(input);
                BatchReader reader =
                        file.scan().columns(name(FIRST), name(SECOND)).open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                LongVector first = (LongVector) batch.columns().get(0);
                LongVector second = (LongVector) batch.columns().get(1);
                for (int i = 0; i < batch.rowCount(); i++) {
                    sum += first.values()[i] * 3 + second.values()[i];
                }
            }
        }
        return sum;
    }
}
