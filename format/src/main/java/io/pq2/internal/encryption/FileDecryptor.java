package io.pq2.internal.encryption;

import io.pq2.encryption.DecryptionKeyRetriever;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.AadPrefixException;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.EncryptionException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.KeyDeniedException;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.exception.WrongKeyException;
import io.pq2.metadata.AesGcmCtrV1;
import io.pq2.metadata.AesGcmV1;
import io.pq2.metadata.ColumnCryptoMetaData;
import io.pq2.metadata.EncryptionAlgorithm;
import io.pq2.metadata.EncryptionWithColumnKey;
import io.pq2.metadata.EncryptionWithFooterKey;
import io.pq2.schema.Column;
import java.nio.ByteBuffer;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the keys of a file, and what its modules are decrypted with. May be used by several threads at once. */
public final class FileDecryptor {

    private final String file;
    /** Null if nobody gave any. */
    private final FileDecryptionProperties properties;

    private final FileAad aad;
    private final boolean ctrPages;
    private final byte[] footerKeyMetadata;
    /** Whether the reader had to know the prefix. */
    private final boolean prefixSupplied;

    /** Whoever opened the file is the first. */
    private int users = 1;

    private KeyAnswer footerKey;
    /** Whether the footer was decrypted, or its signature verified. */
    private boolean footerAuthentic;

    private final Map<List<Object>, KeyAnswer> columnKeys = new HashMap<>();

    /**
     * What came of asking for a key, once.
     *
     * @param key null if it was denied
     * @param found whether it was found for this file and not given for any
     * @param denial what to tell whoever needs the key, without the place
     * @param cause the refusal, null if there was none
     */
    private record KeyAnswer(ModuleKey key, boolean found, String denial, KeyDeniedException cause) {

        static KeyAnswer given(ModuleKey key) {
            return new KeyAnswer(key, false, null, null);
        }

        static KeyAnswer denied(String denial, KeyDeniedException cause) {
            return new KeyAnswer(null, false, denial, cause);
        }
    }

    /** The two algorithms have the same fields. */
    private record Algorithm(byte[] prefix, byte[] unique, Boolean supplyPrefix, boolean ctrPages) {

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
            String file, FileDecryptionProperties properties, Algorithm algorithm, byte[] prefix, byte[] keyMetadata) {
        this.file = file;
        this.properties = properties;
        this.aad = new FileAad(prefix, algorithm.unique());
        this.ctrPages = algorithm.ctrPages();
        this.footerKeyMetadata = keyMetadata;
        this.prefixSupplied = prefix != null && algorithm.prefix() == null;
    }

    /**
     * What decrypts a file.
     *
     * @param file its location
     * @param algorithm what the file says
     * @param footerKeyMetadata what the file says about the key that its footer is encrypted or signed with, null for nothing
     * @param properties null if nobody gave any: then there are no keys
     * @throws AadPrefixException if the AAD prefix is missing or not the expected one
     */
    public static FileDecryptor of(
            String file, EncryptionAlgorithm algorithm, byte[] footerKeyMetadata, FileDecryptionProperties properties) {
        Algorithm known = Algorithm.of(algorithm, file);
        byte[] prefix = properties == null ? known.prefix() : prefix(file, known, properties);
        return new FileDecryptor(file, properties, known, prefix, footerKeyMetadata);
    }

    private static byte[] prefix(String file, Algorithm algorithm, FileDecryptionProperties properties) {
        byte[] stored = algorithm.prefix();
        byte[] supplied = properties.aadPrefix();
        if (stored != null) {
            if (supplied != null && !Arrays.equals(stored, supplied)) {
                throw prefixFault(
                        file,
                        "the file has another AAD prefix than the one that is expected: it is another file",
                        null);
            }
            verify(file, stored, properties);
            return stored;
        }
        if (supplied == null && Boolean.TRUE.equals(algorithm.supplyPrefix())) {
            throw prefixFault(
                    file,
                    "the file was encrypted with an AAD prefix that it does not store: its readers have to give it",
                    null);
        }
        if (supplied == null && properties.aadPrefixVerifier() != null) {
            throw prefixFault(file, "the AAD prefix is to be verified, and the file has none", null);
        }
        if (supplied != null && !Boolean.TRUE.equals(algorithm.supplyPrefix())) {
            throw prefixFault(
                    file,
                    "an AAD prefix is expected, and the file was encrypted without: it may be another file",
                    null);
        }
        return supplied;
    }

    private static void verify(String file, byte[] stored, FileDecryptionProperties properties) {
        if (properties.aadPrefixVerifier() == null) {
            return;
        }
        try {
            properties.aadPrefixVerifier().verify(file, stored.clone());
        } catch (AadPrefixException e) {
            throw prefixFault(file, "the file's AAD prefix was refused: " + e.getMessage(), e);
        }
    }

    private static AadPrefixException prefixFault(String file, String detail, AadPrefixException cause) {
        return new AadPrefixException(FileLocation.file(file), detail, cause);
    }

    private Provider provider() {
        return properties == null ? null : properties.provider();
    }

