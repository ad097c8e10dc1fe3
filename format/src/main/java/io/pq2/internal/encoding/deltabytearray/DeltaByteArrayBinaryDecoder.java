package io.pq2.internal.encoding.deltabytearray;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encoding.BinaryDecoder;
import io.pq2.internal.encoding.deltabinarypacked.DeltaIntDecoder;
import io.pq2.internal.io.LittleEndian;
import java.util.Arrays;
import java.util.Objects;

/**
 * DELTA_BYTE_ARRAY of BYTE_ARRAY: the lengths of the prefixes that values share with the value before them and the lengths of the
 * suffixes, both DELTA_BINARY_PACKED, then the suffixes, back to back.
 *
 * <p>Values are put together in an arena. A value that only cuts the one before it off is a slice of that, and one that only continues
 * it continues it in place, so a copied prefix always comes with a suffix. Still a few bytes can stand for a long prefix each, thus
 * the arena is bounded: what is read between two calls of {@link #release} may take {@link #FLOOR} bytes and 64 times those of the page.
 */
public final class DeltaByteArrayBinaryDecoder implements BinaryDecoder {

    /** What the values of a batch may take however small the page is. */
    private static final long FLOOR = 256L << 20;

    private static final int MIN_ARENA = 4096;
    private static final int CHUNK = 512;
    /** Values and prefixes up to this length are moved as two words, so there is always room for these behind what is used. */
    private static final int SHORT = 16;

    private final byte[] bytes;
    private final int limit;
    private final DeltaIntDecoder prefixes;
    private final DeltaIntDecoder suffixes;
    private final long maxArena;
    /** Values that were skipped and not passed over yet. */
    private int owed;
    /** Of the next suffix. */
    private int position;

    private byte[] arena = new byte[SHORT];
    private int used;
    private int lastStart;
    private int lastLength;

    public DeltaByteArrayBinaryDecoder(byte[] bytes, int offset, int limit) {
        this.bytes = bytes;
        this.limit = limit;
        this.prefixes = new DeltaIntDecoder(bytes, offset, limit);
        int suffixLengths = prefixes.end();
        this.suffixes = new DeltaIntDecoder(bytes, suffixLengths, limit);
        this.position = suffixes.end();
        this.maxArena = Math.min(FLOOR + 64L * (limit - offset), Integer.MAX_VALUE - 8);
    }

    @Override
    public byte[] bytes() {
        return arena;
    }

    @Override
    public void read(int[] starts, int[] lengths, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, starts.length);
        passOver();
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
                    + ", the length of the value before, found " + prefix);
        }
        if (suffix < 0 || suffix > limit - position) {
            throw new CorruptFileException("DELTA_BYTE_ARRAY: expected a suffix length of at most " + (limit - position)
                    + ", found " + suffix);
        }
    }

    /** Adds bytes to the arena, which has room for them; where they come from it, they end before its used part does. */
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
        if (needed > maxArena) {
            throw new UnsupportedFeatureException("DELTA_BYTE_ARRAY values that take more than " + maxArena
                    + " bytes in a batch, from a page of much fewer: ask for batches of fewer rows");
        }
        long roomy = Math.min(Math.max(MIN_ARENA, 2L * arena.length), maxArena);
        arena = Arrays.copyOf(arena, (int) Math.max(needed, roomy));
    }

    /** Keeps the last value, which the next one may share a prefix with. */
    @Override
    public void release() {
        System.arraycopy(arena, lastStart, arena, 0, lastLength);
        lastStart = 0;
        used = lastLength;
    }

    @Override
    public void continueAfter(BinaryDecoder before) {
        if (before instanceof DeltaByteArrayBinaryDecoder other) {
            other.passOver();
            ensure(other.lastLength);
            System.arraycopy(other.arena, other.lastStart, arena, 0, other.lastLength);
            lastStart = 0;
            lastLength = other.lastLength;
            used = lastLength;
        }
    }

    @Override
    public void leavePage() {
        passOver();
    }

    @Override
    public void skip(int count) {
        prefixes.require(count + (long) owed);
        suffixes.require(count + (long) owed);
        owed += count;
    }

    /** Puts skipped values together one upon the other. */
    private void passOver() {
        if (owed == 0) {
            return;
        }
        ensure(lastLength);
        copy(arena, lastStart, lastLength);
        lastStart = used - lastLength;
        int[] prefixLengths = new int[Math.min(owed, CHUNK)];
        int[] suffixLengths = new int[prefixLengths.length];
        while (owed > 0) {
            int taken = Math.min(owed, CHUNK);
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
            owed -= taken;
        }
    }
}
