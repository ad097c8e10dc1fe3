package io.pq2.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.keys.CountingKms;
import io.pq2.keys.KmsAccess;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Small files on any file system, with master keys kf and kc that are rotated. */
public final class RotatedRows {

    private static final Schema SCHEMA =
            SchemaText.parse("message people { required int64 id; optional binary name (STRING); }");
    private static final int ROWS = 2_000;

    private final Configuration configuration;
    private final CountingKms.Server server;

    /**
     * Creates the keys.
     *
     * @param fileSystems the configuration of the file systems
     */
    public RotatedRows(Configuration fileSystems) {
        String instance = UUID.randomUUID().toString();
        server = CountingKms.server(instance).create("kf", "kc");
        configuration = new Configuration(fileSystems);
        configuration.set(HadoopEncryption.KMS_CLIENT, CountingKms.class.getName());
        configuration.set(HadoopEncryption.KMS_INSTANCE_ID, instance);
    }

    /** Returns the server that holds the master keys. */
    public CountingKms.Server server() {
        return server;
    }

    /** Returns the configuration of the file systems and the KMS. */
    public Configuration configuration() {
        return new Configuration(configuration);
    }

    /**
     * Writes a file with key kf for the footer and key kc for the column name.
     *
     * @param settings further settings: key, value, …
     */
    public Path write(Path path, String... settings) throws IOException {
        Configuration writing = configuration();
        writing.set(HadoopEncryption.FOOTER_KEY, "kf");
        writing.set(HadoopEncryption.COLUMN_KEYS, "kc:name");
        for (int i = 0; i < settings.length; i += 2) {
            writing.set(settings[i], settings[i + 1]);
        }
        FileEncryptionProperties encryption = HadoopEncryption.forWriting(writing, path, SCHEMA);
        try (RecordWriter writer = RecordWriter.create(
                HadoopOutputFile.of(path, writing),
                SCHEMA,
                WriteOptions.builder().encryption(encryption).build())) {
            for (int i = 0; i < ROWS; i++) {
                writer.write(writer.record().setLong("id", i).setString("name", "name " + i));
            }
        }
        return path;
    }

    /** Reads a whole file with empty caches, like a new JVM. */
    public void check(Path path) throws IOException {
        KmsAccess.forgetAll();
        try (ParquetFile file = ParquetFile.open(
                        HadoopInputFile.of(path, configuration),
                        ReadOptions.DEFAULT,
                        HadoopEncryption.forReading(configuration, path));
                RowReader rows = new RowReader(file.scan().open())) {
            int count = 0;
            while (rows.next()) {
                assertThat(rows.row().getLong("id")).isEqualTo(count);
                assertThat(rows.row().getString("name")).isEqualTo("name " + count);
                count++;
            }
            assertThat(count).isEqualTo(ROWS);
        }
    }
}
