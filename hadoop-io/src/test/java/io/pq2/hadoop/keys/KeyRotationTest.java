package io.pq2.hadoop.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.KmsUnavailableException;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.keys.AuditedColumn.Protection;
import io.pq2.hadoop.keys.RotatedFile.Outcome;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.io.InputFile;
import io.pq2.read.Footer;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.record.RowReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class KeyRotationTest {

    private static final String INTERNAL = HadoopEncryption.MATERIAL_IN_FILES;

    @TempDir
    java.nio.file.Path directory;

    private EncryptedTable table;

    @BeforeEach
    void createTable() {
        table = new EncryptedTable(directory);
    }

    private final List<RotatedFile> rotated = new ArrayList<>();

    private RotationSummary rotate() throws IOException {
        return rotate(KeyRotation.builder(table.configuration()));
    }

    private RotationSummary rotate(KeyRotation.Builder rotation) throws IOException {
        rotated.clear();
        table.server().forgetCalls();
        return rotation.run(List.of(table.directory()), rotated::add);
    }

    private void rotateMasterKeys() {
        table.server().rotate("kf").rotate("kc").rotate("kd");
    }

    private void disableOldVersions() {
        table.server().disable("kf", 1).disable("kc", 1).disable("kd", 1);
    }

    /** Returns the bytes of all files of the directory by name. */
    private Map<String, List<Byte>> content() throws IOException {
        Map<String, List<Byte>> content = new TreeMap<>();
        try (Stream<java.nio.file.Path> files = Files.list(directory)) {
            for (java.nio.file.Path file : files.toList()) {
                List<Byte> bytes = new ArrayList<>();
                for (byte value : Files.readAllBytes(file)) {
                    bytes.add(value);
                }
                content.put(file.getFileName().toString(), bytes);
            }
        }
        return content;
    }

    private static int dataEnd(InputFile file) throws IOException {
        return Math.toIntExact(Footer.read(file, ReadOptions.DEFAULT).dataEnd());
    }

    /** Returns all master key versions in the table. */
    private List<String> versions() throws IOException {
        List<String> versions = new ArrayList<>();
        for (AuditedFile file : new EncryptionAudit(table.configuration()).files(table.directory())) {
            assertThat(file.problem()).isNull();
            versions.add(file.footerKey().masterKeyVersion());
            file.columns().stream()
                    .filter(column -> column.protection() == Protection.COLUMN_KEY)
                    .forEach(column -> versions.add(column.key().masterKeyVersion()));
        }
        return versions;
    }

    private Stream<Configuration> allModes() {
        List<Configuration> modes = new ArrayList<>();
        for (String plaintextFooter : List.of("true", "false")) {
            for (String internal : List.of("true", "false")) {
                for (String doubleWrapping : List.of("true", "false")) {
                    String[] settings = {
                        HadoopEncryption.PLAINTEXT_FOOTER,
                        plaintextFooter,
                        INTERNAL,
                        internal,
                        HadoopEncryption.DOUBLE_WRAPPING,
                        doubleWrapping,
                        HadoopEncryption.ALGORITHM,
                        modes.size() % 3 == 0 ? "AES_GCM_CTR_V1" : "AES_GCM_V1",
                        HadoopEncryption.DATA_KEY_BITS,
                        modes.size() % 2 == 0 ? "128" : "256"
                    };
                    modes.add(table.byColumn(settings));
                    modes.add(table.uniform(settings));
                }
            }
        }
        return modes.stream();
    }

    private static String name(Configuration mode) {
        return String.join(
                " ",
                mode.get(HadoopEncryption.UNIFORM_KEY) == null ? "by column" : "uniform",
                mode.getBoolean(HadoopEncryption.PLAINTEXT_FOOTER, false) ? "signed" : "encrypted",
                mode.getBoolean(INTERNAL, true) ? "internal" : "external",
                mode.getBoolean(HadoopEncryption.DOUBLE_WRAPPING, true) ? "double" : "single");
    }

    @TestFactory
    Stream<DynamicTest> rotatedFilesOfAllModesAreReadWithoutTheOldVersions() {
        return allModes()
                .map(mode -> DynamicTest.dynamicTest(name(mode), () -> {
                    table = new EncryptedTable(Files.createTempDirectory(directory, "table"));
                    Configuration writing = new Configuration(mode);
                    writing.set(
                            HadoopEncryption.KMS_INSTANCE_ID,
                            table.configuration().get(HadoopEncryption.KMS_INSTANCE_ID));
                    Path path = table.write("a.parquet", writing);
                    java.nio.file.Path local = java.nio.file.Path.of(path.toUri());
                    byte[] before = Files.readAllBytes(local);
                    rotateMasterKeys();
                    RotationSummary summary = rotate();
                    assertThat(rotated).extracting(RotatedFile::outcome).containsExactly(Outcome.ROTATED);
                    assertThat(summary.count(Outcome.ROTATED)).isEqualTo(1);
                    assertThat(summary.wraps()).isEqualTo(table.server().wraps());
                    assertThat(summary.unwraps()).isEqualTo(table.server().unwraps());
                    assertThat(summary.unwraps()).isEqualTo(summary.wraps());
                    disableOldVersions();
                    table.check(path);
                    assertThat(versions()).isNotEmpty().containsOnly("2");
                    byte[] after = Files.readAllBytes(local);
                    if (mode.getBoolean(INTERNAL, true)) {
                        int dataEnd = dataEnd(HadoopInputFile.of(path, writing));
                        assertThat(Arrays.equals(before, 0, dataEnd, after, 0, dataEnd))
                                .isTrue();
                        assertThat(summary.bytesWritten()).isEqualTo(after.length);
                    } else {
                        assertThat(after).isEqualTo(before);
                        assertThat(summary.bytesWritten()).isPositive();
                    }
                    assertThat(rotate().count(Outcome.CURRENT)).isEqualTo(1);
                    assertThat(Files.readAllBytes(local)).isEqualTo(after);
                }));
    }

    @Test
    void theKmsIsCalledOncePerKeyEncryptionKey() throws IOException {
        Configuration writing = table.byColumn();
        for (int i = 0; i < 12; i++) {
            table.writeWithCachedKeys("part-" + i + ".parquet", writing);
        }
        rotateMasterKeys();
        RotationSummary summary = rotate();
        assertThat(summary.count(Outcome.ROTATED)).isEqualTo(12);
        assertThat(summary.unwraps()).isEqualTo(3).isEqualTo(table.server().unwraps());
        assertThat(summary.wraps()).isEqualTo(3).isEqualTo(table.server().wraps());
    }

    @Test
    void currentFilesAreNotChanged() throws IOException {
        table.write("a.parquet", table.byColumn());
        table.write("b.parquet", table.byColumn(INTERNAL, "false"));
        Map<String, List<Byte>> before = content();
        RotationSummary summary = rotate();
        assertThat(summary.count(Outcome.CURRENT)).isEqualTo(2);
        assertThat(summary.bytesWritten()).isZero();
        assertThat(content()).isEqualTo(before);
    }

    @Test
    void aDryRunChangesNothingAndReportsTheOutcomes() throws IOException {
        table.write("a.parquet", table.byColumn());
        table.write("b.parquet", table.byColumn(INTERNAL, "false"));
        table.server().rotate("kc");
        table.write("c.parquet", table.byColumn());
        table.write("d.parquet", table.configuration());
        Map<String, List<Byte>> before = content();
        RotationSummary summary =
                rotate(KeyRotation.builder(table.configuration()).dryRun(true));
        assertThat(rotated)
                .extracting(RotatedFile::outcome)
                .containsExactly(Outcome.ROTATED, Outcome.ROTATED, Outcome.CURRENT, Outcome.NOT_ENCRYPTED);
        assertThat(summary.bytesWritten()).isZero();
        assertThat(summary.wraps()).as("one call per master key").isEqualTo(3);
        assertThat(content()).isEqualTo(before);
        assertThat(rotate().count(Outcome.ROTATED)).isEqualTo(2);
    }

    @Test
    void anotherMasterKeyReplacesOne() throws IOException {
        Path internal = table.write("a.parquet", table.byColumn());
        Path external = table.write("b.parquet", table.byColumn(INTERNAL, "false"));
        table.server().create("new");
        rotate(KeyRotation.builder(table.configuration()).otherMasterKey("kc", "new"));
        table.server().deny("token", "kc");
        table.check(internal);
        table.check(external);
        for (AuditedFile file : new EncryptionAudit(table.configuration()).files(table.directory())) {
            assertThat(file.footerKey().masterKeyId()).isEqualTo("kf");
            assertThat(file.columns().get(1).key().masterKeyId()).isEqualTo("new");
        }
    }

    @Test
    void filesWithADeniedMasterKeyAreKeptAndTheOthersRotated() throws IOException {
        Path denied = table.write("a.parquet", table.byColumn());
        Path external = table.write("b.parquet", table.byColumn(INTERNAL, "false"));
        Path allowed = table.write("c.parquet", table.uniform());
        List<Byte> before = content().get("a.parquet");
        rotateMasterKeys();
        table.server().deny("token", "kc");
        RotationSummary summary = rotate();
        assertThat(rotated)
                .extracting(RotatedFile::outcome)
                .containsExactly(Outcome.FAILED, Outcome.FAILED, Outcome.ROTATED);
        assertThat(rotated.get(0).failure()).contains("kc").contains("refuses");
        assertThat(summary.count(Outcome.FAILED)).isEqualTo(2);
        assertThat(content().get("a.parquet")).isEqualTo(before);
        assertThat(content()).hasSize(withChecksumFiles(4));
        table.server().denyNothing();
        table.check(denied);
        table.check(external);
        table.check(allowed);
        assertThat(rotate().count(Outcome.ROTATED)).isEqualTo(2);
        assertThat(versions()).containsOnly("2");
    }

    /**
     * Returns the number of files in the directory: the given number of data and key material files, and the checksum
     * files of the three that were not replaced.
     */
    private static int withChecksumFiles(int files) {
        return files + 3;
    }

    @Test
    void anUnavailableKmsStopsTheRotationAndKeepsTheTable() throws IOException {
        Path path = table.write("a.parquet", table.byColumn());
        rotateMasterKeys();
        Map<String, List<Byte>> before = content();
        table.server().down(true);
        assertThatThrownBy(this::rotate).isInstanceOf(KmsUnavailableException.class);
        assertThat(content()).isEqualTo(before);
        table.server().down(false);
        table.check(path);
        assertThat(rotate().count(Outcome.ROTATED)).isEqualTo(1);
    }

    @Test
    void filesWithoutMasterKeysAreReported() throws IOException {
        table.write("a.parquet", table.configuration());
        Files.writeString(directory.resolve("b.parquet"), "no Parquet file");
        rotate();
        assertThat(rotated).extracting(RotatedFile::outcome).containsExactly(Outcome.NOT_ENCRYPTED, Outcome.FAILED);
        assertThat(rotated.get(1).failure()).contains("b.parquet");
    }

    @Test
    void aRotationNeedsAKms() throws IOException {
        table.write("a.parquet", table.byColumn());
        assertThatThrownBy(() -> rotate(KeyRotation.builder(EncryptedTable.withoutKms())))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(HadoopEncryption.KMS_CLIENT);
    }

    @Test
    void openFilesStayReadable() throws IOException {
        Path path = table.write("a.parquet", table.byColumn());
        Configuration reading = table.configuration();
        try (ParquetFile file = ParquetFile.open(
                        HadoopInputFile.of(path, reading),
                        ReadOptions.builder().tailBytes(8).build(),
                        HadoopEncryption.forReading(reading, path));
                RowReader rows = new RowReader(file.scan().open())) {
            assertThat(rows.next()).isTrue();
            rotateMasterKeys();
            rotate();
            int count = 1;
            while (rows.next()) {
                assertThat(rows.row().getLong("id")).isEqualTo(count);
                count++;
            }
            assertThat(count).isEqualTo(30);
        }
    }

    @Test
    void readersDuringTheRotationReadTheOldOrTheNewFile() throws Exception {
        Path internal = table.write("a.parquet", table.byColumn());
        Path external = table.write("b.parquet", table.byColumn(INTERNAL, "false"));
        AtomicBoolean done = new AtomicBoolean();
        List<Throwable> failures = new ArrayList<>();
        Thread reader = new Thread(() -> {
            try {
                while (!done.get()) {
                    table.check(internal);
                    table.check(external);
                }
            } catch (IOException | RuntimeException | AssertionError e) {
                failures.add(e);
            }
        });
        reader.start();
        // A reader requests the length of a file before it opens it. Versions with one digit keep the length.
        for (int i = 1; i < 9; i++) {
            rotateMasterKeys();
            assertThat(rotate().count(Outcome.ROTATED)).isEqualTo(2);
        }
        done.set(true);
        reader.join();
        assertThat(failures).isEmpty();
    }

    @Test
    void permissionsAreKept() throws IOException {
        Path path = table.write("a.parquet", table.byColumn());
        java.nio.file.Path local = directory.resolve("a.parquet");
        Files.setPosixFilePermissions(local, PosixFilePermissions.fromString("rw-r-----"));
        rotateMasterKeys();
        rotate();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(local)))
                .isEqualTo("rw-r-----");
        table.check(path);
    }

    @Test
    void aFileWithAnotherAadPrefixIsNotRewritten() throws IOException {
        Path path = table.write(
                "a.parquet",
                table.byColumn(HadoopEncryption.AAD_PREFIX, "people", HadoopEncryption.AAD_PREFIX_STORED, "false"));
        rotateMasterKeys();
        rotate();
        assertThat(rotated.get(0).outcome()).isEqualTo(Outcome.FAILED);
        assertThat(rotated.get(0).failure()).contains("AAD prefix");
        Configuration right = table.with(HadoopEncryption.AAD_PREFIX, "people");
        rotate(KeyRotation.builder(right));
        assertThat(rotated.get(0).outcome()).isEqualTo(Outcome.ROTATED);
        EncryptedTable.check(path, right);
        assertThatThrownBy(() -> EncryptedTable.check(path, EncryptedTable.withoutKms()))
                .isInstanceOf(KeyDeniedException.class);
    }
}
