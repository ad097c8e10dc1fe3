package io.pq2.internal.check;

import io.pq2.bloomfilter.BloomFilter;
import io.pq2.internal.bloomfilter.ValueHash;
import io.pq2.schema.PrimitiveField;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Hashes the values of a column chunk, to find values that its bloom filter excludes and to count distinct values. */
final class BloomCheck {

    /** The number of different values up to which they are counted at most. */
    private static final int MAX_DISTINCT = 1 << 21;
    /** The memory of a hash in a set, in bytes, rounded up. */
    private static final int HASH_BYTES = 128;

    private final PrimitiveField field;
    private final @Nullable BloomFilter filter;
    private final @Nullable Set<Long> distinct;
    private final int maxDistinct;
    private long excluded;
    private boolean countable = true;
    /** The dictionary of the last page that has one. */
    private @Nullable Vector dictionary;
    /** By entry of {@link #dictionary}: whether it was added. */
    private boolean[] hashed = {};

    /**
     * Creates the check of a chunk.
     *
     * @param filter the bloom filter; null if the chunk has none
     * @param counts whether different values are counted
     * @param maxBytes the most memory that counting may take, in bytes
     */
    BloomCheck(PrimitiveField field, @Nullable BloomFilter filter, boolean counts, long maxBytes) {
        this.field = field;
        this.filter = filter;
        this.distinct = counts ? new HashSet<>() : null;
        this.maxDistinct = (int) Math.min(MAX_DISTINCT, maxBytes / HASH_BYTES);
    }

    /** Whether values need to be added. */
    boolean isNeeded() {
        return filter != null || distinct != null;
    }

    /** Adds the values of a vector without nulls. */
    void add(Vector vector) {
        if (vector instanceof DictionaryVector encoded) {
            // Entries that an earlier page used need not be hashed again.
            if (encoded.dictionary() != dictionary) {
                dictionary = encoded.dictionary();
                hashed = new boolean[encoded.dictionary().length()];
            }
            for (int i = 0; i < encoded.length(); i++) {
                int id = encoded.ids()[i];
                if (!hashed[id]) {
                    hashed[id] = true;
                    add(encoded.dictionary(), id);
                }
            }
            return;
        }
        for (int i = 0; i < vector.length(); i++) {
            add(vector, i);
        }
    }

    private void add(Vector vector, int slot) {
        Long hash = hash(vector, slot);
        // Numbers that are equal can have several forms.
        countable &= hash != null && !(vector instanceof FloatVector) && !(vector instanceof DoubleVector);
        if (hash == null) {
            return;
        }
        if (filter != null && !filter.mightContainHash(hash)) {
            excluded++;
        }
        if (distinct != null && distinct.size() <= maxDistinct) {
            distinct.add(hash);
        }
    }

    /** Returns the hash of a value; null for a type without hash. */
    private @Nullable Long hash(Vector vector, int slot) {
        if (vector instanceof IntVector ints) {
            return ValueHash.hash(field, ints.values()[slot]);
        } else if (vector instanceof LongVector longs) {
            return ValueHash.hash(field, longs.values()[slot]);
        } else if (vector instanceof FloatVector floats) {
            return ValueHash.hash(field, (double) floats.values()[slot]);
        } else if (vector instanceof DoubleVector doubles) {
            return ValueHash.hash(field, doubles.values()[slot]);
        } else if (vector instanceof BinaryVector binary) {
            return ValueHash.hash(field, binary.bytes(), binary.starts()[slot], binary.lengths()[slot]);
        } else if (vector instanceof FixedBinaryVector fixed) {
            return ValueHash.hash(field, fixed.bytes(), fixed.offset() + slot * fixed.width(), fixed.width());
        }
        return null;
    }

    /** Returns the number of values that the filter excludes. */
    long excluded() {
        return excluded;
    }

    /** Returns the number of different values; -1 if it is not known. */
    long distinct() {
        return distinct == null || !countable || distinct.size() > maxDistinct ? -1 : distinct.size();
    }
}
