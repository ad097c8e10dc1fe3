package io.pq2.bench.encrypt;

import io.pq2.bench.decode.FileKeys;
import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.encryption.FileEncryptionProperties;
import java.util.Arrays;
import org.apache.parquet.crypto.ParquetCipher;
import org.jspecify.annotations.Nullable;

/** The encryption of a file: all columns and the footer with one key, and defaults for everything else. */
public enum Protection {
    NONE("none", null, 0),
    GCM_128("GCM, 128 bits", EncryptionScheme.AES_GCM_V1, 16),
    GCM_256("GCM, 256 bits", EncryptionScheme.AES_GCM_V1, 32),
    CTR_128("GCM and CTR, 128 bits", EncryptionScheme.AES_GCM_CTR_V1, 16);

    private final String title;
    /** Absent without encryption. */
    private final @Nullable EncryptionScheme scheme;

    private final int keyLength;

    Protection(String title, @Nullable EncryptionScheme scheme, int keyLength) {
        this.title = title;
        this.scheme = scheme;
        this.keyLength = keyLength;
    }

    private byte[] key() {
        byte[] key = new byte[keyLength];
        Arrays.fill(key, (byte) 'k');
        return key;
    }

    /** Returns the name in the tables. */
    String title() {
        return title;
    }

    /** Returns the properties for pq2's writer; absent without encryption. */
    @Nullable
    FileEncryptionProperties ours() {
        return scheme == null
                ? null
                : FileEncryptionProperties.builder(key()).scheme(scheme).build();
    }

    /** Returns the properties for parquet-java's writer; absent without encryption. */
    org.apache.parquet.crypto.@Nullable FileEncryptionProperties theirs() {
        return scheme == null
                ? null
                : org.apache.parquet.crypto.FileEncryptionProperties.builder(key())
                        .withAlgorithm(ParquetCipher.valueOf(scheme.name()))
                        .build();
    }

    /** Returns the keys for both readers. */
    FileKeys keys() {
        return this == NONE
                ? FileKeys.NONE
                : new FileKeys(
                        FileDecryptionProperties.builder().footerKey(key()).build(),
                        org.apache.parquet.crypto.FileDecryptionProperties.builder()
                                .withFooterKey(key())
                                .build());
    }
}
