package io.pq2.encryption;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.encryption.FileDecryptionKeys;
import io.pq2.schema.Column;
import java.nio.charset.StandardCharsets;
import java.security.Provider;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys for reading encrypted files, and the checks that files must pass.
 *
 * <p>Thread-safe, and immutable except for {@link #destroy}. One instance serves any number of files. Keys and
 * the retriever of keys cannot be read back.
 */
public final class FileDecryptionProperties {

    static {
        FileDecryptionKeys.register(properties -> properties.keys);
    }

    private final FileDecryptionKeys keys;
    private final byte @Nullable [] aadPrefix;
    private final @Nullable AadPrefixVerifier aadPrefixVerifier;
    private final boolean plaintextFilesAllowed;
    private final boolean unverifiedFooterAllowed;
    private final boolean unverifiedAadPrefixAllowed;
    private final boolean columnsUnderFooterKeyAllowed;
    private final boolean allColumnsRequired;
    private final Set<String> requiredColumns;
    private final @Nullable EncryptionScheme requiredScheme;
    private final @Nullable Provider provider;

    private FileDecryptionProperties(Builder builder) {
        keys = builder.keys.build();
        aadPrefix = builder.aadPrefix;
        aadPrefixVerifier = builder.aadPrefixVerifier;
        plaintextFilesAllowed = builder.plaintextFilesAllowed;
        unverifiedFooterAllowed = builder.unverifiedFooterAllowed;
        unverifiedAadPrefixAllowed = builder.unverifiedAadPrefixAllowed;
        columnsUnderFooterKeyAllowed = builder.columnsUnderFooterKeyAllowed;
        allColumnsRequired = builder.allColumnsRequired;
        requiredColumns = Set.copyOf(builder.requiredColumns);
        requiredScheme = builder.requiredScheme;
        provider = builder.provider;
    }

    /** Returns a builder without keys. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns a copy of the expected AAD prefix; absent when none is expected. Stored prefixes are then accepted if a
     * {@linkplain #aadPrefixVerifier verifier} accepts them, if the footer is signed instead of encrypted, or if
     * {@linkplain #unverifiedAadPrefixAllowed unverified prefixes} are allowed.
     */
    public byte @Nullable [] aadPrefix() {
        return aadPrefix == null ? null : aadPrefix.clone();
    }

    /** Returns the verifier of stored AAD prefixes; absent when they are not verified. */
    public @Nullable AadPrefixVerifier aadPrefixVerifier() {
        return aadPrefixVerifier;
    }

    /**
     * Whether unencrypted files are accepted. False by default, because an attacker might have replaced an encrypted
     * file with an unencrypted one. Always false if an algorithm is {@linkplain #requiredScheme required}, or the
     * {@linkplain #requiresEncryptedColumns encryption of columns}.
     */
    public boolean plaintextFilesAllowed() {
        return plaintextFilesAllowed && requiredScheme == null && !requiresEncryptedColumns();
    }

    /**
     * Whether a signed plaintext footer is accepted unverified if its key is not available. False by default. If the
     * key is available, the signature is always verified.
     */
    public boolean unverifiedFooterAllowed() {
        return unverifiedFooterAllowed;
    }

    /**
     * Whether a file with an encrypted footer is accepted if it stores an AAD prefix that is neither
     * {@linkplain #aadPrefix expected} nor {@linkplain #aadPrefixVerifier verified}. False by default: with a prefix of
     * their choice, attackers who have no key could let a page that was encrypted with the footer key pose as the
     * footer.
     */
    public boolean unverifiedAadPrefixAllowed() {
        return unverifiedAadPrefixAllowed;
    }

    /**
     * Whether files are accepted in which the footer key also encrypts columns. True by default. If no page is
     * encrypted with a footer key, readers that do not check the parts of AADs cannot be made to take a page for a
     * footer either.
     */
    public boolean columnsUnderFooterKeyAllowed() {
        return columnsUnderFooterKeyAllowed;
    }

    /**
     * Whether any column must be encrypted. False by default, because the columns of an encrypted file need not be.
     * Otherwise unencrypted files, and files in which such a column is not encrypted, are rejected when they are
     * opened.
     */
    public boolean requiresEncryptedColumns() {
        return allColumnsRequired || !requiredColumns.isEmpty();
    }

    /** Whether a column must be encrypted; see {@link #requiresEncryptedColumns}. */
    public boolean requiresEncryption(Column column) {
        String path = column.dottedPath();
        return allColumnsRequired
                || requiredColumns.stream()
                        .anyMatch(required -> path.regionMatches(true, 0, required, 0, required.length())
                                && (path.length() == required.length() || path.charAt(required.length()) == '.'));
    }

    /**
     * Returns the weakest algorithm that is accepted; absent by default: then both are, and
     * {@link #plaintextFilesAllowed()} decides about unencrypted files. With {@link EncryptionScheme#AES_GCM_V1}, files
     * whose pages are not authenticated are rejected, with either algorithm unencrypted files.
     *
     * <p>The algorithm of a file with an encrypted footer is stored outside the footer and is not authenticated.
     */
    public @Nullable EncryptionScheme requiredScheme() {
        return requiredScheme;
    }

    /** Returns the security provider of AES; absent for the JDK's choice. */
    public @Nullable Provider provider() {
        return provider;
    }

    /** Overwrites the keys that were given explicitly. Files cannot be read with these properties afterwards. */
    public void destroy() {
        keys.destroy();
    }

    /** Builds {@link FileDecryptionProperties}. Copies arrays. */
    public static final class Builder {

        private final FileDecryptionKeys.Builder keys = new FileDecryptionKeys.Builder();
        private byte @Nullable [] aadPrefix;
        private @Nullable AadPrefixVerifier aadPrefixVerifier;
        private boolean plaintextFilesAllowed;
        private boolean unverifiedFooterAllowed;
        private boolean unverifiedAadPrefixAllowed;
        private boolean columnsUnderFooterKeyAllowed = true;
        private boolean allColumnsRequired;
        private final Set<String> requiredColumns = new LinkedHashSet<>();
        private @Nullable EncryptionScheme requiredScheme;
        private @Nullable Provider provider;

        private Builder() {}

        /**
         * Sets the key of footers. It is used for all files, regardless of their key metadata.
         *
         * @param key a key of 16, 24 or 32 bytes
         * @throws InvalidDataException if the key has another length or consists of zeros
         */
        public Builder footerKey(byte[] key) {
            keys.footerKey(key);
            return this;
        }

        /**
         * Adds the key of a column, or of all columns of a group. It is used for all files, regardless of their key
         * metadata. If several paths name a column or its ancestors, the longest path decides.
         *
         * @param dottedPath the names from the top-level field to the column or group, joined with dots
         * @param key a key of 16, 24 or 32 bytes
         * @throws InvalidDataException if the key has another length or consists of zeros
         */
        public Builder columnKey(String dottedPath, byte[] key) {
            keys.column(dottedPath, key);
            return this;
        }

        /** Sets the retriever of keys that are not given explicitly; null (the default) for none. */
        public Builder keyRetriever(@Nullable DecryptionKeyRetriever value) {
            keys.retriever(value);
            return this;
        }

        /**
         * Sets {@link FileDecryptionProperties#aadPrefix()}; null for none. Files that store another prefix, and files
         * that were encrypted without a prefix, are rejected.
         */
        public Builder aadPrefix(byte @Nullable [] value) {
            aadPrefix = value == null ? null : value.clone();
            return this;
        }

        /** Sets {@link FileDecryptionProperties#aadPrefix()} to text in UTF-8. */
        public Builder aadPrefix(String value) {
            return aadPrefix(value.getBytes(StandardCharsets.UTF_8));
        }

        /**
         * Sets {@link FileDecryptionProperties#aadPrefixVerifier()}; null for none. With a verifier, files without a
         * prefix are rejected unless {@link #aadPrefix(byte[])} supplies one.
         */
        public Builder aadPrefixVerifier(@Nullable AadPrefixVerifier value) {
            aadPrefixVerifier = value;
            return this;
        }

        /** Sets {@link FileDecryptionProperties#plaintextFilesAllowed()}. */
        public Builder plaintextFilesAllowed(boolean value) {
            plaintextFilesAllowed = value;
            return this;
        }

        /** Sets {@link FileDecryptionProperties#unverifiedFooterAllowed()}. */
        public Builder unverifiedFooterAllowed(boolean value) {
            unverifiedFooterAllowed = value;
            return this;
        }

        /** Sets {@link FileDecryptionProperties#unverifiedAadPrefixAllowed()}. */
        public Builder unverifiedAadPrefixAllowed(boolean value) {
            unverifiedAadPrefixAllowed = value;
            return this;
        }

        /** Sets {@link FileDecryptionProperties#columnsUnderFooterKeyAllowed()}. */
        public Builder columnsUnderFooterKeyAllowed(boolean value) {
            columnsUnderFooterKeyAllowed = value;
            return this;
        }

        /**
         * Adds a column, or all columns of a group, that must be encrypted. Files without such a column are accepted.
         *
         * @param dottedPath the names from the top-level field to the column or group, joined with dots, in any case
         */
        public Builder requireEncryptedColumn(String dottedPath) {
            requiredColumns.add(Objects.requireNonNull(dottedPath, "dottedPath"));
            return this;
        }

        /** Sets whether all columns must be encrypted. False by default. */
        public Builder requireAllColumnsEncrypted(boolean value) {
            allColumnsRequired = value;
            return this;
        }

        /** Sets {@link FileDecryptionProperties#requiredScheme()}; null for none. */
        public Builder requiredScheme(@Nullable EncryptionScheme value) {
            requiredScheme = value;
            return this;
        }

        /**
         * Sets {@link FileDecryptionProperties#provider()}; null for the JDK's choice. The provider must have the
         * ciphers AES/GCM/NoPadding and AES/CTR/NoPadding.
         */
        public Builder provider(@Nullable Provider value) {
            provider = value;
            return this;
        }

        /** Returns the properties as set so far. */
        public FileDecryptionProperties build() {
            return new FileDecryptionProperties(this);
        }
    }
}
