package io.pq2.internal.encryption;

import io.pq2.encryption.DecryptionKeyRetriever;
import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.schema.Column;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The explicit keys of {@link FileDecryptionProperties} and their retriever of other keys. Only this package can read
 * them.
 *
 * <p>The properties have no accessor for keys. Their class registers one here, and {@link #of} is visible only in this
 * package.
 */
public final class FileDecryptionKeys {

    private static volatile @Nullable Function<FileDecryptionProperties, FileDecryptionKeys> accessor;

    private final @Nullable ModuleKey footerKey;
    private final ColumnPathMap<ModuleKey> columns;
    private final @Nullable DecryptionKeyRetriever retriever;

    private FileDecryptionKeys(Builder builder) {
        footerKey = builder.footerKey;
        columns = new ColumnPathMap<>(builder.columns);
        retriever = builder.retriever;
    }

    /**
     * Registers the accessor of the properties' keys.
     *
     * @throws IllegalStateException if one is registered already
     */
    public static synchronized void register(Function<FileDecryptionProperties, FileDecryptionKeys> keysOf) {
        if (accessor != null) {
            throw new IllegalStateException("an accessor is registered already");
        }
        accessor = keysOf;
    }

    /** Returns the keys of properties. */
    static FileDecryptionKeys of(FileDecryptionProperties properties) {
        // The class of the properties registers its accessor before it has an instance.
        return Objects.requireNonNull(accessor).apply(properties);
    }

    /** Returns the footer key; absent when none was given. */
    @Nullable
    ModuleKey footerKey() {
        return footerKey;
    }

    /** Returns the key of a column; absent when none was given. */
    @Nullable
    ModuleKey columnKey(Column column) {
        return columns.get(column);
    }

    /** Returns the retriever of keys that were not given explicitly; absent when there is none. */
    @Nullable
    DecryptionKeyRetriever retriever() {
        return retriever;
    }

    /** Overwrites the keys. */
    public void destroy() {
        if (footerKey != null) {
            footerKey.destroy();
        }
        columns.values().forEach(ModuleKey::destroy);
    }

    /** Builds {@link FileDecryptionKeys}. Copies keys. */
    public static final class Builder {

        private @Nullable ModuleKey footerKey;
        private final Map<String, ModuleKey> columns = new LinkedHashMap<>();
        private @Nullable DecryptionKeyRetriever retriever;

        /**
         * Sets the footer key.
         *
         * @throws io.pq2.exception.InvalidDataException if the key is not an AES key
         */
        public void footerKey(byte[] key) {
            footerKey = ModuleKey.of("the footer key", key);
        }

        /**
         * Adds the key of a column or group.
         *
         * @throws io.pq2.exception.InvalidDataException if the key is not an AES key
         */
        public void column(String dottedPath, byte[] key) {
            columns.put(Objects.requireNonNull(dottedPath, "dottedPath"), ModuleKey.ofColumn(dottedPath, key));
        }

        /** Sets the retriever of keys that are not given explicitly; null for none. */
        public void retriever(@Nullable DecryptionKeyRetriever value) {
            retriever = value;
        }

        /** Returns the keys as set so far. */
        public FileDecryptionKeys build() {
            return new FileDecryptionKeys(this);
        }
    }
}
