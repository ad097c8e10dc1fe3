package io.pq2.internal.variant.shred;

import io.pq2.internal.io.LittleEndian;
import io.pq2.internal.variant.EncodedNames;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of recent variants. Most variants of a column share a few lists of names, so that what is computed from
 * one list serves many variants. Not thread-safe.
 */
final class MetadataCache {

    /** The number of slots, a power of two. */
    static final int SLOTS = 64;

    private static final long PRIME = 0x9E37_79B9_7F4A_7C15L;

    private final @Nullable MetadataNames[] entries = new MetadataNames[SLOTS];

    /**
     * Returns the names in metadata.
     *
     * @param bytes an array that contains the metadata; it is copied if the names are not known
     * @throws io.pq2.exception.CorruptFileException if the bytes are not metadata
     * @throws io.pq2.exception.UnsupportedFeatureException if the bytes have another version of the encoding
     */
    MetadataNames get(byte[] bytes, int start, int length) {
        int slot = slot(bytes, start, start + length);
        MetadataNames found = entries[slot];
        if (found == null || !found.hasBytes(bytes, start, start + length)) {
            byte[] own = Arrays.copyOfRange(bytes, start, start + length);
            found = new MetadataNames(EncodedNames.of(own, 0, length), slot);
            entries[slot] = found;
        }
        found.use();
        return found;
    }

    private static int slot(byte[] bytes, int start, int end) {
        long hash = (long) end - start;
        int at = start;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            hash = (hash ^ LittleEndian.getLong(bytes, at)) * PRIME;
            hash ^= hash >>> 32;
        }
        for (; at < end; at++) {
            hash = (hash ^ bytes[at]) * PRIME;
        }
        return (int) (hash >>> 58);
    }
}
