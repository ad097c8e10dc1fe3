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

/** A directory of small files with keys of a KMS that is the table's alone. */
final class KeyedTable {

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

    KeyedTable(java.nio.file.Path directory) {
        this(new Path(directory.toUri()));
    }

    KeyedTable(Path directory) {
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

    /** For whoever may use the KMS. */
    Configuration configuration() {
        return new Configuration(configuration);
    }

    /** For whoever knows no KMS. */
    static Configuration withoutKms() {
        return new Configuration(false);
    }

    /**
     * The footer under kf, the name under kc, the place under kd, the rest not encrypted; with further settings: key,
     * value, ...
     */
    Configuration byColumn(String... settings) {
        Configuration writing = with(settings);
        writing.set(HadoopEncryption.FOOTER_KEY, "kf");
        writing.set(HadoopEncryption.COLUMN_KEYS, "kc:name;kd:place");
        return writing;
    }

    /** All under kf. */
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

    /** Writes a file as if by a virtual machine of its own, with key encryption keys of its own. */
    Path write(String name, Configuration writing) throws IOException {
        KmsAccess.forgetAll();
        Path path = writeInTheSameMachine(name, writing);
        KmsAccess.forgetAll();
        return path;
    }

    /** Writes a file, perhaps with key encryption keys of one before. */
    Path writeInTheSameMachine(String name, Configuration writing) throws IOException {
        Path path = path(name);
        FileEncryptionProperties encryption = HadoopEncryption.forWriting(writing, path, SCHEMA);
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

    /** Reads all columns of a file, as if in a virtual machine that was not there before. */
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
