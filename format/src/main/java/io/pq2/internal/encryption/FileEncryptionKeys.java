package io.pq2.internal.encryption;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The keys of {@link FileEncryptionProperties}. Only this package can read them.
 *
 * <p>The properties have no accessor for keys. Their class registers one here, and {@link #of} is visible only in this
 * package.
 */
public final class FileEncryptionKeys {

    private static volatile @Nullable Function<FileEncryptionProperties, FileEncryptionKeys> accessor;

    private final EncryptionKey footerKey;
    private final ColumnPathMap<EncryptionKey> columns;
    /** The key of columns without a path; absent when they are not encrypted. */
    private final @Nullable EncryptionKey otherColumns;

    private FileEncryptionKeys(Builder builder) {
        footerKey = new EncryptionKey(builder.footerKey, builder.footerKeyMetadata, true);
        Map<String, EncryptionKey> keys = new LinkedHashMap<>();
        builder.columns.forEach((path, key) -> keys.put(path, key.orElse(footerKey)));
        columns = new ColumnPathMap<>(keys);
        if (builder.otherColumnsKey != null) {
            otherColumns = builder.otherColumnsKey;
        } else {
            otherColumns = builder.encryptsOtherColumns || columns.isEmpty() ? footerKey : null;
        }
    }

    /**
     * Registers the accessor of the properties' keys.
     *
     * @throws IllegalStateException if one is registered already
     */
    public static synchronized void register(Function<FileEncryptionProperties, FileEncryptionKeys> keysOf) {
        if (accessor != null) {
            throw new IllegalStateException("an accessor is registered already");
        }
        accessor = keysOf;
    }

    /** Returns the keys of properties. */
    static FileEncryptionKeys of(FileEncryptionProperties properties) {
        // The class of the properties registers its accessor before it has an instance.
        return Objects.requireNonNull(accessor).apply(properties);
    }

    EncryptionKey footerKey() {
        return footerKey;
    }

    /** Returns the key of a column; absent when the column is not encrypted. */
    @Nullable
    EncryptionKey columnKey(Column column) {
        EncryptionKey key = columns.get(column);
        return key == null ? otherColumns : key;
    }

    /** Whether a column is encrypted. */
    public boolean isEncrypted(Column column) {
        return columnKey(column) != null;
    }

    /** Whether a path gives a column a separate key, which is neither the footer key nor that of the other columns. */
    public boolean hasSeparateKey(Column column) {
        EncryptionKey key = columns.get(column);
        return key != null && !key.isFooterKey();
    }

    /** Whether paths are below a group, and none names the group or contains it. */
    public boolean encryptsOnlyPartOf(String group) {
        return columns.paths().stream().anyMatch(path -> path.startsWith(group + "."))
                && columns.paths().stream().noneMatch(path -> path.equals(group) || group.startsWith(path + "."));
    }

    /**
     * Checks that each path names a column or group of a schema.
     *
     * @throws InvalidDataException if a path does not
     */
    public void check(Schema schema) {
        for (String path : columns.paths()) {
            if (schema.columns().stream().noneMatch(column -> column.isAtOrBelow(path))) {
                throw new InvalidDataException("the encrypted column " + path + " is not in the schema, which has "
                        + schema.columns().stream().map(Column::dottedPath).toList());
            }
        }
    }

    /** Overwrites the keys. */
    public void destroy() {
        footerKey.key().destroy();
        columns.values().forEach(key -> key.key().destroy());
        if (otherColumns != null) {
            otherColumns.key().destroy();
        }
    }

    /** Whether the keys are overwritten. */
    public boolean isDestroyed() {
        return footerKey.key().isDestroyed();
    }

    /** Builds {@link FileEncryptionKeys}. Copies keys and metadata. */
    public static final class Builder {

        private final ModuleKey footerKey;
        private byte @Nullable [] footerKeyMetadata;
        private final Map<String, ColumnChoice> columns = new LinkedHashMap<>();
        private boolean encryptsOtherColumns;
        private @Nullable EncryptionKey otherColumnsKey;

        /** @param key absent for the footer key */
        private record ColumnChoice(@Nullable EncryptionKey key) {

            EncryptionKey orElse(EncryptionKey footerKey) {
                return key == null ? footerKey : key;
            }
        }

        /**
         * Creates a builder with the footer key.
         *
         * @throws InvalidDataException if the key is not an AES key
         */
        public Builder(byte[] footerKey) {
            this.footerKey = ModuleKey.of("the footer key", footerKey);
        }

        /** Sets the footer's key metadata, absent for none. */
        public void footerKeyMetadata(byte @Nullable [] metadata) {
            footerKeyMetadata = metadata == null ? null : metadata.clone();
        }

        /**
         * Adds a column or group with a separate key.
         *
         * @throws InvalidDataException if the key is not an AES key
         */
        public void column(String dottedPath, byte[] key, byte @Nullable [] metadata) {
            Objects.requireNonNull(dottedPath, "dottedPath");
            byte[] copy = metadata == null ? null : metadata.clone();
            columns.put(
                    dottedPath, new ColumnChoice(new EncryptionKey(ModuleKey.ofColumn(dottedPath, key), copy, false)));
        }

        /** Adds a column or group that is encrypted with the footer key. */
        public void columnUnderFooterKey(String dottedPath) {
            columns.put(Objects.requireNonNull(dottedPath, "dottedPath"), new ColumnChoice(null));
        }

        /** Sets whether columns without a path are encrypted with the footer key although others have paths. */
        public void otherColumns(boolean encrypted) {
            encryptsOtherColumns = encrypted;
            otherColumnsKey = null;
        }

        /**
         * Sets the key of columns without a path.
         *
         * @throws InvalidDataException if the key is not an AES key
         */
        public void otherColumns(byte[] key, byte @Nullable [] metadata) {
            byte[] copy = metadata == null ? null : metadata.clone();
            otherColumnsKey = new EncryptionKey(ModuleKey.of("the key of the other columns", key), copy, false);
        }

        /** Returns the keys as set so far. */
        public FileEncryptionKeys build() {
            return new FileEncryptionKeys(this);
        }
    }
}
