package io.pq2.hadoop.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.KmsDeniedException;
import io.pq2.exception.KmsUnavailableException;
import io.pq2.hadoop.keys.KeyRotation;
import io.pq2.hadoop.keys.RotatedFile;
import io.pq2.keys.CountingKms;
import io.pq2.keys.KmsAccess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.crypto.keytools.KeyToolkit;
import org.apache.parquet.crypto.keytools.LocalWrapKmsClient;
import org.apache.parquet.crypto.keytools.PropertiesDrivenCryptoFactory;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** pq2 and parquet-java's {@link PropertiesDrivenCryptoFactory} read each other's files with keys of a KMS. */
class KeyInteropTest {

    private static final int ROWS = 40;
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType(EncryptedRows.TEXT);

    @TempDir
    java.nio.file.Path directory;

    /** Which columns are encrypted. */
    private enum Keys {
        UNIFORM,
        COLUMNS,
        COMPLETE
    }

    @AfterEach
    void forget() {
        KmsAccess.forgetAll();
        KeyToolkit.removeCacheEntriesForAllTokens();
    }

    private static Configuration configuration(String instance) {
        CountingKms.server(instance).create("kf", "k0", "k1", "k2");
        Configuration configuration = new Configuration(false);
        configuration.set(HadoopEncryption.KMS_CLIENT, CountingParquetJavaKms.class.getName());
        configuration.set(HadoopEncryption.KMS_INSTANCE_ID, instance);
        configuration.set(HadoopEncryption.CRYPTO_FACTORY, PropertiesDrivenCryptoFactory.class.getName());
        return configuration;
    }

    /**
     * Returns each combination of algorithm, footer, wrapping, place of the key material, and encrypted columns. The
     * key lengths are random.
     */
    private static List<Configuration> modes() {
        Random random = new Random(7);
        String[] bits = {"128", "192", "256"};
        List<Configuration> modes = new ArrayList<>();
        for (int i = 0; i < 2 * 2 * 2 * 2 * 3; i++) {
            Configuration mode = configuration("interop");
            mode.set(HadoopEncryption.ALGORITHM, i % 2 == 0 ? "AES_GCM_V1" : "AES_GCM_CTR_V1");
            mode.setBoolean(HadoopEncryption.PLAINTEXT_FOOTER, i / 2 % 2 == 0);
            mode.setBoolean(HadoopEncryption.DOUBLE_WRAPPING, i / 4 % 2 == 0);
            mode.setBoolean(HadoopEncryption.MATERIAL_IN_FILES, i / 8 % 2 == 0);
            set(mode, Keys.values()[i / 16]);
            mode.set(HadoopEncryption.DATA_KEY_BITS, bits[random.nextInt(3)]);
            mode.set(HadoopEncryption.KEK_BITS, bits[random.nextInt(3)]);
            modes.add(mode);
        }
        return modes;
    }

    private static void set(Configuration mode, Keys keys) {
        if (keys == Keys.UNIFORM) {
            mode.set(HadoopEncryption.UNIFORM_KEY, "kf");
        } else {
            mode.set(HadoopEncryption.FOOTER_KEY, "kf");
            mode.set(HadoopEncryption.COLUMN_KEYS, "k0:id,place.lat;k1: name ; k2:tags.list.element;");
            mode.setBoolean(HadoopEncryption.COMPLETE_COLUMNS, keys == Keys.COMPLETE);
        }
    }

    private static String name(Configuration mode) {
        List<String> values = new ArrayList<>();
        mode.iterator().forEachRemaining(setting -> {
            if (!setting.getKey().contains("class")) {
                values.add(setting.getKey().replace("parquet.encryption.", "") + "=" + setting.getValue());
            }
        });
        values.sort(null);
        return String.join(" ", values);
    }

    private Path file(String name) {
        return new Path(directory.resolve(name + ".parquet").toUri());
    }

