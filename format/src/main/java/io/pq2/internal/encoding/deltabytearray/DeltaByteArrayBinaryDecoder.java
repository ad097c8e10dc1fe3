package io.pq2.internal.encoding.deltabytearray;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encoding.BinaryDecoder;
import io.pq2.internal.encoding.deltabinarypacked.DeltaIntDecoder;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.io.LittleEndian;
import java.util.Objects;

/**
 * Decodes DELTA_BYTE_ARRAY BYTE_ARRAY: prefix lengths and suffix lengths, both DELTA_BINARY_PACKED, then the suffixes,
 * back to back.
 *
 * <p>The decoder assembles the values in an array, the arena. A value that only shortens or extends the previous one
 * shares its bytes, so each copied prefix has a suffix. A few bytes of a page can still expand to long prefixes, so a
 * budget limits the size of the arena and the bytes that are assembled in it.
 */
public final class DeltaByteArrayBinaryDecoder implements BinaryDecoder {

    private static final int MIN_ARENA = 256;
    private static final int MAX_ARENA = Integer.MAX_VALUE - 8;
    private static final int CHUNK = 512;
    /** Values and prefixes up to this length are copied as two words. The arena has as many unused bytes at its end. */
    private static final int SHORT = 16;

    private final byte[] bytes;
    private final int limit;
    private final DeltaIntDecoder prefixes;
    private final DeltaIntDecoder suffixes;
    private final DecodeBudget budget;
    /** The number of skipped values that were not decoded yet. */
    private int skipped;
    /** The index of the next suffix. */
    private int position;

    private byte[] arena = new byte[SHORT];
    private int used;
    private int lastStart;
    private int lastLength;

    public DeltaByteArrayBinaryDecoder(byte[] bytes, int offset, int limit, DecodeBudget budget) {
        this.bytes = bytes;
        this.limit = limit;
        this.prefixes = new DeltaIntDecoder(bytes, offset, limit);
        int suffixLengths = prefixes.end();
        this.suffixes = new DeltaIntDecoder(bytes, suffixLengths, limit);
        this.position = suffixes.end();
        this.budget = budget;
        budget.replace(0, SHORT);
    }

    @Override
    public byte[] bytes() {
        return arena;
    }

    @Override
    public void read(int[] starts, int[] lengths, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, starts.length);
        decodeSkipped();
        prefixes.read(starts, offset, count);
        suffixes.read(lengths, offset, count);
        for (int i = offset; i < offset + count; i++) {
            append(starts[i], lengths[i]);
            starts[i] = lastStart;
            lengths[i] = lastLength;
        }
    }

    private void append(int prefix, int suffix) {
        check(prefix, suffix);
        if (suffix > 0) {
            if (lastStart + prefix != used) {
                ensure(prefix);
                copy(arena, lastStart, prefix);
                lastStart = used - prefix;
            }
            ensure(suffix);
            copy(bytes, position, suffix);
            position += suffix;
        }
        lastLength = prefix + suffix;
    }

    private void check(int prefix, int suffix) {
        if (prefix < 0 || prefix > lastLength) {
            throw new CorruptFileException("DELTA_BYTE_ARRAY: expected a prefix length of at most " + lastLength
                    + ", the length of the previous value, found " + prefix);
        }
        if (suffix < 0 || suffix > limit - position) {
            throw new CorruptFileException("DELTA_BYTE_ARRAY: expected a suffix length of at most " + (limit - position)
                    + ", found " + suffix);
        }
    }

    /**
     * Appends bytes to the arena, which must have room for them. If the source is the arena, its used part contains
     * them.
     */
    private void copy(byte[] source, int from, int length) {
        if (length <= SHORT && from <= source.length - SHORT) {
            long first = LittleEndian.getLong(source, from);
            long second = LittleEndian.getLong(source, from + Long.BYTES);
            LittleEndian.putLong(arena, used, first);
            LittleEndian.putLong(arena, used + Long.BYTES, second);
        } else {
            System.arraycopy(source, from, arena, used, length);
        }
        used += length;
    }

    private void ensure(int more) {
        long needed = (long) used + more + SHORT;
        if (needed > arena.length) {
            grow(needed);
        }
    }

    private void grow(long needed) {
        if (needed > MAX_ARENA) {
            throw new UnsupportedFeatureException("the DELTA_BYTE_ARRAY values of a batch take more than " + MAX_ARENA
                    + " bytes; choose fewer rows for each batch");
        }
        long roomy = Math.min(Math.max(MIN_ARENA, 2L * arena.length), MAX_ARENA);
        arena = budget.grow(arena, (int) Math.max(needed, roomy));
    }

    /** {@inheritDoc} Keeps the last value, because the next one can share its prefix. */
    @Override
    public void release() {
        budget.decoded(used);
        System.arraycopy(arena, lastStart, arena, 0, lastLength);
        lastStart = 0;
        used = lastLength;
    }

    @Override
    public void continueAfter(BinaryDecoder before) {
        if (before instanceof DeltaByteArrayBinaryDecoder other) {
            other.decodeSkipped();
            ensure(other.lastLength);
            System.arraycopy(other.arena, other.lastStart, arena, 0, other.lastLength);
            lastStart = 0;
            lastLength = other.lastLength;
            used = lastLength;
        }
    }

    @Override
    public void discard() {
        budget.decoded(used);
        budget.release(arena.length);
    }

    @Override
    public void leavePage() {
        decodeSkipped();
    }

    @Override
    public void skip(int count) {
        prefixes.require(count + (long) skipped);
        suffixes.require(count + (long) skipped);
        skipped += count;
    }

    /**
     * Decodes skipped values, each in the place of the previous one, because the next value can share a prefix with the
     * last.
     */
    private void decodeSkipped() {
        if (skipped == 0) {
            return;
        }
        ensure(lastLength);
        copy(arena, lastStart, lastLength);
        lastStart = used - lastLength;
        int[] prefixLengths = new int[Math.min(skipped, CHUNK)];
        int[] suffixLengths = new int[prefixLengths.length];
        while (skipped > 0) {
            int taken = Math.min(skipped, CHUNK);
            prefixes.read(prefixLengths, 0, taken);
            suffixes.read(suffixLengths, 0, taken);
            for (int i = 0; i < taken; i++) {
                int prefix = prefixLengths[i];
                check(prefix, suffixLengths[i]);
                used = lastStart + prefix;
                ensure(suffixLengths[i]);
                copy(bytes, position, suffixLengths[i]);
                position += suffixLengths[i];
                lastLength = prefix + suffixLengths[i];
            }
            skipped -= taken;
        }
    }
}
