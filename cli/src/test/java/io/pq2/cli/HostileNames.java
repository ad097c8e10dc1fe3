package io.pq2.cli;

import io.pq2.io.LocalOutputFile;
import io.pq2.record.RecordWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file whose column name is markup and escape sequences. */
final class HostileNames {

    private static final String PLACEHOLDER = "abcdefghijklmnopqrstuvwxyz01";
    private static final String NAME = "<script>alert(2)</script>\u001b[1";

    private HostileNames() {}

    static void write(Path path) throws IOException {
        String schema = "message m { required int32 id; required int32 " + PLACEHOLDER + "; }";
        Path plain = path.resolveSibling("plain.parquet");
        try (RecordWriter writer = RecordWriter.create(LocalOutputFile.of(plain), schema, WriteOptions.DEFAULT)) {
            writer.write(writer.record().setInt("id", 1).setInt(PLACEHOLDER, 2));
        }
        // Latin-1 maps each byte to a character, so lengths stay the same.
        String text = Files.readString(plain, StandardCharsets.ISO_8859_1).replace(PLACEHOLDER, NAME);
        Files.writeString(path, text, StandardCharsets.ISO_8859_1);
        Files.delete(plain);
    }
}
