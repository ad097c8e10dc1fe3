package io.pq2.it.kms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.KmsDeniedException;
import io.pq2.exception.KmsUnavailableException;
import io.pq2.exception.UnknownMasterKeyException;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.hadoop.keys.AuditedColumn;
import io.pq2.hadoop.keys.AuditedFile;
import io.pq2.hadoop.keys.EncryptionAudit;
import io.pq2.hadoop.keys.KeyRotation;
import io.pq2.hadoop.keys.RotatedFile;
import io.pq2.hadoop.keys.RotationSummary;
import io.pq2.hadoop.kms.KmsOptions;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.keys.KmsAccess;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes and reads files with keys of a real Hadoop KMS. */
@Tag("clusters")
class HadoopKmsFilesTest {

    private static final Schema SCHEMA = SchemaText.parse("""
            message employees {
              required int64 id;
              required int64 salary;
              required int64 bonus;
              required int64 age;
            }
            """);

    @TempDir
    private static java.nio.file.Path directory;

    private static HadoopKmsServer kms;

    @BeforeAll
    static void start() {
        kms = new HadoopKmsServer(directory.resolve("kms"))
                .onlyFor("alice", "salaries")
                .start()
                .create("kf", 128)
                .create("salaries", 256)
                .create("bonuses", 128);
    }

    @AfterAll
    static void stop() {
        if (kms != null) {
            kms.close();
        }
    }

    @AfterEach
    void forget() {
        KmsAccess.forgetAll();
    }

