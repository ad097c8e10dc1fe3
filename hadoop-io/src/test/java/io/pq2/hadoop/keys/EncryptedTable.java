package io.pq2.hadoop.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.keys.CountingKms;
import io.pq2.keys.KmsAccess;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
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
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** A table of small encrypted files with its own KMS. */
final class EncryptedTable {

    static final Schema SCHEMA = SchemaText.parse("""
            message people {
              required int64 id;
              optional binary name (STRING);
              optional group place { required double lat; required double lon; }
              optional int32 age;
            }
            """);
    private static final int ROWS = 30;

    private final Path directory;
    private final Configuration configuration = new Configuration(false);
    private final CountingKms.Server server;

    EncryptedTable(java.nio.file.Path directory) {
        this(new Path(directory.toUri()));
    }

    EncryptedTable(Path directory) {
        this.directory = directory;
        String instance = UUID.randomUUID().toString();
        server = CountingKms.server(instance).create("kf", "kc", "kd");
        configuration.set(HadoopEncryption.KMS_CLIENT, CountingKms.class.getName());
        configuration.set(HadoopEncryption.KMS_INSTANCE_ID, instance);
        configuration.set(HadoopEncryption.ACCESS_TOKEN, "token");
    }

    CountingKms.Server server() {
        return server;
    }

    Path directory() {
        return directory;
    }

    Path path(String name) {
        return new Path(directory, name);
    }

    /** Returns a configuration with access to the KMS. */
    Configuration configuration() {
        return new Configuration(configuration);
    }

    /** Returns a configuration without a KMS. */
    static Configuration withoutKms() {
        return new Configuration(false);
    }

    /**
     * Returns a configuration with key kf for the footer, kc for the column name and kd for the columns of place.
     *
     * @param settings further settings: key, value, …
     */
    Configuration byColumn(String... settings) {
        Configuration writing = with(settings);
        writing.set(HadoopEncryption.FOOTER_KEY, "kf");
        writing.set(HadoopEncryption.COLUMN_KEYS, "kc:name;kd:place");
        return writing;
    }

    /** Returns a configuration with key kf for the footer and all columns. */
    Configuration uniform(String... settings) {
        Configuration writing = with(settings);
        writing.set(HadoopEncryption.UNIFORM_KEY, "kf");
        return writing;
    }

    Configuration with(String... settings) {
        Configuration writing = configuration();
        for (int i = 0; i < settings.length; i += 2) {
            writing.set(settings[i], settings[i + 1]);
        }
        return writing;
    }

    /** Writes a file with empty caches, like a new JVM, so that it gets new key encryption keys. */
    Path write(String name, Configuration writing) throws IOException {
        KmsAccess.forgetAll();
        Path path = writeWithCachedKeys(name, writing);
        KmsAccess.forgetAll();
        return path;
    }

    /** Writes a file, possibly with the key encryption keys of the file before. */
    Path writeWithCachedKeys(String name, Configuration writing) throws IOException {
        return write(name, writing, HadoopEncryption.forWriting(writing, path(name), SCHEMA));
    }

    Path write(String name, Configuration writing, FileEncryptionProperties encryption) throws IOException {
        Path path = path(name);
        WriteOptions options =
                WriteOptions.builder().encryption(encryption).rowGroupRows(10).build();
        try (RecordWriter writer = RecordWriter.create(HadoopOutputFile.of(path, writing), SCHEMA, options)) {
            for (int i = 0; i < ROWS; i++) {
                RecordValue row = writer.record()
                        .setLong("id", i)
                        .setString("name", "name " + i)
                        .setInt("age", i);
                row.struct("place").setDouble("lat", i / 2.0).setDouble("lon", i / 3.0);
                writer.write(row);
            }
        }
        return path;
    }

    /** Reads all columns of a file with empty caches, like a new JVM, and checks the values. */
    void check(Path path) throws IOException {
        check(path, configuration);
    }

    static void check(Path path, Configuration reading) throws IOException {
        KmsAccess.forgetAll();
        List<String> names = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(
                        HadoopInputFile.of(path, reading),
                        ReadOptions.DEFAULT,
                        HadoopEncryption.forReading(reading, path));
                RowReader rows = new RowReader(file.scan().open())) {
            while (rows.next()) {
                Row row = rows.row();
                assertThat(row.getLong("id")).isEqualTo(names.size());
                assertThat(row.getStruct("place").getDouble("lat")).isEqualTo(names.size() / 2.0);
                names.add(row.getString("name"));
            }
        }
        assertThat(names).hasSize(ROWS);
        for (int i = 0; i < ROWS; i++) {
            assertThat(names.get(i)).isEqualTo("name " + i);
        }
        KmsAccess.forgetAll();
    }
}
