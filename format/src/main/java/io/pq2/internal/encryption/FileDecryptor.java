package io.pq2.internal.encryption;

import io.pq2.encryption.DecryptionKeyRetriever;
import io.pq2.encryption.EncryptionScheme;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.AadPrefixException;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.KeyMaterialException;
import io.pq2.exception.ParquetException;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.exception.WrongKeyException;
import io.pq2.metadata.AesGcmCtrV1;
import io.pq2.metadata.AesGcmV1;
import io.pq2.metadata.ColumnCryptoMetaData;
import io.pq2.metadata.EncryptionAlgorithm;
import io.pq2.metadata.EncryptionWithColumnKey;
import io.pq2.metadata.EncryptionWithFooterKey;
import io.pq2.metadata.FileMetaData;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the keys of a file and decrypts its footer and column metadata. Thread-safe.
 *
 * <p>Each key is looked up once. Keys that were retrieved for this file are overwritten when its last user
 * {@linkplain #release releases} it; keys that were given explicitly stay, because other files may use them.
 */
public final class FileDecryptor {

    private final String file;
    /** Absent when the reader has no properties and therefore no keys. */
    private final @Nullable FileDecryptionProperties properties;

    private final FileAad aad;
    private final boolean ctrPages;
    private final byte @Nullable [] footerKeyMetadata;
    /** Whether the AAD prefix comes from the reader because the file does not store it. */
    private final boolean prefixSupplied;

    /** The number of users; the creator is the first. */
    private int users = 1;

    private @Nullable KeyLookup footerKey;
    private volatile boolean footerAuthentic;

    private final Map<ColumnKeyId, KeyLookup> columnKeys = new HashMap<>();
    /** The retrieved keys by their key metadata, because columns may share a key. */
    private final Map<ByteBuffer, FoundKey> retrievedKeys = new HashMap<>();

    /** A column and the key metadata of its chunk, absent when there is none. */
    private record ColumnKeyId(int column, @Nullable ByteBuffer keyMetadata) {}

    /** The result of looking for a key. */
    private sealed interface KeyLookup {}

    /** @param retrieved whether the key was retrieved for this file rather than given for any file */
    private record FoundKey(ModuleKey key, boolean retrieved) implements KeyLookup {}

    /**
     * @param detail which key is missing and why
     * @param cause the refusal of the retriever; absent when there was none
     */
    private record MissingKey(String detail, @Nullable KeyDeniedException cause) implements KeyLookup {}

    /** The fields that both algorithms have. */
    private record Algorithm(
            byte @Nullable [] prefix,
            byte @Nullable [] unique,
            @Nullable Boolean supplyPrefix,
            boolean ctrPages) {

        static Algorithm of(EncryptionAlgorithm algorithm, String file) {
            if (algorithm instanceof AesGcmV1 gcm) {
                return new Algorithm(gcm.aadPrefix(), gcm.aadFileUnique(), gcm.supplyAadPrefix(), false);
            }
            if (algorithm instanceof AesGcmCtrV1 ctr) {
                return new Algorithm(ctr.aadPrefix(), ctr.aadFileUnique(), ctr.supplyAadPrefix(), true);
            }
            throw new UnsupportedFeatureException("the encryption algorithm " + algorithm)
                    .locate(FileLocation.file(file));
        }
    }

    private FileDecryptor(
            String file,
            @Nullable FileDecryptionProperties properties,
            Algorithm algorithm,
            byte @Nullable [] prefix,
            byte @Nullable [] keyMetadata) {
        this.file = file;
        this.properties = properties;
        this.aad = new FileAad(prefix, algorithm.unique());
        this.ctrPages = algorithm.ctrPages();
        this.footerKeyMetadata = keyMetadata;
        this.prefixSupplied = prefix != null && algorithm.prefix() == null;
    }

    /**
     * Returns the decryptor of a file.
     *
     * @param file the location of the file
     * @param algorithm the algorithm in the file's metadata
     * @param footerKeyMetadata the metadata of the key that encrypts or signs the footer, absent for none
     * @param encryptedFooter whether the footer is encrypted; otherwise it is signed
     * @param properties the properties of the reader, absent for none: then there are no keys
     * @throws AadPrefixException if the AAD prefix is missing, not the expected one, or not verified
     * @throws TamperedFileException if the algorithm is weaker than required, or {@code aad_file_unique} does not have
     *     8 bytes
     */
    public static FileDecryptor of(
            String file,
            EncryptionAlgorithm algorithm,
            byte @Nullable [] footerKeyMetadata,
            boolean encryptedFooter,
            @Nullable FileDecryptionProperties properties) {
        Algorithm known = Algorithm.of(algorithm, file);
        checkScheme(file, known, properties);
        boolean mustBeSupplied = Boolean.TRUE.equals(known.supplyPrefix());
        byte[] prefix =
                AadPrefixes.of(file, known.prefix(), known.unique(), mustBeSupplied, encryptedFooter, properties);
        return new FileDecryptor(file, properties, known, prefix, footerKeyMetadata);
    }

    private static void checkScheme(String file, Algorithm algorithm, @Nullable FileDecryptionProperties properties) {
        EncryptionScheme required = properties == null ? null : properties.requiredScheme();
        if (required == EncryptionScheme.AES_GCM_V1 && algorithm.ctrPages()) {
            throw new TamperedFileException(
                    FileLocation.file(file),
                    "the file claims the algorithm " + EncryptionScheme.AES_GCM_CTR_V1
                            + ", which does not authenticate pages, but " + required + " is required: get the file"
                            + " from its source, or write it again with that algorithm");
        }
    }

    private @Nullable Provider provider() {
        return properties == null ? null : properties.provider();
    }

    /**
     * Decrypts a footer.
     *
     * @param start the index of its module
     * @param end the index after its module
     * @return the plaintext, a new array
     * @throws KeyDeniedException if there is no key
     * @throws WrongKeyException if the footer was encrypted with another key
     * @throws AadPrefixException if the footer was encrypted with another AAD prefix than the reader supplied
     * @throws TamperedFileException if the footer is not authentic
     */
    public byte[] footer(byte[] bytes, int start, int end) {
        FileLocation location = FileLocation.file(file);
        int length = end - start < ModuleLayout.GCM_OVERHEAD ? -1 : ModuleLayout.length(bytes, start);
        if (length < ModuleLayout.NONCE + ModuleLayout.TAG || length != end - start - ModuleLayout.LENGTH) {
            throw new TamperedFileException(
                    location,
                    "the encrypted footer was truncated or damaged: its length field is " + length + " but "
                            + (end - start - ModuleLayout.LENGTH) + " bytes follow");
        }
        ModuleDecryptor decryptor = moduleDecryptor(required(footerKey(), location, "the footer"));
        byte[] plain = new byte[length - ModuleLayout.NONCE - ModuleLayout.TAG];
        int nonceAt = start + ModuleLayout.LENGTH;
        if (decryptor.gcm(bytes, nonceAt, plain.length, aad.footer(), plain, 0)) {
            footerAuthentic = true;
            return plain;
        }
        if (!decryptor.beginsAsFooter(bytes, nonceAt, plain.length)) {
            throw new WrongKeyException(
                    location,
                    "the footer was not encrypted with the footer key that was given or found ("
                            + KeyMetadataText.of(footerKeyMetadata) + "): give the key that the file was written with");
        }
        if (prefixSupplied) {
            throw AadPrefixes.error(
                    file,
                    "the footer was encrypted with another AAD prefix than the given one:"
                            + " it is another file, or it was changed",
                    null);
        }
        throw new TamperedFileException(
                location,
                "the footer was changed, replaced or damaged: its tag does not match;"
                        + " get the file from its source again");
    }

    /**
     * Verifies the signature that follows a plaintext footer.
     *
     * @param start the index of the footer
     * @param length the length of the footer and its signature in bytes
     * @throws KeyDeniedException if there is no key and the properties do not allow unverified footers
     * @throws TamperedFileException if the signature does not match the footer
     */
    public void verifySignature(byte[] bytes, int start, int length) {
        FileLocation location = FileLocation.file(file);
        KeyLookup lookup = footerKey();
        if (lookup instanceof MissingKey && (properties == null || properties.unverifiedFooterAllowed())) {
            return;
        }
        int footer = length - ModuleLayout.SIGNATURE;
        ModuleDecryptor decryptor = moduleDecryptor(required(lookup, location, "the signature of the footer"));
        if (footer < 0 || !decryptor.verify(bytes, start, footer, bytes, start + footer, aad.footer())) {
            throw new TamperedFileException(
                    location,
                    "the footer was changed, or the footer key" + (prefixSupplied ? " or the AAD prefix" : "") + " ("
                            + KeyMetadataText.of(footerKeyMetadata) + ") is not the one that it was signed with");
        }
        footerAuthentic = true;
    }

    /**
     * Returns the GCM module of a new footer for the same file, encrypted with the key and the AAD of the old one.
     *
     * @throws IllegalStateException if the old footer was not found authentic
     */
    public byte[] encryptedFooter(byte[] plain) {
        byte[] module = new byte[Math.addExact(plain.length, ModuleLayout.GCM_OVERHEAD)];
        footerEncryptor().gcm(plain, 0, plain.length, aad.footer(), module, 0);
        return module;
    }

    /** Returns the signature of a new plaintext footer for the same file; otherwise as {@link #encryptedFooter}. */
    public byte[] footerSignature(byte[] plain) {
        return footerEncryptor().signature(plain, 0, plain.length, aad.footer());
    }

    private ModuleEncryptor footerEncryptor() {
        if (!footerAuthentic) {
            throw new IllegalStateException("the footer of the file was not found authentic");
        }
        ModuleKey key = required(footerKey(), FileLocation.file(file), "the footer");
        return new ModuleEncryptor(key, provider(), new SecureRandom());
    }

    /**
     * Checks that the columns of the file are encrypted as the reader requires.
     *
     * @throws TamperedFileException if they are not
     */
    public void checkColumns(FileMetaData footer, Schema schema) {
        if (properties != null) {
            ColumnProtection.check(file, footer, schema, properties);
        }
    }

    /** Whether the footer was decrypted or its signature verified. */
    public boolean footerAuthentic() {
        return footerAuthentic;
    }

    /** Whether a key for a column chunk is available. Looks it up if necessary. */
    public boolean hasKey(Column column, ColumnCryptoMetaData crypto) {
        return !(crypto instanceof ColumnCryptoMetaData.Unrecognized) && columnKey(column, crypto) instanceof FoundKey;
    }

    /**
     * Checks that a key for a column chunk is available. Looks it up if necessary.
     *
     * @param rowGroup the ordinal of the row group, for messages
     * @throws KeyDeniedException if there is no key
     */
    public void requireKey(int rowGroup, Column column, ColumnCryptoMetaData crypto) {
        key(rowGroup, column, crypto);
    }

    ModuleKey key(int rowGroup, Column column, ColumnCryptoMetaData crypto) {
        return required(columnKey(column, crypto), location(rowGroup, column), "the column");
    }

    ModuleDecryptor moduleDecryptor(ModuleKey key) {
        return new ModuleDecryptor(key, provider());
    }

    ChunkDecryptor chunk(ModuleDecryptor decryptor, int rowGroup, Column column) {
        return new ChunkDecryptor(decryptor, aad, ctrPages, location(rowGroup, column), column.index());
    }

    private FileLocation location(int rowGroup, Column column) {
        return new FileLocation(file, rowGroup, column.dottedPath(), -1, -1);
    }

    private static ModuleKey required(KeyLookup lookup, FileLocation location, String subject) {
        if (lookup instanceof FoundKey found) {
            return found.key();
        }
        MissingKey missing = (MissingKey) lookup;
        String detail = subject + " is encrypted with " + missing.detail();
        KeyDeniedException cause = missing.cause();
        throw cause == null ? new KeyDeniedException(location, detail, null) : cause.forModule(location, detail);
    }

    /**
     * Decrypts {@code encrypted_column_metadata}.
     *
     * @return the plaintext, a new array
     * @throws KeyDeniedException if there is no key
     * @throws WrongKeyException if the metadata was encrypted with another key
     * @throws TamperedFileException if the metadata is not authentic
     */
    public byte[] columnMetadata(int rowGroup, Column column, ColumnCryptoMetaData crypto, byte[] module) {
        ModuleDecryptor decryptor = moduleDecryptor(key(rowGroup, column, crypto));
        try {
            return chunk(decryptor, rowGroup, column)
                    .open(ModuleType.COLUMN_META_DATA, module, 0, module.length, -1, -1);
        } catch (TamperedFileException e) {
            // The metadata is part of the footer. If the footer is authentic, only the key can be wrong.
            if (footerAuthentic && crypto instanceof EncryptionWithColumnKey own) {
                throw new WrongKeyException(
                        location(rowGroup, column),
                        "the column was not encrypted with the key that was given or found ("
                                + KeyMetadataText.of(own.keyMetadata()) + "): give the key that it was written with");
            }
            throw e;
        }
    }

    private synchronized KeyLookup footerKey() {
        if (footerKey == null) {
            ModuleKey given = properties == null
                    ? null
                    : FileDecryptionKeys.of(properties).footerKey();
            footerKey = given != null
                    ? new FoundKey(given, false)
                    : retrieve(
                            FileLocation.file(file),
                            "the footer key " + KeyMetadataText.of(footerKeyMetadata),
                            footerKeyMetadata);
        }
        return footerKey;
    }

    private KeyLookup columnKey(Column column, ColumnCryptoMetaData crypto) {
        if (crypto instanceof EncryptionWithFooterKey) {
            return footerKey();
        }
        if (!(crypto instanceof EncryptionWithColumnKey own)) {
            throw new UnsupportedFeatureException("a column with an unknown kind of ColumnCryptoMetaData")
                    .locate(location(-1, column));
        }
        byte[] metadata = own.keyMetadata();
        ColumnKeyId id = new ColumnKeyId(column.index(), metadata == null ? null : ByteBuffer.wrap(metadata));
        synchronized (this) {
            KeyLookup lookup = columnKeys.get(id);
            if (lookup == null) {
                ModuleKey given = properties == null
                        ? null
                        : FileDecryptionKeys.of(properties).columnKey(column);
                lookup = given != null ? new FoundKey(given, false) : retrieveColumnKey(column, metadata);
                columnKeys.put(id, lookup);
            }
            return lookup;
        }
    }

    private KeyLookup retrieveColumnKey(Column column, byte @Nullable [] metadata) {
        ByteBuffer id = metadata == null ? null : ByteBuffer.wrap(metadata);
        FoundKey shared = id == null ? null : retrievedKeys.get(id);
        if (shared != null) {
            return shared;
        }
        KeyLookup lookup = retrieve(location(-1, column), "a key of its own " + KeyMetadataText.of(metadata), metadata);
        if (id != null && lookup instanceof FoundKey found) {
            retrievedKeys.put(id, found);
        }
        return lookup;
    }

    private KeyLookup retrieve(FileLocation location, String keyText, byte @Nullable [] metadata) {
        DecryptionKeyRetriever retriever =
                properties == null ? null : FileDecryptionKeys.of(properties).retriever();
        if (retriever == null) {
            return new MissingKey(keyText + ", but no key was given", null);
        }
        if (metadata == null) {
            return new MissingKey(keyText + ", so that it cannot be retrieved: give the key itself", null);
        }
        byte[] key;
        try {
            key = retriever.key(metadata.clone());
        } catch (KeyDeniedException e) {
            return new MissingKey(keyText + ", which was refused: " + e.getMessage(), e);
        } catch (CorruptFileException e) {
            // The file itself is intact: its key material, or the answer of the KMS, is not.
            throw new TamperedFileException(
                    location, keyText + ", whose key material is damaged or was changed: " + e.getMessage());
        } catch (UnsupportedFeatureException | UncheckedIOException e) {
            // The file may be intact: its key material is of another kind, or its storage fails.
            throw new KeyMaterialException(
                    location, "the key cannot be obtained for " + keyText + ": " + e.getMessage(), e);
        } catch (ParquetException e) {
            throw e.locate(location);
        }
        if (key == null) {
            return new MissingKey(keyText + ", which was not found", null);
        }
        try {
            return new FoundKey(ModuleKey.of("the key found by " + keyText, key), true);
        } catch (InvalidDataException e) {
            return new MissingKey(
                    keyText + ", for which an invalid key was found: " + e.getMessage(),
                    new KeyDeniedException(e.getMessage(), e));
        } finally {
            if (retriever.callerOwnsKeys()) {
                Arrays.fill(key, (byte) 0);
            }
        }
    }

    /** Adds a user, who must {@link #release} this decryptor. */
    public synchronized void retain() {
        users++;
    }

    /** Removes a user. After the last one has left, keys that were retrieved for this file are overwritten. */
    public synchronized void release() {
        users--;
        if (users == 0) {
            columnKeys.values().forEach(FileDecryptor::destroyRetrieved);
            destroyRetrieved(footerKey);
        }
    }

    private static void destroyRetrieved(@Nullable KeyLookup lookup) {
        if (lookup instanceof FoundKey found && found.retrieved()) {
            found.key().destroy();
        }
    }
}