    @Test
    void aUserReadsTheColumnsWhoseKeysTheKmsAllows() {
        Path file = file("denied");
        as("alice", () -> write(configuration(), file));
        KmsAccess.forgetAll();
        assertThat(as("alice", () -> read(configuration(), file, "salary"))).isEqualTo(rows());
        assertThat(as("bob", () -> read(configuration(), file, "bonus"))).isEqualTo(rows());
        assertThatThrownBy(() -> as("bob", () -> read(configuration(), file, "salary")))
                .isInstanceOf(KmsDeniedException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("column salary")
                .hasMessageContaining("master key salaries")
                .hasMessageContaining("kms://127.0.0.1")
                .hasMessageContaining("bob")
                .hasMessageContaining("DECRYPT_EEK");
        assertThatThrownBy(() -> as("bob", () -> write(configuration(), file("not-written"))))
                .isInstanceOf(KmsDeniedException.class)
                .hasMessageContaining("GENERATE_EEK");
    }

    @Test
    void filesOfAllVersionsOfAMasterKeyAreRead() throws IOException {
        List<Path> files = new ArrayList<>();
        for (int version = 0; version < 3; version++) {
            Path file = file("version" + version);
            Configuration configuration = configuration();
            configuration.set(HadoopEncryption.FOOTER_KEY, "bonuses");
            configuration.set(HadoopEncryption.COLUMN_KEYS, "kf:salary");
            configuration.setBoolean(HadoopEncryption.DOUBLE_WRAPPING, version != 1);
            write(configuration, file);
            assertThat(text(file)).contains("bonuses%40" + version + ":");
            files.add(file);
            kms.roll("bonuses");
            KmsAccess.forgetAll();
        }
        for (Path file : files) {
            assertThat(read(configuration(), file, "salary")).isEqualTo(rows());
        }
    }

    @Test
    void rotationLeavesNoKeyUnderAnOldVersion() throws IOException {
        kms.create("rotating", 128);
        Configuration configuration = configuration();
        configuration.set(HadoopEncryption.COLUMN_KEYS, "rotating:salary,bonus");
        Path file = file("rotated");
        write(configuration, file);
        kms.roll("rotating");
        KmsAccess.forgetAll();
        assertThat(columnKeyVersions(configuration, file)).containsOnly("rotating@0");
        RotationSummary summary = KeyRotation.builder(configuration).run(List.of(file), rotated -> {});
        assertThat(summary.count(RotatedFile.Outcome.ROTATED)).isEqualTo(1);
        assertThat(columnKeyVersions(configuration, file)).containsOnly("rotating@1");
        KmsAccess.forgetAll();
        assertThat(read(configuration, file, "salary")).isEqualTo(rows());
    }

    @Test
    void aTableOfSparkIsEncryptedByItsOptions() throws IOException {
        kms.create("pii", 128);
        SparkSession spark = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", false)
                .config("spark.sql.warehouse.dir", file("warehouse").toString())
                .getOrCreate();
        try {
            Path table = file("people");
            spark.sql("CREATE TABLE people (id BIGINT, name STRING) USING pq2 OPTIONS ("
                    + "'" + HadoopEncryption.KMS_CLIENT + "' 'hadoop-kms', "
                    + "'" + HadoopEncryption.KMS_INSTANCE_URL + "' '" + kms.address() + "', "
                    + "'" + HadoopEncryption.FOOTER_KEY + "' 'kf', "
                    + "'" + HadoopEncryption.COLUMN_KEYS + "' 'pii:name') LOCATION '" + table + "'");
            spark.sql("INSERT INTO people SELECT id, concat('somebody ', id) FROM range(0, 100, 1, 1)");
            kms.roll("pii");
            KmsAccess.forgetAll();
            spark.sql("INSERT INTO people SELECT id, concat('somebody ', id) FROM range(100, 200, 1, 1)");
            assertThat(spark.sql("SELECT name FROM people WHERE id = 7 OR id = 150 ORDER BY id")
                            .collectAsList())
                    .extracting(row -> row.getString(0))
                    .containsExactly("somebody 7", "somebody 150");
            List<String> versions = new ArrayList<>();
            for (AuditedFile file : new EncryptionAudit(configuration()).files(table)) {
                versions.add(file.columns().get(1).key().masterKeyVersion());
            }
            assertThat(versions).containsExactlyInAnyOrder("pii@0", "pii@1");
        } finally {
            spark.stop();
        }
    }

    @Test
    void aKilledKmsIsNeededOnlyForKeysThatAreNotCached() throws IOException {
        Path before = file("before");
        as("alice", () -> write(configuration(), before));
        assertThat(as("alice", () -> read(configuration(), before, "salary"))).isEqualTo(rows());
        kms.kill();
        try {
            Path meanwhile = file("meanwhile");
            as("alice", () -> write(configuration(), meanwhile));
            assertThat(as("alice", () -> read(configuration(), before, "salary")))
                    .isEqualTo(rows());
            KmsAccess.forgetAll();
            assertThatThrownBy(() -> as("alice", () -> read(configuration(), before, "salary")))
                    .isInstanceOf(KmsUnavailableException.class)
                    .hasMessageContaining(before.toString())
                    .hasMessageContaining("attempts: 2");
            assertThatThrownBy(() -> as("alice", () -> write(configuration(), file("never"))))
                    .isInstanceOf(KmsUnavailableException.class);
        } finally {
            kms.start();
        }
        assertThat(as("alice", () -> read(configuration(), before, "salary"))).isEqualTo(rows());
        assertThat(as("alice", () -> read(configuration(), file("meanwhile"), "bonus")))
                .isEqualTo(rows());
    }

    @Test
    void anUnknownMasterKeyFailsBeforeAFileIsCreated() {
        Configuration configuration = configuration();
        configuration.set(HadoopEncryption.COLUMN_KEYS, "salaris:salary");
        assertThatThrownBy(() -> HadoopEncryption.check(configuration, SCHEMA))
                .isInstanceOf(UnknownMasterKeyException.class)
                .hasMessageContaining("salaris");
    }

    @Test
    void aHundredFilesNeedOneWrapAndOneUnwrapPerKey() throws IOException {
        Configuration configuration = configuration();
        for (String key : List.of("c0", "c1", "c2", "c3")) {
            kms.create(key, 128);
        }
        configuration.set(HadoopEncryption.FOOTER_KEY, "c0");
        configuration.set(HadoopEncryption.COLUMN_KEYS, "c1:id;c2:salary;c3:bonus");
        for (int i = 0; i < 100; i++) {
            write(configuration, file("many" + i));
        }
        for (int i = 0; i < 100; i++) {
            assertThat(read(configuration, file("many" + i), "id", "salary", "bonus"))
                    .hasSize(3 * rows().size());
        }
        for (String key : List.of("c0", "c1", "c2", "c3")) {
            // A new key is generated and decrypted. Hadoop's client may generate another one in advance.
            kms.await(2, "\"POST ", key + "%400/_eek?eek_op=decrypt");
            assertThat(kms.requests("\"POST ", key + "%400/_eek?eek_op=decrypt"))
                    .isEqualTo(2);
            assertThat(kms.requests("\"GET ", "/" + key + "/_eek?", "eek_op=generate"))
                    .isBetween(1L, 2L);
        }
    }

    private static Configuration configuration() {
        Configuration configuration = new Configuration(false);
        configuration.set(HadoopEncryption.KMS_CLIENT, "hadoop-kms");
        configuration.set(HadoopEncryption.KMS_INSTANCE_URL, kms.address());
        configuration.set(HadoopEncryption.FOOTER_KEY, "kf");
        configuration.set(HadoopEncryption.COLUMN_KEYS, "salaries:salary;bonuses:bonus");
        configuration.setInt(KmsOptions.ATTEMPTS, 2);
        configuration.setInt(KmsOptions.BACKOFF, 10);
        // The machine may be busy.
        configuration.setInt(KmsOptions.REQUEST_TIMEOUT, 60_000);
        return configuration;
    }

    private static Path file(String name) {
        return new Path(directory.resolve(name + ".parquet").toUri());
    }

    private static String text(Path file) throws IOException {
        return Files.readString(java.nio.file.Path.of(file.toUri()), StandardCharsets.ISO_8859_1);
    }

    private static List<Long> rows() {
        return LongStream.range(0, 100).boxed().toList();
    }

    private static Void write(Configuration configuration, Path file) throws IOException {
        try (RecordWriter writer = RecordWriter.create(
                HadoopOutputFile.of(file, configuration),
                SCHEMA,
                HadoopWriteOptions.from(configuration, file, SCHEMA))) {
            for (long row : rows()) {
                writer.write(writer.record()
                        .setLong("id", row)
                        .setLong("salary", row)
                        .setLong("bonus", row)
                        .setLong("age", row));
            }
        }
        return null;
    }

    /** Returns the values of columns, one column after another. */
    private static List<Long> read(Configuration configuration, Path file, String... columns) throws IOException {
        List<Long> values = new ArrayList<>();
        try (ParquetFile opened = ParquetFile.open(
                HadoopInputFile.of(file, configuration),
                HadoopReadOptions.from(configuration),
                HadoopEncryption.forReading(configuration, file))) {
            for (String column : columns) {
                try (RowReader rows =
                        new RowReader(opened.scan().columns(column).open())) {
                    while (rows.next()) {
                        values.add(rows.row().getLong(column));
                    }
                }
            }
        }
        return values;
    }

    private static Set<String> columnKeyVersions(Configuration configuration, Path file) throws IOException {
        Set<String> versions = new TreeSet<>();
        for (AuditedFile audited : new EncryptionAudit(configuration).files(file)) {
            for (AuditedColumn column : audited.columns()) {
                if (column.key() != null) {
                    versions.add(column.key().masterKeyVersion());
                }
            }
        }
        return versions;
    }

    private static <T> T as(String user, Callable<T> call) {
        try {
            return UserGroupInformation.createRemoteUser(user).doAs((PrivilegedExceptionAction<T>) call::call);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
