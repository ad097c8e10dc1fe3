package consumer;

import io.pq2.io.LocalInputFile;
import io.pq2.io.LocalOutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowReader;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a file with each codec that can be written without further libraries, and reads it. Argument: a folder. */
public final class AllCodecs {

    private static final String SCHEMA = "message m { required binary text (STRING); }";

    private AllCodecs() {}

    public static void main(String[] args) throws IOException {
        for (CompressionCodec codec : CompressionCodec.values()) {
            if (codec == CompressionCodec.BROTLI || codec == CompressionCodec.UNKNOWN) {
                continue;
            }
            Path path = Path.of(args[0], codec + ".parquet");
            WriteOptions options = WriteOptions.builder().codec(codec).build();
            try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(path), SCHEMA, options)) {
                for (int i = 0; i < 1000; i++) {
                    writer.write(writer.record().setString("text", "text " + i));
                }
            }
            int rows = 0;
            try (ParquetFile file = ParquetFile.open(new LocalInputFile(path));
                    RowReader reader = new RowReader(file.scan().open())) {
                while (reader.next()) {
                    rows += reader.row().getString("text").equals("text " + rows) ? 1 : 0;
                }
            }
            System.out.println(codec + " " + rows);
        }
    }
}
