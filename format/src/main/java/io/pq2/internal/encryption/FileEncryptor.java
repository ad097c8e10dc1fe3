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

/** Encrypts one file. What it makes for a column may be used by another thread than what it makes for others. */
public final class FileEncryptor {

    /** Bytes of what tells files without AAD prefix apart; as many as parquet-java and Arrow C++ take. */
    private static final int UNIQUE = 8;

    private final FileEncryptionProperties properties;
    private final SecureRandom random = new SecureRandom();
    private final byte[] unique = new byte[UNIQUE];
    private final FileAad aad;
    private final ModuleEncryptor footer;

    /** Begins a file. */
    public FileEncryptor(FileEncryptionProperties properties) {
        this.properties = properties;
        random.nextBytes(unique);
        this.aad = new FileAad(properties.aadPrefix(), unique);
        this.footer = encryptor(properties.footerKey());
    }

    private ModuleEncryptor encryptor(KeyChoice choice) {
        return new ModuleEncryptor(choice.key(), properties.provider(), random);
    }

    /** Whether the footer is signed and not encrypted. */
    public boolean plaintextFooter() {
        return properties.plaintextFooter();
    }

    /** What the file says about how it is encrypted. */
    public EncryptionAlgorithm algorithm() {
        byte[] prefix = properties.aadPrefix();
        byte[] stored = properties.aadPrefixStored() ? prefix : null;
        Boolean supply = prefix != null && stored == null ? Boolean.TRUE : null;
        return properties.scheme() == EncryptionScheme.AES_GCM_V1
                ? new AesGcmV1(stored, unique.clone(), supply)
                : new AesGcmCtrV1(stored, unique.clone(), supply);
    }

    /** What the file says about the footer's key, null for nothing. */
    public byte[] footerKeyMetadata() {
        return properties.footerKey().metadata();
    }

    /** A footer as it stands in the file, a module. */
    public byte[] footer(byte[] plain) {
        byte[] module = new byte[Math.addExact(plain.length, Module.GCM_OVERHEAD)];
        footer.gcm(plain, 0, plain.length, aad.footer(), module, 0);
        return module;
    }

    /** The signature that stands behind a plaintext footer. */
    public byte[] signature(byte[] plain) {
        return footer.signature(plain, 0, plain.length, aad.footer());
    }

    /** What encrypts a column, from its first row group on; null if it is not encrypted. */
    public ChunkEncryptor column(Column column) {
        KeyChoice choice = properties.key(column);
        if (choice == null) {
            return null;
        }
        if (column.index() > FileAad.MOST) {
            throw new InvalidDataException(
                    "the column " + column.dottedPath() + " cannot be encrypted: it comes behind " + (FileAad.MOST + 1)
                            + " others, and the format has no AAD for it");
        }
        boolean ctrPages = properties.scheme() == EncryptionScheme.AES_GCM_CTR_V1;
        return new ChunkEncryptor(encryptor(choice), aad, ctrPages, column);
    }

    /** What the file says about the key of a column, null if the column is not encrypted. */
    public ColumnCryptoMetaData crypto(Column column) {
        KeyChoice choice = properties.key(column);
        if (choice == null) {
            return null;
        }
        return choice.ofFooter()
                ? new EncryptionWithFooterKey()
                : new EncryptionWithColumnKey(column.path(), choice.metadata());
    }
}
