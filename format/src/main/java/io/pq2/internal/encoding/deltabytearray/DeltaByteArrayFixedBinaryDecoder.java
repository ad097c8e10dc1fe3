package io.pq2.internal.encoding.deltabytearray;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.encoding.FixedBinaryDecoder;
import io.pq2.internal.encoding.deltabinarypacked.DeltaIntDecoder;
import io.pq2.internal.encoding.plain.PlainFixedBinaryDecoder;
import io.pq2.internal.io.SmallCopy;
import java.util.Objects;

/**
 * Decodes DELTA_BYTE_ARRAY FIXED_LEN_BYTE_ARRAY: prefix lengths and suffix lengths, both DELTA_BINARY_PACKED, then the
 * suffixes. A prefix and its suffix have the width of the type together. Values are assembled in the destination.
 */
public final class DeltaByteArrayFixedBinaryDecoder implements FixedBinaryDecoder {

    private static final int CHUNK = 512;

    private final byte[] bytes;
    private final int limit;
    private final int width;
    private final DeltaIntDecoder prefixes;
    private final DeltaIntDecoder suffixes;
    private final int[] prefixLengths = new int[CHUNK];
    private final int[] suffixLengths = new int[CHUNK];
    /** The number of skipped values that were not decoded yet. */
    private int skipped;
    /** The index of the next suffix. */
    private int position;
    /** The last value that was read or skipped; empty before the first one. */
    private byte[] last = new byte[0];

    public DeltaByteArrayFixedBinaryDecoder(byte[] bytes, int offset, int limit, int width) {
        this.bytes = bytes;
        this.limit = limit;
        this.width = PlainFixedBinaryDecoder.checkedWidth(width);
        this.prefixes = new DeltaIntDecoder(bytes, offset, limit);
        int lengthsOfSuffixes = prefixes.end();
        this.suffixes = new DeltaIntDecoder(bytes, lengthsOfSuffixes, limit);
        this.position = suffixes.end();
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public void read(byte[] dst, int offset, int count) {
        Objects.checkFromIndexSize(offset, (long) count * width, (long) dst.length);
        decodeSkipped();
        byte[] before = last;
        int beforeAt = 0;
        int at = offset;
        for (int left = count; left > 0; left -= CHUNK) {
            int taken = Math.min(left, CHUNK);
            prefixes.read(prefixLengths, 0, taken);
            suffixes.read(suffixLengths, 0, taken);
            for (int i = 0; i < taken; i++) {
                int prefix = prefixLengths[i];
                int suffix = suffixLengths[i];
                check(prefix, suffix, before.length);
                SmallCopy.copy(before, beforeAt, dst, at, prefix);
                SmallCopy.copy(bytes, position, dst, at + prefix, suffix);
                position += suffix;
                before = dst;
                beforeAt = at;
                at += width;
            }
        }
        if (count > 0) {
            keep(dst, beforeAt);
        }
    }

    private void keep(byte[] value, int at) {
        if (last.length != width) {
            last = new byte[width];
        }
        System.arraycopy(value, at, last, 0, width);
    }

    private void check(int prefix, int suffix, int available) {
        if (prefix < 0 || suffix < 0 || (long) prefix + suffix != width) {
            throw new CorruptFileException("DELTA_BYTE_ARRAY: expected a prefix and a suffix of " + width
                    + " bytes together, found " + prefix + " and " + suffix);
        }
        if (prefix > available) {
            throw new CorruptFileException("DELTA_BYTE_ARRAY: the first value has a prefix of " + prefix + " bytes");
        }
        if (suffix > limit - position) {
            throw new CorruptFileException(
                    "DELTA_BYTE_ARRAY: expected a suffix of " + suffix + " bytes, found " + (limit - position));
        }
    }

    @Override
    public void continueAfter(FixedBinaryDecoder before) {
        if (before instanceof DeltaByteArrayFixedBinaryDecoder other) {
            other.decodeSkipped();
            last = other.last;
        }
    }

    @Override
    public void leavePage() {
        decodeSkipped();
    }

    @Override
    public void checkLeft(int count) {
        if (count > 0 && last.length != width && width > limit - position) {
            throw new CorruptFileException(
                    "DELTA_BYTE_ARRAY: expected a first value of " + width + " bytes, found " + (limit - position));
        }
    }

    @Override
    public void skip(int count) {
        prefixes.require(count + (long) skipped);
        suffixes.require(count + (long) skipped);
        skipped += count;
    }

    private void decodeSkipped() {
        while (skipped > 0) {
            int taken = Math.min(skipped, CHUNK);
            prefixes.read(prefixLengths, 0, taken);
            suffixes.read(suffixLengths, 0, taken);
            for (int i = 0; i < taken; i++) {
                int prefix = prefixLengths[i];
                check(prefix, suffixLengths[i], last.length);
                if (last.length != width) {
                    last = new byte[width];
                }
                System.arraycopy(bytes, position, last, prefix, suffixLengths[i]);
                position += suffixLengths[i];
            }
            skipped -= taken;
        }
    }
}