    /**
     * Decrypts a footer.
     *
     * @param start where its module begins
     * @param end where it ends
     * @throws KeyDeniedException if there is no key
     * @throws WrongKeyException if the key is another one
     * @throws AadPrefixException if the prefix that the reader gave does not fit
     * @throws TamperedFileException if the footer is not authentic
     */
    public byte[] footer(byte[] bytes, int start, int end) {
        FileLocation location = FileLocation.file(file);
        int length = end - start < Module.GCM_OVERHEAD ? -1 : Module.length(bytes, start);
        if (length < Module.NONCE + Module.TAG || length != end - start - Module.LENGTH) {
            throw new TamperedFileException(
                    location,
                    "the encrypted footer was cut off or damaged: its length is given as " + length
                            + " where there are " + (end - start - Module.LENGTH) + " bytes");
        }
        ModuleDecryptor decryptor = new ModuleDecryptor(required(footerKey(), location, "the footer"), provider());
        byte[] plain = new byte[length - Module.NONCE - Module.TAG];
        int nonceAt = start + Module.LENGTH;
        if (decryptor.gcm(bytes, nonceAt, plain.length, aad.footer(), plain, 0)) {
            footerAuthentic = true;
            return plain;
        }
        if (!decryptor.beginsAsFooter(bytes, nonceAt, plain.length)) {
            throw new WrongKeyException(
                    location,
                    "the footer is not encrypted with the footer key that was given or found ("
                            + KeyText.of(footerKeyMetadata) + "): give the key that the file was written with");
        }
        if (prefixSupplied) {
            throw prefixFault(
                    file,
                    "the AAD prefix that was given is not the one that the footer was encrypted with: it is another file, or it"
                            + " was changed",
                    null);
        }
        throw new TamperedFileException(
                location,
                "the footer was changed, exchanged or damaged: its tag does not fit; get the file from its source again");
    }

    /**
     * Verifies the signature behind a plaintext footer, if there is the key.
     *
     * @param start where the footer begins
     * @param length of the footer and its signature
     * @throws KeyDeniedException if there is no key and the reader does not do without
     * @throws TamperedFileException if it does not fit
     */
    public void verifySignature(byte[] bytes, int start, int length) {
        FileLocation location = FileLocation.file(file);
        KeyAnswer answer = footerKey();
        if (answer.key() == null && (properties == null || properties.unverifiedFooterAllowed())) {
            return;
        }
        ModuleKey key = required(answer, location, "the signature of the footer");
        int footer = length - Module.SIGNATURE;
        ModuleDecryptor decryptor = new ModuleDecryptor(key, provider());
        if (footer < 0 || !decryptor.verify(bytes, start, footer, bytes, start + footer, aad.footer())) {
            throw new TamperedFileException(
                    location,
                    "the footer was changed, or the footer key" + (prefixSupplied ? " or the AAD prefix" : "") + " ("
                            + KeyText.of(footerKeyMetadata) + ") is not the one that it was signed with");
        }
        footerAuthentic = true;
    }

    /**
     * Encrypts another footer for the same file: with the key and the AAD of the one that was decrypted, and with a nonce of its own.
     *
     * @throws IllegalStateException if none was
     */
    public byte[] encryptedFooter(byte[] plain) {
        byte[] module = new byte[Math.addExact(plain.length, Module.GCM_OVERHEAD)];
        footerEncryptor().gcm(plain, 0, plain.length, aad.footer(), module, 0);
        return module;
    }

    /** The signature of another plaintext footer for the same file, otherwise as {@link #encryptedFooter}. */
    public byte[] footerSignature(byte[] plain) {
        return footerEncryptor().signature(plain, 0, plain.length, aad.footer());
    }

    private ModuleEncryptor footerEncryptor() {
        if (!footerAuthentic) {
            throw new IllegalStateException("the footer in the file was not found to be authentic");
        }
        return new ModuleEncryptor(footerKey().key(), provider(), new SecureRandom());
    }

    /** Whether the footer was decrypted, or its signature verified. */
    public boolean footerAuthentic() {
        return footerAuthentic;
    }

    /** Whether there is a key for a column chunk; asks for it. */
    public boolean hasKey(Column column, ColumnCryptoMetaData crypto) {
        return !(crypto instanceof ColumnCryptoMetaData.Unrecognized)
                && answer(column, crypto).key() != null;
    }

    /**
     * What decrypts a column.
     *
     * @param rowGroup the ordinal of a row group, for messages
     * @throws KeyDeniedException if there is no key
     */
    public ModuleDecryptor column(int rowGroup, Column column, ColumnCryptoMetaData crypto) {
        return new ModuleDecryptor(key(rowGroup, column, crypto), provider());
    }

    /** The decryptor of a column in one of its chunks. */
    public ChunkDecryptor chunk(ModuleDecryptor decryptor, int rowGroup, Column column) {
        return new ChunkDecryptor(decryptor, aad, ctrPages, location(rowGroup, column), column.index());
    }