    private static void writeWithParquetJava(Configuration configuration, Path file) throws IOException {
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(file)
                .withConf(configuration)
                .withType(SCHEMA)
                .build()) {
            for (int i = 0; i < ROWS; i++) {
                Group row = new SimpleGroup(SCHEMA);
                row.add("id", (long) i);
                if (EncryptedRows.name(i) != null) {
                    row.add("name", EncryptedRows.name(i));
                }
                Group place = row.addGroup("place");
                place.add("lat", EncryptedRows.lat(i));
                place.add("lon", -EncryptedRows.lat(i));
                row.add("age", i % 90);
                Group tags = row.addGroup("tags");
                for (int tag = 0; tag < EncryptedRows.tags(i); tag++) {
                    tags.addGroup("list").add("element", tag);
                }
                writer.write(row);
            }
        }
    }

    private static List<String> readWithParquetJava(Configuration configuration, Path file) throws IOException {
        List<String> rows = new ArrayList<>();
        try (ParquetReader<Group> reader = ParquetReader.builder(new GroupReadSupport(), file)
                .withConf(configuration)
                .build()) {
            for (Group row = reader.read(); row != null; row = reader.read()) {
                Group place = row.getGroup("place", 0);
                rows.add(EncryptedRows.row(
                        row.getLong("id", 0),
                        row.getFieldRepetitionCount("name") == 0 ? null : row.getString("name", 0),
                        place.getDouble("lat", 0),
                        place.getDouble("lon", 0),
                        row.getInteger("age", 0),
                        row.getFieldRepetitionCount("tags") == 0
                                ? 0
                                : row.getGroup("tags", 0).getFieldRepetitionCount("list")));
            }
        }
        return rows;
    }

    /** Returns the configuration of a reader: the KMS, and no settings of the writer. */
    private static Configuration reader() {
        return configuration("interop");
    }

    @TestFactory
    Stream<DynamicTest> parquetJavaReadsFilesOfPq2() {
        return modes().stream()
                .map(mode -> DynamicTest.dynamicTest(name(mode), () -> {
                    Path file = file("ofPq2" + System.identityHashCode(mode));
                    EncryptedRows.write(mode, file, ROWS);
                    assertThat(readWithParquetJava(reader(), file)).isEqualTo(EncryptedRows.expected(ROWS));
                    assertThat(EncryptedRows.read(reader(), file)).isEqualTo(EncryptedRows.expected(ROWS));
                }));
    }

    @TestFactory
    Stream<DynamicTest> pq2ReadsFilesOfParquetJava() {
        return modes().stream()
                .map(mode -> DynamicTest.dynamicTest(name(mode), () -> {
                    Path file = file("ofParquetJava" + System.identityHashCode(mode));
                    writeWithParquetJava(mode, file);
                    assertThat(EncryptedRows.read(reader(), file)).isEqualTo(EncryptedRows.expected(ROWS));
                    Configuration pq2Client = reader();
                    pq2Client.set(HadoopEncryption.KMS_CLIENT, CountingKms.class.getName());
                    assertThat(EncryptedRows.read(pq2Client, file)).isEqualTo(EncryptedRows.expected(ROWS));
                }));
    }

    @TestFactory
    Stream<DynamicTest> bothReadRotatedFilesOfEither() {
        return modes().stream()
                .filter(mode -> mode.get(HadoopEncryption.ALGORITHM).equals("AES_GCM_V1"))
                .filter(mode -> mode.get(HadoopEncryption.FOOTER_KEY) != null)
                .map(mode -> DynamicTest.dynamicTest(name(mode), () -> {
                    String instance = "rotated" + System.identityHashCode(mode);
                    Configuration reader = configuration(instance);
                    mode.set(HadoopEncryption.KMS_INSTANCE_ID, instance);
                    Path ofPq2 = file("ofPq2-" + instance);
                    Path ofParquetJava = file("ofParquetJava-" + instance);
                    EncryptedRows.write(mode, ofPq2, ROWS);
                    writeWithParquetJava(mode, ofParquetJava);
                    forget();
                    for (String key : List.of("kf", "k0", "k1", "k2")) {
                        CountingKms.server(instance).rotate(key);
                    }
                    KeyRotation.builder(reader)
                            .run(
                                    List.of(ofPq2, ofParquetJava),
                                    file -> assertThat(file.outcome()).isEqualTo(RotatedFile.Outcome.ROTATED));
                    for (String key : List.of("kf", "k0", "k1", "k2")) {
                        CountingKms.server(instance).disable(key, 1);
                    }
                    forget();
                    for (Path file : List.of(ofPq2, ofParquetJava)) {
                        assertThat(readWithParquetJava(reader, file)).isEqualTo(EncryptedRows.expected(ROWS));
                        assertThat(EncryptedRows.read(reader, file)).isEqualTo(EncryptedRows.expected(ROWS));
                    }
                }));
    }

    @Test
    void theKmsInstanceOfAFileIsUsedIfNoneIsConfigured() throws IOException {
        Configuration mode = configuration("named-in-file");
        mode.set(HadoopEncryption.UNIFORM_KEY, "kf");
        writeWithParquetJava(mode, file("f"));
        Configuration reader = new Configuration(mode);
        reader.unset(HadoopEncryption.KMS_INSTANCE_ID);
        assertThat(EncryptedRows.read(reader, file("f"))).isEqualTo(EncryptedRows.expected(ROWS));
        EncryptedRows.write(mode, file("g"), ROWS);
        assertThat(readWithParquetJava(reader, file("g"))).isEqualTo(EncryptedRows.expected(ROWS));
    }

    /** A KMS client for parquet-java that returns master keys. */
    public static final class MasterKeyClient extends LocalWrapKmsClient {

        @Override
        protected byte[] getMasterKeyFromServer(String masterKeyId) {
            return (masterKeyId + " of 16 bytes or more").substring(0, 16).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        protected void initializeInternal() {
            // Nothing to initialize.
        }
    }

    @Test
    void localWrappingNeedsAClientThatReturnsMasterKeys() throws IOException {
        Configuration mode = configuration("local");
        set(mode, Keys.COLUMNS);
        mode.setBoolean(HadoopEncryption.WRAP_LOCALLY, true);
        assertThatThrownBy(() -> HadoopEncryption.check(mode, EncryptedRows.SCHEMA))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(HadoopEncryption.WRAP_LOCALLY);
        mode.set(HadoopEncryption.KMS_CLIENT, MasterKeyClient.class.getName());
        EncryptedRows.write(mode, file("ofPq2"), ROWS);
        assertThat(readWithParquetJava(mode, file("ofPq2"))).isEqualTo(EncryptedRows.expected(ROWS));
        writeWithParquetJava(mode, file("ofParquetJava"));
        assertThat(EncryptedRows.read(mode, file("ofParquetJava"))).isEqualTo(EncryptedRows.expected(ROWS));
        assertThat(CountingKms.server("local").wraps()).isZero();
    }

    @Test
    void denialsOfParquetJavasClientsAreDenials() throws IOException {
        Configuration mode = configuration("denying");
        set(mode, Keys.COLUMNS);
        EncryptedRows.write(mode, file("f"), ROWS);
        CountingKms.server("denying").deny("DEFAULT", "k1");
        assertThat(EncryptedRows.read(mode, file("f"), "id")).hasSize(ROWS);
        assertThatThrownBy(() -> EncryptedRows.read(mode, file("f")))
                .isInstanceOf(KmsDeniedException.class)
                .isInstanceOf(KeyDeniedException.class)
                .hasMessageContaining("column name")
                .hasMessageContaining("k1");
        assertThatThrownBy(() -> {
                    KmsAccess.forgetAll();
                    HadoopEncryption.check(mode, EncryptedRows.SCHEMA);
                })
                .isInstanceOf(KmsDeniedException.class);
    }

    @Test
    void otherFailuresOfParquetJavasClientsNameKmsAndKey() {
        Configuration mode = configuration("failing");
        set(mode, Keys.COLUMNS);
        CountingKms.server("failing").down(true);
        assertThatThrownBy(() -> HadoopEncryption.check(mode, EncryptedRows.SCHEMA))
                .isInstanceOf(KmsUnavailableException.class)
                .hasMessageContaining("failing")
                .hasMessageContaining("kf")
                .hasMessageContaining("ParquetCryptoRuntimeException");
    }

    @Test
    void parquetJavasClientsAreCalledOncePerKey() throws IOException {
        Configuration mode = configuration("counted");
        set(mode, Keys.COMPLETE);
        for (int i = 0; i < 20; i++) {
            EncryptedRows.write(mode, file("f" + i), 2);
            EncryptedRows.read(new Configuration(mode), file("f" + i));
        }
        assertThat(CountingKms.server("counted").wraps()).isEqualTo(4);
        assertThat(CountingKms.server("counted").unwraps()).isEqualTo(4);
    }
}
