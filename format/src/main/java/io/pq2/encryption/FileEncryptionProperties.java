package io.pq2.encryption;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.encryption.ColumnKeys;
import io.pq2.internal.encryption.KeyChoice;
import io.pq2.internal.encryption.ModuleKey;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.security.Provider;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * How a file is encrypted, and with which keys. Unless columns are named, all are encrypted with the footer key.
 *
 * <p>Immutable, but for {@link #destroy}. Serves several files, though a file encrypted with an AAD prefix should have one of its own. Keys count
 * what they encrypt over all files that are written with the same properties, and refuse to encrypt more than is safe.
 */
public final class FileEncryptionProperties {

    private final KeyChoice footerKey;
    private final EncryptionScheme scheme;
    private final boolean plaintextFooter;
    private final ColumnKeys<KeyChoice> columns;
    private final boolean otherColumns;
    private final byte[] aadPrefix;
    private final boolean aadPrefixStored;
    private final Provider provider;
    private final boolean forOneFile;

    private FileEncryptionProperties(Builder builder) {
        footerKey = new KeyChoice(builder.footerKey, builder.footerKeyMetadata, true);
        scheme = builder.scheme;
        plaintextFooter = builder.plaintextFooter;
        Map<String, KeyChoice> choices = new LinkedHashMap<>();
        builder.columns.forEach((path, choice) -> choices.put(path, choice == null ? footerKey : choice));
        columns = new ColumnKeys<>(choices);
        otherColumns = builder.otherColumns;
        aadPrefix = builder.aadPrefix;
        aadPrefixStored = builder.aadPrefixStored;
        provider = builder.provider;
        forOneFile = builder.forOneFile;
    }

    /**
     * A builder for uniform encryption: everything with one key.
     *
     * @param footerKey 16, 24 or 32 bytes, which are copied
     * @throws InvalidDataException if it has another length
     */
    public static Builder builder(byte[] footerKey) {
        return new Builder(ModuleKey.of("the footer key", footerKey));
    }

    /** The algorithm; {@link EncryptionScheme#AES_GCM_V1} unless set. */
    public EncryptionScheme scheme() {
        return scheme;
    }

    /**
     * Whether the footer is signed and not encrypted, so that readers without keys see schema, row counts and the columns that are not encrypted;
     * false unless set.
     */
    public boolean plaintextFooter() {
        return plaintextFooter;
    }

    /** What the AADs of the file begin with, null (the default) for nothing. */
    public byte[] aadPrefix() {
        return aadPrefix == null ? null : aadPrefix.clone();
    }

    /** Whether the file says what its AAD prefix is; true unless set. Otherwise readers have to know it. */
    public boolean aadPrefixStored() {
        return aadPrefixStored;
    }

    /** Whose AES is used; null (the default) for the JDK's choice. */
    public Provider provider() {
        return provider;
    }

    /** Whether whoever writes a file with these properties {@linkplain #destroy destroys} them when it is written or given up; false unless set. */
    public boolean forOneFile() {
        return forOneFile;
    }

    /** The footer's key; nobody outside of this module can use it. */
    @SuppressWarnings("exports") // the type's package keeps others from the key
    public KeyChoice footerKey() {
        return footerKey;
    }

    /** The key of a column, null if it is not encrypted; nobody outside of this module can use it. */
    @SuppressWarnings("exports") // the type's package keeps others from the key
    public KeyChoice key(Column column) {
        KeyChoice named = columns.get(column);
        return named == null && (otherColumns || columns.isEmpty()) ? footerKey : named;
    }

    /** Whether a column is encrypted. */
    public boolean isEncrypted(Column column) {
        return key(column) != null;
    }

    /**
     * Holds the paths that were named against a schema.
     *
     * @throws InvalidDataException if one of them names nothing in it
     */
    public void check(Schema schema) {
        for (String path : columns.paths()) {
            if (schema.columns().stream().noneMatch(column -> column.isAtOrBelow(path))) {
                throw new InvalidDataException("the column " + path + " is to be encrypted; the schema has "
                        + schema.columns().stream().map(Column::dottedPath).toList());
            }
        }
    }

    /** Overwrites the keys. No file can be written with these properties afterwards. */
    public void destroy() {
        footerKey.key().destroy();
        columns.values().forEach(choice -> choice.key().destroy());
    }

    /** Makes {@link FileEncryptionProperties}. Keys and their metadata are copied. */
    public static final class Builder {

        private final ModuleKey footerKey;
        private byte[] footerKeyMetadata;
        private EncryptionScheme scheme = EncryptionScheme.AES_GCM_V1;
        private boolean plaintextFooter;
        /** By path; null for the footer key. */
        private final Map<String, KeyChoice> columns = new LinkedHashMap<>();

        private boolean otherColumns;
        private byte[] aadPrefix;
        private boolean aadPrefixStored = true;
        private Provider provider;
        private boolean forOneFile;

        private Builder(ModuleKey footerKey) {
            this.footerKey = footerKey;
        }

        /** What is stored in plain for readers to find the footer key by; null (the default) for nothing. */
        public Builder footerKeyMetadata(byte[] value) {
            footerKeyMetadata = value == null ? null : value.clone();
            return this;
        }

        /** See {@link FileEncryptionProperties#scheme()}. */
        public Builder scheme(EncryptionScheme value) {
            scheme = Objects.requireNonNull(value, "scheme");
            return this;
        }

        /** See {@link FileEncryptionProperties#plaintextFooter()}. */
        public Builder plaintextFooter(boolean value) {
            plaintextFooter = value;
            return this;
        }

        /**
         * Encrypts a column, or all columns of a group, with a key of its own; of several paths above a column the longest counts. Columns that
         * are not named are then not encrypted, unless {@link #otherColumns} says otherwise.
         *
         * @param dottedPath names from the top-level field on with dots between them
         * @param key 16, 24 or 32 bytes
         * @param keyMetadata what is stored for readers to find the key by, null for nothing
         * @throws InvalidDataException if the key has another length
         */
        public Builder column(String dottedPath, byte[] key, byte[] keyMetadata) {
            byte[] metadata = keyMetadata == null ? null : keyMetadata.clone();
            columns.put(
                    Objects.requireNonNull(dottedPath, "dottedPath"),
                    new KeyChoice(ColumnKeys.copy(dottedPath, key), metadata, false));
            return this;
        }

        /** Encrypts a column, or all columns of a group, with the footer key; otherwise as {@link #column}. */
        public Builder columnUnderFooterKey(String dottedPath) {
            columns.put(Objects.requireNonNull(dottedPath, "dottedPath"), null);
            return this;
        }

        /** Whether columns that are not named are encrypted with the footer key although others are named; false unless set. */
        public Builder otherColumns(boolean encrypted) {
            otherColumns = encrypted;
            return this;
        }

        /** See {@link FileEncryptionProperties#aadPrefix()}. */
        public Builder aadPrefix(byte[] value) {
            aadPrefix = value == null || value.length == 0 ? null : value.clone();
            return this;
        }

        /** The same as UTF-8. */
        public Builder aadPrefix(String value) {
            return aadPrefix(value.getBytes(StandardCharsets.UTF_8));
        }

        /** See {@link FileEncryptionProperties#aadPrefixStored()}. */
        public Builder aadPrefixStored(boolean value) {
            aadPrefixStored = value;
            return this;
        }

        /** See {@link FileEncryptionProperties#provider()}. It must have AES/GCM/NoPadding and AES/CTR/NoPadding. */
        public Builder provider(Provider value) {
            provider = value;
            return this;
        }

        /** See {@link FileEncryptionProperties#forOneFile()}. */
        public Builder forOneFile(boolean value) {
            forOneFile = value;
            return this;
        }

        /** The properties as set so far. */
        public FileEncryptionProperties build() {
            return new FileEncryptionProperties(this);
        }
    }
}