    private FileLocation location(int rowGroup, Column column) {
        return new FileLocation(file, rowGroup, column.dottedPath(), -1, -1);
    }

    /** The key of a column, otherwise as {@link #column}. */
    public ModuleKey key(int rowGroup, Column column, ColumnCryptoMetaData crypto) {
        return required(answer(column, crypto), location(rowGroup, column), "the column");
    }

    private static ModuleKey required(KeyAnswer answer, FileLocation location, String what) {
        if (answer.key() == null) {
            String detail = what + " is encrypted with " + answer.denial();
            throw answer.cause() == null
                    ? new KeyDeniedException(location, detail, null)
                    : answer.cause().toldOf(location, detail);
        }
        return answer.key();
    }

    /**
     * Decrypts column metadata that is encrypted on its own.
     *
     * @throws KeyDeniedException if there is no key
     * @throws WrongKeyException if the key is another one
     * @throws TamperedFileException if the metadata is not authentic
     */
    public byte[] columnMetadata(int rowGroup, Column column, ColumnCryptoMetaData crypto, byte[] module) {
        ModuleDecryptor decryptor = column(rowGroup, column, crypto);
        try {
            return chunk(decryptor, rowGroup, column)
                    .open(ModuleType.COLUMN_META_DATA, module, 0, module.length, -1, -1);
        } catch (TamperedFileException e) {
            // It stands in the footer: if that is authentic so is this, and there is only the key left.
            if (footerAuthentic && crypto instanceof EncryptionWithColumnKey own) {
                throw new WrongKeyException(
                        location(rowGroup, column),
                        "the column is not encrypted with the key that was given or found ("
                                + KeyText.of(own.keyMetadata()) + "): give the key that it was written with");
            }
            throw e;
        }
    }

    private synchronized KeyAnswer footerKey() {
        if (footerKey == null) {
            ModuleKey given = properties == null ? null : properties.footerKey();
            footerKey = given != null
                    ? KeyAnswer.given(given)
                    : retrieve(
                            FileLocation.file(file),
                            "the footer key " + KeyText.of(footerKeyMetadata),
                            footerKeyMetadata);
        }
        return footerKey;
    }

    private KeyAnswer answer(Column column, ColumnCryptoMetaData crypto) {
        if (crypto instanceof EncryptionWithFooterKey) {
            return footerKey();
        }
        if (!(crypto instanceof EncryptionWithColumnKey own)) {
            throw new UnsupportedFeatureException(
                            "a column that is encrypted in a way which this version does not know")
                    .locate(location(-1, column));
        }
        byte[] metadata = own.keyMetadata();
        List<Object> name = Arrays.asList(column.index(), metadata == null ? null : ByteBuffer.wrap(metadata));
        synchronized (this) {
            KeyAnswer answer = columnKeys.get(name);
            if (answer == null) {
                ModuleKey given = properties == null ? null : properties.columnKey(column);
                answer = given != null
                        ? KeyAnswer.given(given)
                        : retrieve(location(-1, column), "a key of its own " + KeyText.of(metadata), metadata);
                columnKeys.put(name, answer);
            }
            return answer;
        }
    }

    private KeyAnswer retrieve(FileLocation location, String what, byte[] metadata) {
        DecryptionKeyRetriever retriever = properties == null ? null : properties.keyRetriever();
        if (retriever == null) {
            return KeyAnswer.denied(what + ", and no key was given to read it with", null);
        }
        if (metadata == null) {
            return KeyAnswer.denied(what + ", by which none can be found: it has to be given", null);
        }
        byte[] key;
        try {
            key = retriever.key(metadata.clone());
        } catch (KeyDeniedException e) {
            return KeyAnswer.denied(what + ", which was refused: " + e.getMessage(), e);
        } catch (CorruptFileException e) {
            throw e.locate(location);
        } catch (UnsupportedFeatureException e) {
            throw e.locate(location);
        } catch (EncryptionException e) {
            throw e.locate(location);
        }
        if (key == null) {
            return KeyAnswer.denied(what + ", which was not found", null);
        }
        try {
            return new KeyAnswer(ModuleKey.of("the key found by " + what, key), true, null, null);
        } catch (InvalidDataException e) {
            return KeyAnswer.denied(
                    what + ", for which no key was found: " + e.getMessage(),
                    new KeyDeniedException(e.getMessage(), e));
        } finally {
            if (retriever.handsOver()) {
                Arrays.fill(key, (byte) 0);
            }
        }
    }

    /** Somebody else uses it, until {@link #release}. */
    public synchronized void retain() {
        users++;
    }

    /** Somebody does not use it any more; once nobody does, the keys that were found for this file are overwritten. */
    public synchronized void release() {
        users--;
        if (users == 0) {
            destroy();
        }
    }

    /** Those that were given stay, for other files. */
    private void destroy() {
        columnKeys.values().forEach(FileDecryptor::destroy);
        if (footerKey != null) {
            destroy(footerKey);
        }
    }

    private static void destroy(KeyAnswer answer) {
        if (answer.found()) {
            answer.key().destroy();
        }
    }
}
