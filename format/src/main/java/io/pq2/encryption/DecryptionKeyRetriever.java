package io.pq2.encryption;

import org.jspecify.annotations.Nullable;

/** Retrieves keys by their metadata. Implementations must be thread-safe. */
@FunctionalInterface
public interface DecryptionKeyRetriever {

    /**
     * Returns the key for key metadata. It is called once for each key of a file, when the first module under that key
     * is read.
     *
     * @param keyMetadata the key metadata that the writer stored; the retriever owns the array
     * @return a key of 16, 24 or 32 bytes, which is copied; null if there is no such key
     * @throws io.pq2.exception.KeyDeniedException to refuse the key
     * @throws io.pq2.exception.ParquetException if the metadata is invalid or the source of keys fails
     */
    byte @Nullable [] key(byte[] keyMetadata);

    /**
     * Whether callers of {@link #key} own the returned arrays and overwrite them after use. By default they do not: the
     * retriever may return the same array again.
     */
    default boolean callerOwnsKeys() {
        return false;
    }
}
