package io.pq2.internal.encoding.alp;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.bitpack.BitPack;
import io.pq2.internal.encoding.bitpack.PackedLongs;
import java.util.Arrays;

/** Buffers the encoded vectors of an ALP page, because the offsets before them depend on their sizes. */
final class AlpVectors {

    static final int LOG_VECTOR_SIZE = 10;
    static final int VECTOR_SIZE = 1 << LOG_VECTOR_SIZE;

    private static final int BLOCK = 32;

    private final EncodedBytes bytes = new EncodedBytes();
    private int[] starts = new int[16];
    private int vectors;
    private int elements;

    /** Starts a vector. The caller appends frame, packed integers and exceptions to the returned bytes. */
    EncodedBytes add(int length, int pair, int exceptions) {
        if (vectors == starts.length) {
            starts = Arrays.copyOf(starts, 2 * vectors);
        }
        starts[vectors++] = bytes.size();
        elements += length;
        bytes.putByte(AlpPreset.exponent(pair));
        bytes.putByte(AlpPreset.factor(pair));
        bytes.putByte(exceptions);
        bytes.putByte(exceptions >>> 8);
        return bytes;
    }

    /**
     * Adds packed integers of up to 32 bits. Overwrites the elements of {@code deltas} between {@code length} and the
     * next multiple of 32.
     */
    void addPacked(int[] deltas, int length, int width) {
        if (width > 0) {
            int blocks = (length + BLOCK - 1) / BLOCK;
            Arrays.fill(deltas, length, blocks * BLOCK, 0);
            int at = bytes.reserve((long) blocks * BLOCK / 8 * width);
            BitPack.pack(deltas, 0, width, bytes.array(), at, blocks);
            bytes.advance((int) AlpPage.packedBytes(length, width));
        }
    }

    /** Adds packed integers of more than 32 bits. Overwrites {@code deltas} like the other method. */
    void addPacked(long[] deltas, int length, int width) {
        int blocks = (length + BLOCK - 1) / BLOCK;
        Arrays.fill(deltas, length, blocks * BLOCK, 0);
        int at = bytes.reserve((long) blocks * BLOCK / 8 * width);
        for (int block = 0; block < blocks; block++) {
            PackedLongs.pack(deltas, block * BLOCK, width, bytes.array(), at + block * BLOCK / 8 * width);
        }
        bytes.advance((int) AlpPage.packedBytes(length, width));
    }

    /** Adds the positions of the exceptions. */
    void addPositions(int[] positions, int exceptions) {
        for (int i = 0; i < exceptions; i++) {
            bytes.putByte(positions[i]);
            bytes.putByte(positions[i] >>> 8);
        }
    }

    /** Returns the size of the page so far, in bytes. */
    int size() {
        return AlpPage.HEADER_BYTES + vectors * Integer.BYTES + bytes.size();
    }

    /** Appends the page to {@code out}. Another page can follow. */
    void finish(EncodedBytes out) {
        out.putByte(0);
        out.putByte(0);
        out.putByte(LOG_VECTOR_SIZE);
        out.putInt(elements);
        for (int i = 0; i < vectors; i++) {
            out.putInt(vectors * Integer.BYTES + starts[i]);
        }
        out.putBytes(bytes);
        bytes.reset();
        vectors = 0;
        elements = 0;
    }
}
