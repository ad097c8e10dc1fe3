package consumer;

import io.pq2.io.LocalInputFile;
import io.pq2.io.LocalOutputFile;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.record.Row;
import io.pq2.record.RowReader;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a file and prints some of its rows. Argument: the path of the file. */
public final class WriteAndRead {

    private static final String SCHEMA =
            "message person { required int64 id; optional binary name (STRING); }";

    private WriteAndRead() {}

    public static void main(String[] args) throws IOException {
        Path path = Path.of(args[0]);
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(path), SCHEMA, WriteOptions.DEFAULT)) {
            for (long id = 0; id < 10; id++) {
                RecordValue person = writer.record();
                person.setLong("id", id).setString("name", "person " + id);
                writer.write(person);
            }
        }
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path));
                RowReader rows = new RowReader(file.scan().rows(8, 2).open())) {
            while (rows.next()) {
                Row row = rows.row();
                System.out.println(row.getLong("id") + " " + row.getString("name"));
            }
        }
    }
}
