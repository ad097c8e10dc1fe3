package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.AadPrefixException;
import io.pq2.exception.TamperedFileException;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.io.MemoryInputFile;
import io.pq2.read.AttackedFile.Layout;
import io.pq2.vector.Batch;
import io.pq2.write.VectorRows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A page of numbers that an attacker chose poses as the footer of a file with the attacker's rows. */
class ForgedFooterTest {

    private static final String TABLE = "pay/1;";
    private static final byte[] COLUMN_KEY_METADATA = "kc".getBytes(StandardCharsets.UTF_8);

    private final ForgedFooter forged = ForgedFooter.ofOwnData();

    @TempDir
    Path directory;

    private static List<Object> read(byte[] bytes, FileDecryptionProperties keys) throws IOException {
        List<Object> rows = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("forged", bytes), ReadOptions.DEFAULT, keys);
                BatchReader batches = file.scan().open()) {
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                rows.addAll(VectorRows.rows(batch));
            }
        }
        return rows;
    }

    private byte[] table(ModuleType type, String prefix) {
        return forged.table(
                AttackedFile.encryption(EncryptionScheme.AES_GCM_V1, Layout.ENCRYPTED_FOOTER)
                        .aadPrefix(prefix == null ? null : prefix.getBytes(StandardCharsets.UTF_8))
                        .build(),
                type);
    }

    /** Returns the rows that parquet-java reads, which takes the forged footer for authentic. */
    private List<Object> parquetJavaRows(byte[] bytes, byte[] key) throws IOException {
        Path path = Files.write(directory.resolve("forged.parquet"), bytes);
        var keys = org.apache.parquet.crypto.FileDecryptionProperties.builder()
                .withFooterKey(key)
                .build();
        List<Object> rows = new ArrayList<>();
        List<List<List<ColumnEntries.Entry>>> groups = ParquetJavaColumns.read(path, keys);
        assertThat(groups).hasSize(1);
        for (int row = 0; row < groups.get(0).get(0).size(); row++) {
            List<Object> values = new ArrayList<>();
            for (List<ColumnEntries.Entry> column : groups.get(0)) {
                values.add(column.get(row).value());
            }
            rows.add(values);
        }
        return rows;
    }

    @ParameterizedTest
    @EnumSource(names = {"DATA_PAGE", "DICTIONARY_PAGE"})
    void aLongUniqueIsRefused(ModuleType type) throws IOException {
        FileDecryptionProperties keys = AttackedFile.decryption()
                .unverifiedAadPrefixAllowed(true)
                .requiredScheme(EncryptionScheme.AES_GCM_V1)
                .build();
        byte[] table = table(type, null);
        byte[] file = forged.file(table, ForgedFooter.page(table, keys, type), 0, null);
        assertThat(parquetJavaRows(file, AttackedFile.KEY)).isEqualTo(forged.rows());
        assertThatThrownBy(() -> read(file, keys))
                .isInstanceOf(TamperedFileException.class)
                .hasMessageContaining("forged")
                .hasMessageContaining("aad_file_unique has " + (type == ModuleType.DATA_PAGE ? 14 : 12) + " bytes");
    }

    @ParameterizedTest
    @EnumSource(names = {"DATA_PAGE", "DICTIONARY_PAGE"})
    void aMadeUpPrefixIsRefusedUnlessAllowed(ModuleType type) throws IOException {
        for (String prefix : new String[] {null, TABLE}) {
            byte[] table = table(type, prefix);
            FileDecryptionProperties allowing =
                    AttackedFile.decryption().unverifiedAadPrefixAllowed(true).build();
            StoredModule page = ForgedFooter.page(table, allowing, type);
            byte[] file =
                    forged.file(table, page, forged.prefixLengths(table, page).get(1), null);
            assertThat(parquetJavaRows(file, AttackedFile.KEY)).isEqualTo(forged.rows());
            assertThat(read(file, allowing)).isEqualTo(forged.rows());

            assertThatThrownBy(() -> read(file, AttackedFile.decryption().build()))
                    .isInstanceOf(AadPrefixException.class)
                    .hasMessageContaining("forged")
                    .hasMessageContaining("pq2.encryption.aadPrefix")
                    .hasMessageContaining("pq2.encryption.unverifiedAadPrefixes");
            assertThatThrownBy(() -> read(
                            file, AttackedFile.decryption().aadPrefix(TABLE).build()))
                    .isInstanceOf(AadPrefixException.class);
            assertThatThrownBy(() -> read(
                            file,
                            AttackedFile.decryption()
                                    .aadPrefixVerifier((any, stored) -> {
                                        if (!new String(stored, StandardCharsets.UTF_8).equals(TABLE)) {
                                            throw new AadPrefixException("another table");
                                        }
                                    })
                                    .build()))
                    .isInstanceOf(AadPrefixException.class)
                    .hasMessageContaining("another table");
        }
    }

    /** The key of a column serves as well if the attacker knows its key metadata, which a signed footer shows. */
    @Test
    void aPageUnderAColumnsKeyIsRefusedToo() throws IOException {
        Map<String, byte[]> keysByMetadata = Map.of("kf", AttackedFile.KEY, "kc", AttackedFile.COLUMN_KEY);
        FileDecryptionProperties keys = FileDecryptionProperties.builder()
                .keyRetriever(metadata -> keysByMetadata.get(new String(metadata, StandardCharsets.UTF_8)))
                .build();
        byte[] table = forged.table(
                io.pq2.encryption.FileEncryptionProperties.builder(AttackedFile.KEY)
                        .footerKeyMetadata("kf".getBytes(StandardCharsets.UTF_8))
                        .column("a", AttackedFile.COLUMN_KEY, COLUMN_KEY_METADATA)
                        .otherColumns(true)
                        .build(),
                ModuleType.DATA_PAGE);
        StoredModule page = ForgedFooter.page(table, keys, ModuleType.DATA_PAGE);
        byte[] file = forged.file(table, page, 0, COLUMN_KEY_METADATA);
        assertThat(parquetJavaRows(file, AttackedFile.COLUMN_KEY)).isEqualTo(forged.rows());
        assertThatThrownBy(() -> read(file, keys)).isInstanceOf(TamperedFileException.class);
    }

    @Test
    void filesThatStoreTheExpectedPrefixAreRead() throws IOException {
        byte[] table = table(ModuleType.DATA_PAGE, TABLE);
        for (FileDecryptionProperties keys : List.of(
                AttackedFile.decryption().aadPrefix(TABLE).build(),
                AttackedFile.decryption()
                        .aadPrefixVerifier((file, prefix) -> {})
                        .build(),
                AttackedFile.decryption().unverifiedAadPrefixAllowed(true).build())) {
            assertThat(read(table, keys)).hasSize(forged.footer().length / Long.BYTES);
        }
        assertThatThrownBy(() -> read(table, AttackedFile.decryption().build())).isInstanceOf(AadPrefixException.class);
    }

    /** The footer contains the prefix and the random part of the AAD, so that no page can contain it. */
    @Test
    void aPrefixInASignedFooterNeedsNoCheck() throws IOException {
        byte[] table = AttackedFile.write(
                forged.rows(),
                AttackedFile.options()
                        .encryption(AttackedFile.encryption(EncryptionScheme.AES_GCM_V1, Layout.SIGNED_FOOTER)
                                .aadPrefix(TABLE)
                                .build())
                        .build());
        assertThat(read(table, AttackedFile.decryption().build())).isEqualTo(forged.rows());
    }
}
