package io.pq2.internal.encoding.rle;

import io.pq2.exception.CorruptFileException;
import java.util.Objects;

/**
 * The runs of the RLE/bit-packing hybrid, one after another. This class knows where runs begin and end and what they hold; what
 * becomes of the values is up to the decoders that stand on it, which keep the code for repeated and for packed runs apart.
 */
public final class HybridRuns {

    private static final int MAX_GROUPS = Integer.MAX_VALUE / 8;

    private final byte[] bytes;
    private final int limit;
    private final int width;
    private int position;

    private int left;
    private boolean packed;
    private int value;
    private int start;
    private int index;

    /**
     * @param bytes where the runs lie, from {@code offset} (inclusive) to {@code limit} (exclusive)
     * @param width bits a value, 0 to 32; values of width 0 are 0, without end and whatever the bytes say
     */
    public HybridRuns(byte[] bytes, int offset, int limit, int width) {
        Objects.checkFromToIndex(offset, limit, bytes.length);
        if (width < 0 || width > Integer.SIZE) {
            throw new CorruptFileException("RLE/bit-packed hybrid: expected a bit width of 0 to 32, found " + width);
        }
        this.bytes = bytes;
        this.position = offset;
        this.limit = limit;
        this.width = width;
    }

    /** Sees to it that a value is there: {@link #left} is positive when this returns. */
    public void require() {
        while (left == 0) {
            next();
        }
    }

    /** How many values the current run has still to give. */
    public int left() {
        return left;
    }

    /** Whether the current run is packed; otherwise it repeats {@link #value}. */
    public boolean isPacked() {
        return packed;
    }

    /** The value that the current run repeats. */
    public int value() {
        return value;
    }

    /** The array that holds packed runs. */
    public byte[] bytes() {
        return bytes;
    }

    /** The index in {@link #bytes} where the current, packed run starts. */
    public int start() {
        return start;
    }

    /** How many values of the current, packed run were consumed. */
    public int index() {
        return index;
    }

    /** Passes over {@code count} values of the current run, which has as many. */
    public void consume(int count) {
        left -= count;
        index += count;
    }

    /** Passes over {@code count} values, run by run. */
    public void skip(int count) {
        int rest = count;
        while (rest > 0) {
            require();
            int taken = Math.min(left, rest);
            consume(taken);
            rest -= taken;
        }
    }

    private void next() {
        if (width == 0) {
            packed = false;
            value = 0;
            left = Integer.MAX_VALUE;
            return;
        }
        if (position >= limit) {
            throw new CorruptFileException("RLE/bit-packed hybrid: the runs end before the page's values do");
        }
        // Most headers are one byte.
        long header = bytes[position] >= 0 ? bytes[position++] : readHeader();
        if ((header & 1) == 0) {
            readRepeated(header >>> 1);
        } else {
            openPacked(header >>> 1);
        }
    }

    private long readHeader() {
        long header = 0;
        for (int shift = 0; shift < 35 && position < limit; shift += 7) {
            byte part = bytes[position++];
            header |= (part & 0x7FL) << shift;
            if (part >= 0) {
                return header;
            }
        }
        throw new CorruptFileException("RLE/bit-packed hybrid: the varint of a run's header does not end within "
                + (position >= limit ? "the page" : "5 bytes"));
    }

    private void readRepeated(long count) {
        if (count > Integer.MAX_VALUE) {
            throw new CorruptFileException("RLE/bit-packed hybrid: rle-run-len " + count + " is above 2^31 - 1");
        }
        int valueBytes = width + 7 >>> 3;
        if (limit - position < valueBytes) {
            throw new CorruptFileException("RLE/bit-packed hybrid: the page ends within repeated-value, expected "
                    + valueBytes + " bytes, found " + (limit - position));
        }
        int repeated = 0;
        for (int i = 0; i < valueBytes; i++) {
            repeated |= (bytes[position++] & 0xFF) << 8 * i;
        }
        if (width < Integer.SIZE && repeated >>> width != 0) {
            throw new CorruptFileException("RLE/bit-packed hybrid: repeated-value " + Integer.toUnsignedString(repeated)
                    + " does not fit bit width " + width);
        }
        packed = false;
        value = repeated;
        left = (int) count;
    }

    /**
     * Starts a packed run.
     *
     * @param groups of eight values, which the header counts
     */
    private void openPacked(long groups) {
        packed = true;
        start = position;
        index = 0;
        long declaredBytes = groups * width;
        if (declaredBytes <= limit - position && groups <= MAX_GROUPS) {
            left = (int) groups * 8;
            position += (int) declaredBytes;
        } else {
            openCutOff(groups);
        }
    }

    /** Some writers cut the last run off behind its last value, so a run is as long as its bytes allow. */
    private void openCutOff(long groups) {
        long available = 8L * (limit - position) / width;
        left = (int) Math.min(Math.min(groups * 8, available), MAX_GROUPS * 8);
        position = (int) Math.min(position + groups * width, limit);
    }
}
