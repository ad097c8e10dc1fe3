package io.pq2.hadoop.options;

import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.io.OutputFile;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder;
import io.pq2.record.ListValue;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.record.Row;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Writes and reads small files with the encryption of a configuration. */
final class EncryptedRows {

    static final String TEXT = """
            message rows {
              required int64 id;
              optional binary name (STRING);
              required group place { required double lat; required double lon; }
              required int32 age;
              optional group tags (LIST) { repeated group list { required int32 element; } }
            }
            """;
    static final Schema SCHEMA = SchemaText.parse(TEXT);

    private EncryptedRows() {}

    static String name(int i) {
        return i % 7 == 0 ? null : "name " + i % 13;
    }

    static double lat(int i) {
        return i / 3.0;
    }

    static int tags(int i) {
        return i % 4;
    }

    /** Returns the rows in the form of {@link #read}. */
    static List<String> expected(int rows) {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            expected.add(row(i, name(i), lat(i), -lat(i), i % 90, tags(i)));
        }
        return expected;
    }

    static String row(long id, String name, double lat, double lon, int age, int tags) {
        return id + " " + name + " " + lat + " " + lon + " " + age + " " + tags;
    }

    static void write(Configuration configuration, Path file, int rows) throws IOException {
        write(HadoopOutputFile.of(file, configuration), HadoopWriteOptions.from(configuration, file, SCHEMA), rows);
    }

    static void write(OutputFile file, WriteOptions options, int rows) throws IOException {
        try (RecordWriter writer = RecordWriter.create(file, SCHEMA, options)) {
            for (int i = 0; i < rows; i++) {
                RecordValue record = writer.record().setLong("id", i).setInt("age", i % 90);
                if (name(i) != null) {
                    record.setString("name", name(i));
                }
                record.struct("place").setDouble("lat", lat(i)).setDouble("lon", -lat(i));
                ListValue tags = record.list("tags");
                for (int tag = 0; tag < tags(i); tag++) {
                    tags.addInt(tag);
                }
                writer.write(record);
            }
        }
    }

    static ParquetFile open(Configuration configuration, Path file) throws IOException {
        return ParquetFile.open(
                HadoopInputFile.of(file, configuration),
                HadoopReadOptions.from(configuration),
                HadoopEncryption.forReading(configuration, file));
    }

    static List<String> read(Configuration configuration, Path file) throws IOException {
        try (ParquetFile opened = open(configuration, file)) {
            return read(opened);
        }
    }

    static List<String> read(ParquetFile opened) throws IOException {
        List<String> read = new ArrayList<>();
        try (RowReader rows = new RowReader(opened.scan().open())) {
            while (rows.next()) {
                Row row = rows.row();
                Row place = row.getStruct("place");
                read.add(row(
                        row.getLong("id"),
                        row.isNull("name") ? null : row.getString("name"),
                        place.getDouble("lat"),
                        place.getDouble("lon"),
                        row.getInt("age"),
                        row.isNull("tags") ? 0 : row.getList("tags").size()));
            }
        }
        return read;
    }

    /** Returns the values of one column. */
    static List<Object> read(Configuration configuration, Path file, String column) throws IOException {
        List<Object> values = new ArrayList<>();
        try (ParquetFile opened = open(configuration, file)) {
            ScanBuilder scan = opened.scan().columns(column);
            try (RowReader rows = new RowReader(scan.open())) {
                while (rows.next()) {
                    values.add(rows.row().get(column));
                }
            }
        }
        return values;
    }
}
