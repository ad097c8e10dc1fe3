package io.pq2.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.EncryptionException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.UnknownMasterKeyException;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnCryptoMetaData;
import io.pq2.metadata.EncryptionWithColumnKey;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowReader;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.WriteOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Envelope encryption with a KMS, without Hadoop. */
class EnvelopeEncryptionTest {

    private static final Schema SCHEMA = SchemaText.parse("message m { required int64 a; required int64 b; }");

    private CountingKms.Server kms;
    private KmsAccess access;

    /** A store of key material in memory. */
    private static final class MemoryKeyMaterialStore implements KeyMaterialStore {

        private byte[] bytes;

        @Override
        public String location() {
            return "memory";
        }

        @Override
        public KeyMaterialFile read() throws IOException {
            if (bytes == null) {
                throw new FileNotFoundException(location());
            }
            return KeyMaterialFile.parse(bytes);
        }

        @Override
        public void write(KeyMaterialFile material) {
            bytes = material.toBytes();
        }
    }

    @BeforeEach
    void connect(TestInfo test) {
        kms = CountingKms.server(test.getDisplayName()).create("kf", "ka");
        KmsConnection connection = new KmsConnection(test.getDisplayName(), "DEFAULT", () -> "token", key -> null);
        access = new KmsAccess("me", "counting", connection, KmsAccess.DEFAULT_LIFETIME, CountingKms::new);
    }

    private static byte[] write(FileEncryptionProperties properties) throws IOException {
        MemoryOutputFile file = new MemoryOutputFile("f");
        WriteOptions options = WriteOptions.builder().encryption(properties).build();
        try (RecordWriter writer = RecordWriter.create(file, SCHEMA, options)) {
            for (long i = 0; i < 10; i++) {
                writer.write(writer.record().setLong("a", i).setLong("b", -i));
            }
        }
        return file.bytes();
    }

