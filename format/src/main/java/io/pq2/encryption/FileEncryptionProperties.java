package io.pq2.encryption;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.encryption.FileEncryptionKeys;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.security.Provider;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The keys and options for writing an encrypted file. Unless columns are named or {@linkplain
 * Builder#otherColumns(byte[], byte[]) get another key}, all columns are encrypted with the footer key.
 *
 * <p>Thread-safe, and immutable except for {@link #destroy}. One instance may serve several files, but each file with
 * an AAD prefix should have its own. The process counts the modules that each key encrypts, in all files
 * and by all instances, and refuses to encrypt more than 2^32. Keys cannot be read back.
 */
public final class FileEncryptionProperties {

    static {
        FileEncryptionKeys.register(properties -> properties.keys);
    }

    private final FileEncryptionKeys keys;
    private final EncryptionScheme scheme;
    private final boolean plaintextFooter;
    private final byte @Nullable [] aadPrefix;
    private final boolean aadPrefixStored;
    private final @Nullable Provider provider;
    private final boolean forOneFile;

    private FileEncryptionProperties(Builder builder) {
        keys = builder.keys.build();
        scheme = builder.scheme;
        plaintextFooter = builder.plaintextFooter;
        aadPrefix = builder.aadPrefix;
        aadPrefixStored = builder.aadPrefixStored;
        provider = builder.provider;
        forOneFile = builder.forOneFile;
    }

    /**
     * Returns a builder for uniform encryption: one key for the footer and all columns.
     *
     * @param footerKey a key of 16, 24 or 32 bytes, which is copied
     * @throws InvalidDataException if the key has another length or consists of zeros
     */
    public static Builder builder(byte[] footerKey) {
        return new Builder(footerKey);
    }

    /** Returns the algorithm; {@link EncryptionScheme#AES_GCM_V1} by default. */
    public EncryptionScheme scheme() {
        return scheme;
    }

    /**
     * Whether the footer is signed instead of encrypted. Readers without keys can then read the schema, row counts and
     * unencrypted columns. False by default.
     */
    public boolean plaintextFooter() {
        return plaintextFooter;
    }

    /** Returns a copy of the prefix of the file's AADs; absent by default. */
    public byte @Nullable [] aadPrefix() {
        return aadPrefix == null ? null : aadPrefix.clone();
    }

    /** Whether the file stores its AAD prefix. True by default; otherwise readers must supply the prefix. */
    public boolean aadPrefixStored() {
        return aadPrefixStored;
    }

    /** Returns the security provider of AES; absent for the JDK's choice. */
    public @Nullable Provider provider() {
        return provider;
    }

    /**
     * Whether the writer {@linkplain #destroy destroys} these properties when it closes or aborts the file. False by
     * default.
     */
    public boolean forOneFile() {
        return forOneFile;
    }

    /** Whether a column is encrypted. */
    public boolean isEncrypted(Column column) {
        return keys.isEncrypted(column);
    }

    /**
     * Whether a column is encrypted with a separate key, which is neither the footer key nor the key of the columns
     * without a path.
     */
    public boolean hasSeparateKey(Column column) {
        return keys.hasSeparateKey(column);
    }

    /**
     * Whether paths that were given are below a group, and none names the group or contains it. Columns that are added
     * to the group then have another key than these, or none.
     *
     * @param dottedPath the path of the group
     */
    public boolean encryptsOnlyPartOf(String dottedPath) {
        return keys.encryptsOnlyPartOf(dottedPath);
    }

    /**
     * Checks that each path that was given names a column or group of a schema.
     *
     * @throws InvalidDataException if a path does not
     */
    public void check(Schema schema) {
        keys.check(schema);
    }

    /** Overwrites the keys. Files cannot be written with these properties afterwards. */
    public void destroy() {
        keys.destroy();
    }

    /** Whether the keys are overwritten. */
    public boolean isDestroyed() {
        return keys.isDestroyed();
    }

    /** Builds {@link FileEncryptionProperties}. Copies keys and key metadata. */
    public static final class Builder {

        private final FileEncryptionKeys.Builder keys;
        private EncryptionScheme scheme = EncryptionScheme.AES_GCM_V1;
        private boolean plaintextFooter;
        private byte @Nullable [] aadPrefix;
        private boolean aadPrefixStored = true;
        private @Nullable Provider provider;
        private boolean forOneFile;

        private Builder(byte[] footerKey) {
            keys = new FileEncryptionKeys.Builder(footerKey);
        }

        /** Sets the unencrypted metadata by which readers find the footer key; null (the default) for none. */
        public Builder footerKeyMetadata(byte @Nullable [] value) {
            keys.footerKeyMetadata(value);
            return this;
        }

        /** Sets {@link FileEncryptionProperties#scheme()}. */
        public Builder scheme(EncryptionScheme value) {
            scheme = Objects.requireNonNull(value, "scheme");
            return this;
        }

        /** Sets {@link FileEncryptionProperties#plaintextFooter()}. */
        public Builder plaintextFooter(boolean value) {
            plaintextFooter = value;
            return this;
        }

        /**
         * Encrypts a column, or all columns of a group, with a separate key. If several paths name a column or its
         * ancestors, the longest path decides. Columns without a path are not encrypted, unless {@link #otherColumns}
         * is set.
         *
         * @param dottedPath the names from the top-level field to the column or group, joined with dots
         * @param key a key of 16, 24 or 32 bytes
         * @param keyMetadata the unencrypted metadata by which readers find the key; null for none
         * @throws InvalidDataException if the key has another length or consists of zeros
         */
        public Builder column(String dottedPath, byte[] key, byte @Nullable [] keyMetadata) {
            keys.column(dottedPath, key, keyMetadata);
            return this;
        }

        /** Encrypts a column, or all columns of a group, with the footer key; otherwise as {@link #column}. */
        public Builder columnUnderFooterKey(String dottedPath) {
            keys.columnUnderFooterKey(dottedPath);
            return this;
        }

        /**
         * Sets whether columns without a path are encrypted with the footer key although others have paths. False by
         * default. Replaces a key from {@link #otherColumns(byte[], byte[])}.
         */
        public Builder otherColumns(boolean encrypted) {
            keys.otherColumns(encrypted);
            return this;
        }

        /**
         * Encrypts columns without a path with one key, which should not be the footer key: readers that check AADs
         * less strictly than pq2 can be made to take a page under the footer key for a footer.
         *
         * @param key a key of 16, 24 or 32 bytes
         * @param keyMetadata the unencrypted metadata by which readers find the key; null for none
         * @throws InvalidDataException if the key has another length or consists of zeros
         */
        public Builder otherColumns(byte[] key, byte @Nullable [] keyMetadata) {
            keys.otherColumns(key, keyMetadata);
            return this;
        }

        /** Sets {@link FileEncryptionProperties#aadPrefix()}; null or an empty array for none. */
        public Builder aadPrefix(byte @Nullable [] value) {
            aadPrefix = value == null || value.length == 0 ? null : value.clone();
            return this;
        }

        /** Sets {@link FileEncryptionProperties#aadPrefix()} to text in UTF-8. */
        public Builder aadPrefix(String value) {
            return aadPrefix(value.getBytes(StandardCharsets.UTF_8));
        }

        /** Sets {@link FileEncryptionProperties#aadPrefixStored()}. */
        public Builder aadPrefixStored(boolean value) {
            aadPrefixStored = value;
            return this;
        }

        /**
         * Sets {@link FileEncryptionProperties#provider()}; null for the JDK's choice. The provider must have the
         * ciphers AES/GCM/NoPadding and AES/CTR/NoPadding.
         */
        public Builder provider(@Nullable Provider value) {
            provider = value;
            return this;
        }

        /** Sets {@link FileEncryptionProperties#forOneFile()}. */
        public Builder forOneFile(boolean value) {
            forOneFile = value;
            return this;
        }

        /** Returns the properties as set so far. */
        public FileEncryptionProperties build() {
            return new FileEncryptionProperties(this);
        }
    }
}
