package io.pq2.encryption;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.encryption.ColumnKeys;
import io.pq2.internal.encryption.ModuleKey;
import io.pq2.schema.Column;
import java.nio.charset.StandardCharsets;
import java.security.Provider;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** With which keys encrypted files are read, and what is expected of them. Immutable, but for {@link #destroy}; serves any number of files. */
public final class FileDecryptionProperties {

    private final ModuleKey footerKey;
    private final ColumnKeys<ModuleKey> columnKeys;
    private final DecryptionKeyRetriever keyRetriever;
    private final byte[] aadPrefix;
    private final AadPrefixVerifier aadPrefixVerifier;
    private final boolean plaintextFilesAllowed;
    private final boolean unverifiedFooterAllowed;
    private final Provider provider;

    private FileDecryptionProperties(Builder builder) {
        footerKey = builder.footerKey;
        columnKeys = new ColumnKeys<>(builder.columnKeys);
        keyRetriever = builder.keyRetriever;
        aadPrefix = builder.aadPrefix;
        aadPrefixVerifier = builder.aadPrefixVerifier;
        plaintextFilesAllowed = builder.plaintextFilesAllowed;
        unverifiedFooterAllowed = builder.unverifiedFooterAllowed;
        provider = builder.provider;
    }

    /** A builder without keys. */
    public static Builder builder() {
        return new Builder();
    }

    /** The key of footers that was given, null if none was; nobody outside of this module can use it. */
    @SuppressWarnings("exports") // the type's package keeps others from the key
    public ModuleKey footerKey() {
        return footerKey;
    }

    /** The key of a column that was given, null if none was; nobody outside of this module can use it. */
    @SuppressWarnings("exports") // the type's package keeps others from the key
    public ModuleKey columnKey(Column column) {
        return columnKeys.get(column);
    }

    /** Who finds the keys that were not given, null if nobody does. */
    public DecryptionKeyRetriever keyRetriever() {
        return keyRetriever;
    }

    /** The AAD prefix that files are said to be encrypted with, null for the one that each file stores. */
    public byte[] aadPrefix() {
        return aadPrefix == null ? null : aadPrefix.clone();
    }

    /** Who judges the AAD prefix that a file stores, null if nobody does. */
    public AadPrefixVerifier aadPrefixVerifier() {
        return aadPrefixVerifier;
    }

    /** Whether files that are not encrypted are read too; false unless set, for an encrypted file might have been exchanged for one. */
    public boolean plaintextFilesAllowed() {
        return plaintextFilesAllowed;
    }

    /**
     * Whether a file is read whose plaintext footer is signed with a key that is not to be had; false unless set. With the key, the
     * signature is verified in any case.
     */
    public boolean unverifiedFooterAllowed() {
        return unverifiedFooterAllowed;
    }

    /** Whose AES is used; null (the default) for the JDK's choice. */
    public Provider provider() {
        return provider;
    }

    /** Overwrites the keys that were given. No file can be read with these properties afterwards. */
    public void destroy() {
        if (footerKey != null) {
            footerKey.destroy();
        }
        columnKeys.values().forEach(ModuleKey::destroy);
    }

    /** Makes {@link FileDecryptionProperties}. Keys are copied. */
    public static final class Builder {

        private ModuleKey footerKey;
        private final Map<String, ModuleKey> columnKeys = new LinkedHashMap<>();
        private DecryptionKeyRetriever keyRetriever;
        private byte[] aadPrefix;
        private AadPrefixVerifier aadPrefixVerifier;
        private boolean plaintextFilesAllowed;
        private boolean unverifiedFooterAllowed;
        private Provider provider;

        private Builder() {}

        /**
         * The key of footers, whatever their key metadata.
         *
         * @throws InvalidDataException if it has not 16, 24 or 32 bytes
         */
        public Builder footerKey(byte[] key) {
            footerKey = ModuleKey.of("the footer key", key);
            return this;
        }

        /**
         * The key of a column, or of all columns of a group, whatever its key metadata; of several paths above a column the longest counts.
         *
         * @param dottedPath names from the top-level field on with dots between them
         * @throws InvalidDataException if the key has not 16, 24 or 32 bytes
         */
        public Builder columnKey(String dottedPath, byte[] key) {
            columnKeys.put(Objects.requireNonNull(dottedPath, "dottedPath"), ColumnKeys.copy(dottedPath, key));
            return this;
        }

        /** See {@link FileDecryptionProperties#keyRetriever()}. */
        public Builder keyRetriever(DecryptionKeyRetriever value) {
            keyRetriever = value;
            return this;
        }

        /**
         * See {@link FileDecryptionProperties#aadPrefix()}. A file that stores another one is refused, and so is one that was encrypted
         * without prefix.
         */
        public Builder aadPrefix(byte[] value) {
            aadPrefix = value == null ? null : value.clone();
            return this;
        }

        /** The same as UTF-8. */
        public Builder aadPrefix(String value) {
            return aadPrefix(value.getBytes(StandardCharsets.UTF_8));
        }

        /** See {@link FileDecryptionProperties#aadPrefixVerifier()}. A file without a prefix is refused then, unless {@link #aadPrefix} gives one. */
        public Builder aadPrefixVerifier(AadPrefixVerifier value) {
            aadPrefixVerifier = value;
            return this;
        }

        /** See {@link FileDecryptionProperties#plaintextFilesAllowed()}. */
        public Builder plaintextFilesAllowed(boolean value) {
            plaintextFilesAllowed = value;
            return this;
        }

        /** See {@link FileDecryptionProperties#unverifiedFooterAllowed()}. */
        public Builder unverifiedFooterAllowed(boolean value) {
            unverifiedFooterAllowed = value;
            return this;
        }

        /** See {@link FileDecryptionProperties#provider()}. It must have AES/GCM/NoPadding and AES/CTR/NoPadding. */
        public Builder provider(Provider value) {
            provider = value;
            return this;
        }

        /** The properties as set so far. */
        public FileDecryptionProperties build() {
            return new FileDecryptionProperties(this);
        }
    }
}
