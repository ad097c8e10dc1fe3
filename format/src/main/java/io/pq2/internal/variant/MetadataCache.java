package io.pq2.internal.variant;

import io.pq2.internal.io.LittleEndian;
import io.pq2.vector.Vector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of recent variants. Most variants of a column share a few lists of names, so that what is computed from
 * one list serves many variants. Not thread-safe.
 *
 * @param <N> what is computed from the names
 */
public final class MetadataCache<N> {

    /** The number of slots, a power of two. */
    public static final int SLOTS = 64;

    private static final long PRIME = 0x9E37_79B9_7F4A_7C15L;

    /**
     * Computes an entry.
     *
     * @param <N> the type of entries
     */
    @FunctionalInterface
    public interface Factory<N> {

        /**
         * Returns the entry for names.
         *
         * @param slot the place in the cache, from 0 to {@link #SLOTS} (exclusive)
         */
        N create(EncodedNames names, int slot);
    }

    private record Entry<N>(EncodedNames names, N computed) {}

    /** The size up to which a dictionary of metadata has an entry for each id. */
    private static final int MAX_IDS = 1024;

    private final Factory<N> factory;
    private final @Nullable Entry<N>[] entries;
    /** The dictionary of {@link #byId}; absent before the first one. */
    private @Nullable Vector dictionary;
    /** What was computed from the entries of the dictionary. */
    private @Nullable Entry<N>[] byId;

    @SuppressWarnings({"unchecked", "rawtypes"}) // there are no generic arrays
    public MetadataCache(Factory<N> factory) {
        this.factory = factory;
        this.entries = new Entry[SLOTS];
        this.byId = new Entry[0];
    }

    /**
     * Returns what was computed from the names in a slot of metadata, which is not null.
     *
     * @throws io.pq2.exception.CorruptFileException if the bytes are not metadata
     * @throws io.pq2.exception.UnsupportedFeatureException if the bytes have another version of the encoding
     */
    public N get(Slices metadata, int slot) {
        Vector shared = metadata.dictionary();
        if (shared != null && shared.length() <= MAX_IDS) {
            return get(metadata, slot, shared, metadata.id(slot));
        }
        return find(metadata, slot).computed();
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // there are no generic arrays
    private N get(Slices metadata, int slot, Vector shared, int id) {
        if (shared != dictionary) {
            dictionary = shared;
            byId = new Entry[shared.length()];
        }
        Entry<N> found = byId[id];
        if (found == null) {
            found = find(metadata, slot);
            byId[id] = found;
        }
        return found.computed();
    }

    private Entry<N> find(Slices metadata, int slot) {
        return find(metadata.bytes(), metadata.start(slot), metadata.length(slot));
    }

    /**
     * Returns what was computed from the names in metadata.
     *
     * @param bytes an array that contains the metadata; it is copied if the names are not known
     * @throws io.pq2.exception.CorruptFileException if the bytes are not metadata
     * @throws io.pq2.exception.UnsupportedFeatureException if the bytes have another version of the encoding
     */
    public N get(byte[] bytes, int start, int length) {
        return find(bytes, start, length).computed();
    }

    private Entry<N> find(byte[] bytes, int start, int length) {
        int slot = slot(bytes, start, start + length);
        Entry<N> found = entries[slot];
        if (found == null || !found.names().hasBytes(bytes, start, start + length)) {
            byte[] own = Arrays.copyOfRange(bytes, start, start + length);
            EncodedNames names = EncodedNames.of(own, 0, length);
            found = new Entry<>(names, factory.create(names, slot));
            entries[slot] = found;
        }
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
