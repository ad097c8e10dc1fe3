package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.TamperedFileException;
import io.pq2.io.MemoryInputFile;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What readers can require of the encryption of columns. */
class RequiredEncryptionTest {

    private static final EncryptionMode SOME = EncryptionMode.of(EncryptionScheme.AES_GCM_V1, false);

    private static EncryptionMode mode(EncryptionMode.Keys keys, boolean plaintextFooter) {
        return new EncryptionMode(
                SOME.scheme(),
                plaintextFooter,
                SOME.keyLength(),
                keys,
                SOME.prefix(),
                SOME.pages(),
                SOME.dictionary(),
                SOME.bloomFilters(),
                SOME.indexes());
    }

    private static void open(byte[] bytes, FileDecryptionProperties.Builder keys) throws IOException {
        ParquetFile.open(new MemoryInputFile("checked", bytes), ReadOptions.DEFAULT, keys.build())
                .close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void refusesUnencryptedColumnsIfAllAreRequired(boolean plaintextFooter) throws IOException {
        byte[] some = EncryptionRows.write(
                mode(EncryptionMode.Keys.SOME, plaintextFooter).writeOptions().build());
        FileDecryptionProperties.Builder keys = SOME.decryption().plaintextFilesAllowed(true);
        open(some, keys);
        assertThatThrownBy(() -> open(some, keys.requireAllColumnsEncrypted(true)))
                .isInstanceOf(TamperedFileException.class)
                .hasMessageContaining("checked")
                .hasMessageContaining("row group 0")
                .hasMessageContaining("column id")
                .hasMessageContaining("is not encrypted")
                .hasMessageContaining("pq2.encryption.requiredColumns");
        for (EncryptionMode.Keys complete : List.of(EncryptionMode.Keys.COMPLETE, EncryptionMode.Keys.UNIFORM)) {
            open(
                    EncryptionRows.write(
                            mode(complete, plaintextFooter).writeOptions().build()),
                    keys);
        }
    }

    @Test
    void refusesNamedColumnsInAnyCase() {
        byte[] some = EncryptionRows.write(SOME.writeOptions().build());
        for (String encrypted :
                List.of("name", "place", "PLACE", "place.lat", "Score", "absent", "nam", "names", "i")) {
            assertThatCode(() -> open(some, SOME.decryption().requireEncryptedColumn(encrypted)))
                    .as(encrypted)
                    .doesNotThrowAnyException();
        }
        for (String unencrypted : List.of("id", "ID")) {
            assertThatThrownBy(() -> open(
                            some,
                            SOME.decryption().requireEncryptedColumn("name").requireEncryptedColumn(unencrypted)))
                    .as(unencrypted)
                    .isInstanceOf(TamperedFileException.class)
                    .hasMessageContaining("column id");
        }
    }

    @Test
    void refusesUnencryptedFilesIfAColumnIsRequired() {
        byte[] plain = EncryptionRows.write(WriteOptions.DEFAULT);
        FileDecryptionProperties.Builder keys = SOME.decryption().plaintextFilesAllowed(true);
        assertThatCode(() -> open(plain, keys)).doesNotThrowAnyException();
        assertThatThrownBy(() -> open(plain, keys.requireEncryptedColumn("name")))
                .isInstanceOf(TamperedFileException.class)
                .hasMessageContaining("not encrypted");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void refusesColumnsUnderTheFooterKeyOnRequest(boolean plaintextFooter) throws IOException {
        byte[] some = EncryptionRows.write(
                mode(EncryptionMode.Keys.SOME, plaintextFooter).writeOptions().build());
        open(some, SOME.decryption());
        assertThatThrownBy(() -> open(some, SOME.decryption().columnsUnderFooterKeyAllowed(false)))
                .isInstanceOf(TamperedFileException.class)
                .hasMessageContaining("column score")
                .hasMessageContaining("with the key of the footer")
                .hasMessageContaining("pq2.encryption.columnsUnderFooterKey");
    }

    @Test
    void requirementsAreReported() {
        assertThat(FileDecryptionProperties.builder().build().requiresEncryptedColumns())
                .isFalse();
        FileDecryptionProperties keys = FileDecryptionProperties.builder()
                .requireEncryptedColumn("a")
                .plaintextFilesAllowed(true)
                .build();
        assertThat(keys.requiresEncryptedColumns()).isTrue();
        assertThat(keys.plaintextFilesAllowed()).isFalse();
    }
}
