package io.pq2.read;

import io.pq2.encryption.DecryptionKeyRetriever;
import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.DataPageVersion;
import io.pq2.write.WriteOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.crypto.ColumnEncryptionProperties;
import org.apache.parquet.crypto.ParquetCipher;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.ColumnPath;

/**
 * A way to encrypt the columns of {@link EncryptionRows}, for pq2 and for parquet-java.
 *
 * @param keyLength the length of all keys in bytes
 * @param indexes whether the file has page indexes
 */
public record EncryptionMode(
        EncryptionScheme scheme,
        boolean plaintextFooter,
        int keyLength,
        Keys keys,
        Prefix prefix,
        DataPageVersion pages,
        boolean dictionary,
        boolean bloomFilters,
        boolean indexes) {

    private static final String AAD_PREFIX = "rows of a day";

    /** The choice of keys for columns. */
    public enum Keys {
        /** The footer key encrypts all columns. */
        UNIFORM,
        /** A column and a group have keys, the footer key encrypts one column, the others are not encrypted. */
        SOME,
        /** A column and a group have keys, the footer key encrypts the others. */
        COMPLETE
    }

    /** Whether the file has an AAD prefix, and whether it stores the prefix or the reader supplies it. */
    public enum Prefix {
        NONE,
        STORED,
        SUPPLIED
    }

    /** Returns a mode for each scheme, footer, choice of keys and prefix. The remaining properties are random. */
    public static List<EncryptionMode> all() {
        Random random = new Random(20);
        List<EncryptionMode> modes = new ArrayList<>();
        for (EncryptionScheme scheme : EncryptionScheme.values()) {
            for (boolean plaintextFooter : new boolean[] {false, true}) {
                for (Keys keys : Keys.values()) {
                    for (Prefix prefix : Prefix.values()) {
                        modes.add(new EncryptionMode(
                                scheme,
                                plaintextFooter,
                                16 + 8 * random.nextInt(3),
                                keys,
                                prefix,
                                random.nextBoolean() ? DataPageVersion.V1 : DataPageVersion.V2,
                                random.nextBoolean(),
                                random.nextBoolean(),
                                random.nextBoolean()));
                    }
                }
            }
        }
        return modes;
    }

    /** Returns a mode with all features. */
    public static EncryptionMode of(EncryptionScheme scheme, boolean plaintextFooter) {
        return new EncryptionMode(
                scheme, plaintextFooter, 16, Keys.SOME, Prefix.NONE, DataPageVersion.V1, true, true, true);
    }

    public EncryptionMode withPrefix(Prefix other) {
        return new EncryptionMode(
                scheme, plaintextFooter, keyLength, keys, other, pages, dictionary, bloomFilters, indexes);
    }

    static byte[] key(String name, int length) {
        byte[] key = new byte[length];
        new Random(name.hashCode()).nextBytes(key);
        return key;
    }

    private byte[] key(String name) {
        return key(name, keyLength);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    FileEncryptionProperties encryption() {
        FileEncryptionProperties.Builder builder = FileEncryptionProperties.builder(key("kf"))
                .footerKeyMetadata(bytes("kf"))
                .scheme(scheme)
                .plaintextFooter(plaintextFooter)
                .aadPrefix(prefix == Prefix.NONE ? null : bytes(AAD_PREFIX))
                .aadPrefixStored(prefix != Prefix.SUPPLIED);
        if (keys != Keys.UNIFORM) {
            builder.column("name", key("kn"), bytes("kn"))
                    .column("place", key("kp"), bytes("kp"))
                    .columnUnderFooterKey("score")
                    .otherColumns(keys == Keys.COMPLETE);
        }
        return builder.build();
    }

    public WriteOptions.Builder writeOptions() {
        return WriteOptions.builder()
                .encryption(encryption())
                .dataPageVersion(pages)
                .dictionary(dictionary)
                .bloomFilter(bloomFilters ? BloomFilterOptions.ON : BloomFilterOptions.OFF)
                .pageIndexes(indexes)
                .rowGroupRows(EncryptionRows.ROW_GROUP)
                .pageRows(100);
    }

    public DecryptionKeyRetriever retriever() {
        return metadata -> key(new String(metadata, StandardCharsets.UTF_8));
    }

    public FileDecryptionProperties.Builder decryption() {
        FileDecryptionProperties.Builder builder =
                FileDecryptionProperties.builder().keyRetriever(retriever()).unverifiedAadPrefixAllowed(true);
        return prefix == Prefix.SUPPLIED ? builder.aadPrefix(AAD_PREFIX) : builder;
    }

    org.apache.parquet.crypto.FileDecryptionProperties parquetJavaDecryption() {
        return parquetJavaDecryption(metadata -> retriever().key(metadata));
    }

    @SuppressWarnings("exports") // Tests in other packages pass it to parquet-java.
    public org.apache.parquet.crypto.FileDecryptionProperties parquetJavaDecryption(
            org.apache.parquet.crypto.DecryptionKeyRetriever retriever) {
        org.apache.parquet.crypto.FileDecryptionProperties.Builder builder =
                org.apache.parquet.crypto.FileDecryptionProperties.builder().withKeyRetriever(retriever);
        return (prefix == Prefix.SUPPLIED ? builder.withAADPrefix(bytes(AAD_PREFIX)) : builder).build();
    }

    private org.apache.parquet.crypto.FileEncryptionProperties parquetJavaEncryption() {
        org.apache.parquet.crypto.FileEncryptionProperties.Builder builder =
                org.apache.parquet.crypto.FileEncryptionProperties.builder(key("kf"))
                        .withFooterKeyMetadata(bytes("kf"))
                        .withAlgorithm(
                                scheme == EncryptionScheme.AES_GCM_V1
                                        ? ParquetCipher.AES_GCM_V1
                                        : ParquetCipher.AES_GCM_CTR_V1);
        if (plaintextFooter) {
            builder.withPlaintextFooter();
        }
        if (prefix != Prefix.NONE) {
            builder.withAADPrefix(bytes(AAD_PREFIX));
        }
        if (prefix == Prefix.SUPPLIED) {
            builder.withoutAADPrefixStorage();
        }
        if (keys != Keys.UNIFORM) {
            Map<ColumnPath, ColumnEncryptionProperties> columns = new HashMap<>();
            add(columns, "name", "kn");
            add(columns, "place.lat", "kp");
            add(columns, "place.lon", "kp");
            add(columns, "score", null);
            builder.withEncryptedColumns(columns);
        }
        if (keys == Keys.COMPLETE) {
            builder.withCompleteColumnEncryption();
        }
        return builder.build();
    }

    private void add(Map<ColumnPath, ColumnEncryptionProperties> columns, String path, String name) {
        ColumnEncryptionProperties.Builder column = ColumnEncryptionProperties.builder(ColumnPath.fromDotString(path));
        if (name != null) {
            column.withKey(key(name)).withKeyMetaData(bytes(name));
        }
        columns.put(ColumnPath.fromDotString(path), column.build());
    }

    /** Configures a writer of parquet-java for this mode. */
    ExampleParquetWriter.Builder apply(ExampleParquetWriter.Builder writer) {
        return writer.withEncryption(parquetJavaEncryption())
                .withWriterVersion(pages == DataPageVersion.V1 ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0)
                .withDictionaryEncoding(dictionary)
                .withBloomFilterEnabled("id", bloomFilters)
                .withBloomFilterNDV("id", 500)
                .withPageRowCountLimit(100)
                .withRowGroupSize(8_000L)
                .withMinRowCountForPageSizeCheck(50)
                .withMaxRowCountForPageSizeCheck(50);
    }
}
