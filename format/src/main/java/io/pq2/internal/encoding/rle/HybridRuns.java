package io.pq2.internal.encoding.rle;

import io.pq2.exception.CorruptFileException;
import java.util.Objects;

/**
 * Iterates over the runs of the RLE/bit-packing hybrid. Returns the place and the kind of each run; decoders process
 * the values, with separate code for repeated and for bit-packed runs.
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
    /** Whether the bytes end inside a run. */
    private boolean cutOff;

    /**
     * @param bytes contains the runs from {@code offset} to {@code limit} (exclusive)
     * @param width the number of bits of a value, 0 to 32. With width 0, no bytes are read, all values are 0, and their
     *     number is unlimited
     * @throws CorruptFileException if the width is out of range
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

    /**
     * Moves to the next run if the current one has ended: {@link #left} is positive afterwards.
     *
     * @throws CorruptFileException if no value is left or a run is malformed
     */
    public void require() {
        while (left == 0) {
            next();
        }
    }

    /** Returns the number of remaining values of the current run. */
    public int left() {
        return left;
    }

    /** Whether the current run is bit-packed; otherwise it repeats {@link #value}. */
    public boolean isPacked() {
        return packed;
    }

    /** Returns the value that the current run repeats. */
    public int value() {
        return value;
    }

    /** Returns the array that contains the runs. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the index in {@link #bytes} at which the packed values of the current run start. */
    public int start() {
        return start;
    }

    /** Returns the number of consumed values of the current, bit-packed run. */
    public int index() {
        return index;
    }

    /** Consumes {@code count} values of the current run; at most {@link #left}. */
    public void consume(int count) {
        left -= count;
        index += count;
    }

    /**
     * Skips {@code count} values across runs.
     *
     * @throws CorruptFileException if fewer values are left or a run is malformed
     */
    public void skip(int count) {
        int rest = count;
        while (rest > 0) {
            require();
            int taken = Math.min(left, rest);
            consume(taken);
            rest -= taken;
        }
    }

    /** Whether the runs up to now take all bytes, and the bytes do not end inside the current run. */
    public boolean fillsBytes() {
        return position == limit && !cutOff;
    }

    private void next() {
        if (width == 0) {
            packed = false;
            value = 0;
            left = Integer.MAX_VALUE;
            return;
        }
        if (position >= limit) {
            throw new CorruptFileException("RLE/bit-packed hybrid: the runs have fewer values than the page");
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
            throw new CorruptFileException("RLE/bit-packed hybrid: the page ends inside repeated-value, expected "
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
     * Starts a bit-packed run.
     *
     * @param groups the number of groups of eight values, according to the header
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

    /**
     * Starts a run whose bytes end early. Some writers omit the bytes after the last value, so the bytes determine the
     * length.
     */
    private void openCutOff(long groups) {
        cutOff = true;
        long available = 8L * (limit - position) / width;
        left = (int) Math.min(Math.min(groups * 8, available), MAX_GROUPS * 8);
        position = (int) Math.min(position + groups * width, limit);
    }
}