    private long sum(byte[] bytes, KeyMaterialStore store) throws IOException {
        FileDecryptionProperties keys =
                new KeyUnwrapper((id, url) -> access, store).decryption().build();
        long sum = 0;
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("f", bytes), ReadOptions.DEFAULT, keys);
                RowReader rows = new RowReader(file.scan().open())) {
            while (rows.next()) {
                sum += rows.row().getLong("a") - rows.row().getLong("b");
            }
        }
        return sum;
    }

    private EnvelopeEncryption encryption() {
        return EnvelopeEncryption.builder(access, "kf").column("a", "ka").build();
    }

    @Test
    void aTrialEncryptsTheSameColumnsWithoutTheKms() throws IOException {
        FileEncryptionProperties trial = encryption().trial();
        byte[] file = write(trial);
        assertThat(kms.wraps()).isZero();
        assertThatThrownBy(() -> sum(file, new MemoryKeyMaterialStore())).isInstanceOf(EncryptionException.class);
        FileEncryptionProperties ofFile = encryption().newFile(null);
        for (Column column : SCHEMA.columns()) {
            assertThat(trial.isEncrypted(column)).isEqualTo(ofFile.isEncrypted(column));
            assertThat(trial.hasSeparateKey(column)).isEqualTo(ofFile.hasSeparateKey(column));
        }
    }

    @Test
    void encryptsEachFileWithNewKeys() throws IOException {
        MemoryKeyMaterialStore first = new MemoryKeyMaterialStore();
        MemoryKeyMaterialStore second = new MemoryKeyMaterialStore();
        EnvelopeEncryption encryption = encryption();
        assertThat(encryption.masterKeys()).containsExactly("kf", "ka");
        assertThat(sum(write(encryption.newFile(first)), first)).isEqualTo(90);
        assertThat(sum(write(encryption.newFile(second)), second)).isEqualTo(90);
        assertThat(sum(write(encryption.newFile(null)), new MemoryKeyMaterialStore()))
                .isEqualTo(90);
        assertThat(first.read().byReference().keySet()).containsExactly("footerKey", "columnKey0");
        assertThat(first.read().byReference().get("footerKey").wrappedDataKey())
                .isNotEqualTo(second.read().byReference().get("footerKey").wrappedDataKey());
        assertThat(kms.wraps()).isEqualTo(2);
        assertThat(kms.unwraps()).isEqualTo(2);
    }

    private static List<ColumnCryptoMetaData> columnsOf(byte[] bytes, FileDecryptionProperties keys)
            throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("f", bytes), ReadOptions.DEFAULT, keys)) {
            return file.metadata().rowGroups().get(0).columns().stream()
                    .map(ColumnChunk::cryptoMetadata)
                    .toList();
        }
    }

    @ParameterizedTest
    @CsvSource({"true, 1, 1", "false, 2, 2"})
    void encryptsNoColumnWithTheFooterKey(boolean doubleWrapping, int wraps, int unwraps) throws IOException {
        EnvelopeEncryption uniform = EnvelopeEncryption.builder(access, "kf")
                .doubleWrapping(doubleWrapping)
                .build();
        assertThat(uniform.masterKeys()).containsExactly("kf");
        MemoryKeyMaterialStore store = new MemoryKeyMaterialStore();
        byte[] bytes = write(uniform.newFile(store));
        assertThat(kms.wraps()).isEqualTo(wraps);
        assertThat(sum(bytes, store)).isEqualTo(90);
        assertThat(kms.unwraps()).as("one for each key, not for each column").isEqualTo(unwraps);
        assertThat(store.read().byReference().keySet()).containsExactly("footerKey", "columnKey0");
        KeyMaterial column = store.read().byReference().get("columnKey0");
        assertThat(column.footerKey()).isFalse();
        assertThat(column.masterKeyId()).isEqualTo("kf");
        FileDecryptionProperties strict = new KeyUnwrapper((id, url) -> access, store)
                .decryption()
                .columnsUnderFooterKeyAllowed(false)
                .requireAllColumnsEncrypted(true)
                .build();
        assertThat(columnsOf(bytes, strict))
                .hasSize(2)
                .allSatisfy(crypto -> assertThat(crypto).isInstanceOf(EncryptionWithColumnKey.class));
    }

    @Test
    void givesOtherColumnsAKeyUnderTheMasterKeyOfTheFooter() throws IOException {
        MemoryKeyMaterialStore store = new MemoryKeyMaterialStore();
        EnvelopeEncryption complete = EnvelopeEncryption.builder(access, "kf")
                .column("a", "ka")
                .otherColumns(true)
                .build();
        FileEncryptionProperties properties = complete.newFile(store);
        assertThat(SCHEMA.columns()).extracting(properties::hasSeparateKey).containsExactly(true, false);
        byte[] bytes = write(properties);
        assertThat(sum(bytes, store)).isEqualTo(90);
        assertThat(store.read().byReference().values())
                .extracting(KeyMaterial::masterKeyId)
                .containsExactly("kf", "ka", "kf");
        assertThat(columnsOf(
                        bytes,
                        new KeyUnwrapper((id, url) -> access, store)
                                .decryption()
                                .build()))
                .allSatisfy(crypto -> assertThat(crypto).isInstanceOf(EncryptionWithColumnKey.class));
        kms.deny("token", "kf");
        KmsAccess.forgetAll();
        assertThatThrownBy(() -> sum(bytes, store)).isInstanceOf(KeyDeniedException.class);
    }

    @Test
    void overwritesKeysAfterWritingTheFile() throws IOException {
        FileEncryptionProperties properties = encryption().newFile(null);
        assertThat(properties.isDestroyed()).isFalse();
        write(properties);
        assertThat(properties.isDestroyed()).isTrue();
        assertThatThrownBy(() -> write(properties)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void overwritesKeysAfterAbortingTheFile() throws IOException {
        FileEncryptionProperties properties = encryption().newFile(null);
        WriteOptions options = WriteOptions.builder().encryption(properties).build();
        RecordWriter writer = RecordWriter.create(new MemoryOutputFile("f"), SCHEMA, options);
        writer.write(writer.record().setLong("a", 1).setLong("b", 2));
        writer.abort();
        assertThat(properties.isDestroyed()).isTrue();
    }

    @Test
    void deniesKeyMetadataWithoutKeyMaterial() throws IOException {
        byte[] bytes =
                write(FileEncryptionProperties.builder(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8})
                        .footerKeyMetadata(new byte[] {'k', 'f'})
                        .build());
        assertThatThrownBy(() -> sum(bytes, new MemoryKeyMaterialStore()))
                .isInstanceOf(KeyDeniedException.class)
                .hasMessageContaining("kf")
                .hasMessageContaining("not key material");
    }

    @Test
    void storesNothingIfAKeyCannotBeWrapped() {
        MemoryKeyMaterialStore store = new MemoryKeyMaterialStore();
        EnvelopeEncryption encryption =
                EnvelopeEncryption.builder(access, "kf").column("a", "unknown").build();
        assertThatThrownBy(() -> encryption.newFile(store)).isInstanceOf(UnknownMasterKeyException.class);
        assertThatThrownBy(encryption::check).isInstanceOf(UnknownMasterKeyException.class);
        assertThat(store.bytes).isNull();
    }

    @Test
    void refusesInvalidKeyLengths() {
        EnvelopeEncryption.Builder builder = EnvelopeEncryption.builder(access, "kf");
        assertThatThrownBy(() -> builder.dataKeyBytes(20)).isInstanceOf(InvalidDataException.class);
        assertThatThrownBy(() -> builder.kekBytes(0)).isInstanceOf(InvalidDataException.class);
    }

    @Test
    void parsesAndFormatsColumnKeys() {
        ColumnMasterKeys keys = ColumnMasterKeys.parse(" k1: a , b.c;; k2:d ;k1:e");
        assertThat(keys.byColumn().keySet()).containsExactly("a", "b.c", "d", "e");
        assertThat(keys.text()).isEqualTo("k1:a,b.c,e;k2:d");
        for (String wrong : List.of("", ";", "a", "k:", ":a", "k:a,", "k:a:b", "k:a,a", "k:a;l:a")) {
            assertThatThrownBy(() -> ColumnMasterKeys.parse(wrong)).as(wrong).isInstanceOf(InvalidDataException.class);
        }
    }
}
