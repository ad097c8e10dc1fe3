package io.pq2.internal.encoding.bitpack;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Unpacks eight values at a time with the Vector API: loads 32 bytes, moves the four bytes that contain a value to
 * its lane, and shifts and masks each lane.
 *
 * <p>A value of up to 25 bits lies within four bytes at any bit offset. {@link BitUnpack} unpacks wider values, and
 * values so close to the end of the array that 32 bytes cannot be loaded.
 *
 * <p>Only {@link UnpackKernels} refers to this class, by name: a JVM without module jdk.incubator.vector cannot load
 * it.
 */
final class VectorUnpack implements UnpackKernel {
    private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_256;
    private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_256;
    private static final int LANES = 8;
    private static final int BLOCK = 32;
    private static final int MAX_WIDTH = 25;

    private final VectorShuffle<?>[] shuffles = new VectorShuffle<?>[MAX_WIDTH + 1];
    private final IntVector[] shifts = new IntVector[MAX_WIDTH + 1];

    /** @throws UnsupportedOperationException if the processor has no vectors of eight ints */
    VectorUnpack() {
        if (IntVector.SPECIES_PREFERRED.length() < LANES) {
            throw new UnsupportedOperationException(
                    "vectors of " + IntVector.SPECIES_PREFERRED.vectorBitSize() + " bits are too short");
        }
        for (int width = 1; width <= MAX_WIDTH; width++) {
            int[] from = new int[BYTES.length()];
            int[] shift = new int[LANES];
            for (int lane = 0; lane < LANES; lane++) {
                for (int i = 0; i < Integer.BYTES; i++) {
                    from[lane * Integer.BYTES + i] = (lane * width >>> 3) + i;
                }
                shift[lane] = lane * width & 7;
            }
            shuffles[width] = VectorShuffle.fromArray(BYTES, from, 0);
            shifts[width] = IntVector.fromArray(INTS, shift, 0);
        }
    }

    @Override
    public void unpack(byte[] src, int srcOffset, int width, int[] dst, int dstOffset, int blocks) {
        int done = width <= MAX_WIDTH ? loadableBlocks(src, srcOffset, width, blocks) : 0;
        if (done > 0) {
            unpackBlocks(src, srcOffset, width, dst, dstOffset, done);
        }
        if (done < blocks) {
            BitUnpack.unpack(src, srcOffset + done * 4 * width, width, dst, dstOffset + done * BLOCK, blocks - done);
        }
    }

    /**
     * Returns the number of blocks that can be unpacked by loads of 32 bytes. The last load of a block starts {@code
     * 3 * width} bytes after its start.
     */
    private static int loadableBlocks(byte[] src, int srcOffset, int width, int blocks) {
        int room = src.length - BYTES.length() - srcOffset - 3 * width;
        return room < 0 ? 0 : Math.min(blocks, room / (4 * width) + 1);
    }

    private void unpackBlocks(byte[] src, int srcOffset, int width, int[] dst, int dstOffset, int blocks) {
        VectorShuffle<Byte> shuffle = shuffles[width].check(BYTES);
        IntVector shift = shifts[width];
        int mask = -1 >>> -width;
        int in = srcOffset;
        int end = dstOffset + blocks * BLOCK;
        for (int out = dstOffset; out < end; out += LANES) {
            ByteVector.fromArray(BYTES, src, in)
                    .rearrange(shuffle)
                    .reinterpretAsInts()
                    .lanewise(VectorOperators.LSHR, shift)
                    .and(mask)
                    .intoArray(dst, out);
            in += width;
        }
    }
}
