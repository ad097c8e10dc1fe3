package io.pq2.encryption;

/** Finds keys by what a file says about them. May be asked by several threads at once. */
@FunctionalInterface
public interface DecryptionKeyRetriever {

    /**
     * The key that goes with key metadata. Each key of a file is asked for once, when something is to be read that is encrypted with it.
     *
     * @param keyMetadata what the writer has stored for finding the key
     * @return 16, 24 or 32 bytes, which are copied; null if there is no such key
     * @throws io.pq2.exception.KeyDeniedException if it is refused
     */
    byte[] key(byte[] keyMetadata);

    /** Whether the arrays that it returns are nobody else's, so that whoever asked overwrites them. */
    default boolean handsOver() {
        return false;
    }
}
