package io.pq2.internal.encryption;

import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.metadata.AesGcmCtrV1;
import io.pq2.metadata.AesGcmV1;
import io.pq2.metadata.ColumnCryptoMetaData;
import io.pq2.metadata.EncryptionAlgorithm;
import io.pq2.metadata.EncryptionWithColumnKey;
import io.pq2.metadata.EncryptionWithFooterKey;
import io.pq2.schema.Column;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/** Encrypts one file. Different threads may use the encryptors of different columns. */
public final class FileEncryptor {

    private final FileEncryptionProperties properties;
    private final FileEncryptionKeys keys;
    private final SecureRandom random = new SecureRandom();
    private final byte[] unique = new byte[FileAad.UNIQUE_BYTES];
    private final FileAad aad;
    private final ModuleEncryptor footer;

    /** Creates an encryptor for a new file. */
    public FileEncryptor(FileEncryptionProperties properties) {
        this.properties = properties;
        this.keys = FileEncryptionKeys.of(properties);
        random.nextBytes(unique);
        this.aad = new FileAad(properties.aadPrefix(), unique);
        this.footer = encryptor(keys.footerKey());
    }

    private ModuleEncryptor encryptor(EncryptionKey key) {
        return new ModuleEncryptor(key.key(), properties.provider(), random);
    }

    /** Whether the footer is signed instead of encrypted. */
    public boolean plaintextFooter() {
        return properties.plaintextFooter();
    }

    /** Returns the algorithm as the file's metadata stores it. */
    public EncryptionAlgorithm algorithm() {
        byte[] prefix = properties.aadPrefix();
        byte[] stored = properties.aadPrefixStored() ? prefix : null;
        Boolean supply = prefix != null && stored == null ? Boolean.TRUE : null;
        return properties.scheme() == EncryptionScheme.AES_GCM_V1
                ? new AesGcmV1(stored, unique.clone(), supply)
                : new AesGcmCtrV1(stored, unique.clone(), supply);
    }

    /** Returns the footer's key metadata; absent when there is none. */
    public byte @Nullable [] footerKeyMetadata() {
        return keys.footerKey().metadata();
    }

    /** Returns the GCM module of a footer. */
    public byte[] footer(byte[] plain) {
        byte[] module = new byte[Math.addExact(plain.length, ModuleLayout.GCM_OVERHEAD)];
        footer.gcm(plain, 0, plain.length, aad.footer(), module, 0);
        return module;
    }

    /** Returns the signature of a plaintext footer. */
    public byte[] signature(byte[] plain) {
        return footer.signature(plain, 0, plain.length, aad.footer());
    }

    /**
     * Returns the encryptor of a column, at its first row group; absent when the column is not encrypted.
     *
     * @throws InvalidDataException if the format has no AAD for the column because its index is too large
     */
    public @Nullable ChunkEncryptor column(Column column) {
        EncryptionKey key = keys.columnKey(column);
        if (key == null) {
            return null;
        }
        if (column.index() > FileAad.MAX_ORDINAL) {
            throw new InvalidDataException("the column " + column.dottedPath() + " cannot be encrypted: its index "
                    + column.index() + " exceeds " + FileAad.MAX_ORDINAL + ", the largest column of an AAD");
        }
        boolean ctrPages = properties.scheme() == EncryptionScheme.AES_GCM_CTR_V1;
        return new ChunkEncryptor(encryptor(key), aad, ctrPages, column);
    }

    /** Returns the {@code crypto_metadata} of a column's chunks; absent when the column is not encrypted. */
    public @Nullable ColumnCryptoMetaData crypto(Column column) {
        EncryptionKey key = keys.columnKey(column);
        if (key == null) {
            return null;
        }
        return key.isFooterKey()
                ? new EncryptionWithFooterKey()
                : new EncryptionWithColumnKey(column.path(), key.metadata());
    }
}
