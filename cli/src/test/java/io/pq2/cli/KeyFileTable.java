package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.keys.KmsAccess;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowReader;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;

/** A table of small files with master keys kf, kc and other in a key file. */
final class KeyFileTable {

    private static final Schema SCHEMA =
            SchemaText.parse("message people { required int64 id; optional binary name (STRING); }");
    private static final int ROWS = 5;

    private final Path directory;
    private final Path keyFile;

    KeyFileTable(Path parent) throws IOException {
        directory = Files.createDirectory(parent.resolve("table"));
        keyFile = Files.createFile(
                parent.resolve("keys"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        setVersions(1, 1);
    }

    /** Replaces the key file: each master key has the versions from first to last. */
    void setVersions(int first, int last) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String name : List.of("kf", "kc", "other")) {
            for (int version = first; version <= last; version++) {
                byte[] key = new byte[16];
                new Random(name.hashCode() * 31L + version).nextBytes(key);
                lines.add(name + "." + version + "=" + Base64.getEncoder().encodeToString(key));
            }
        }
        Files.write(keyFile, lines);
        KmsAccess.forgetAll();
    }

    Path directory() {
        return directory;
    }

    /** Returns the arguments of a command that configure the KMS. */
    List<String> kms() {
        return List.of(
                "-D",
                HadoopEncryption.KMS_CLIENT + "=key-file",
                "-D",
                HadoopEncryption.KMS_INSTANCE_URL + "=" + keyFile);
    }

    private Configuration configuration() {
        Configuration configuration = new Configuration(false);
        configuration.set(HadoopEncryption.KMS_CLIENT, "key-file");
        configuration.set(HadoopEncryption.KMS_INSTANCE_URL, keyFile.toString());
        return configuration;
    }

    /**
     * Writes a file with key kf for the footer and key kc for the column name.
     *
     * @param settings further settings: key, value, …
     */
    Path encrypted(String name, String... settings) throws IOException {
        Configuration configuration = configuration();
        configuration.set(HadoopEncryption.FOOTER_KEY, "kf");
        configuration.set(HadoopEncryption.COLUMN_KEYS, "kc:name");
        for (int i = 0; i < settings.length; i += 2) {
            configuration.set(settings[i], settings[i + 1]);
        }
        return write(name, configuration);
    }

    Path plain(String name) throws IOException {
        return write(name, configuration());
    }

    /** Writes an empty file with one column. */
    void withColumn(String name, String column) throws IOException {
        Schema schema =
                new Schema("schema", List.of(new PrimitiveField(column, Repetition.REQUIRED, PhysicalType.INT32)));
        org.apache.hadoop.fs.Path path =
                new org.apache.hadoop.fs.Path(directory.resolve(name).toUri());
        RecordWriter.create(HadoopOutputFile.of(path, configuration()), schema, WriteOptions.DEFAULT)
                .close();
    }

    private Path write(String name, Configuration configuration) throws IOException {
        Path file = directory.resolve(name);
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
        FileEncryptionProperties encryption = HadoopEncryption.forWriting(configuration, path, SCHEMA);
        try (RecordWriter writer = RecordWriter.create(
                HadoopOutputFile.of(path, configuration),
                SCHEMA,
                WriteOptions.builder().encryption(encryption).build())) {
            for (int i = 0; i < ROWS; i++) {
                writer.write(writer.record().setLong("id", i).setString("name", "name " + i));
            }
        }
        return file;
    }

    void check(Path file) throws IOException {
        KmsAccess.forgetAll();
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
        try (ParquetFile opened = ParquetFile.open(
                        HadoopInputFile.of(path, configuration()),
                        ReadOptions.DEFAULT,
                        HadoopEncryption.forReading(configuration(), path));
                RowReader rows = new RowReader(opened.scan().open())) {
            int count = 0;
            while (rows.next()) {
                assertThat(rows.row().getString("name")).isEqualTo("name " + count);
                count++;
            }
            assertThat(count).isEqualTo(ROWS);
        }
    }
}
