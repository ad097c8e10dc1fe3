package io.pq2.internal.encoding.bitpack;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Unpacks eight values at a time with the Vector API: 32 bytes are loaded, those that hold a value are brought to its lane, and each
 * lane is shifted and masked. A value of up to 25 bits lies within four bytes; wider ones, and those near the end of the array, where
 * 32 bytes cannot be loaded, are left to {@link BitUnpack}.
 *
 * <p>Nothing names this class but {@link UnpackKernels}, by its name, since it cannot be loaded where module jdk.incubator.vector is
 * missing.
 */
final class VectorUnpack implements UnpackKernel {

    private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_256;
    private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_256;
    private static final int LANES = 8;
    private static final int BLOCK = 32;
    private static final int MAX_WIDTH = 25;

    private final VectorShuffle<?>[] shuffles = new VectorShuffle<?>[MAX_WIDTH + 1];
    private final IntVector[] shifts = new IntVector[MAX_WIDTH + 1];

    /** @throws UnsupportedOperationException if the processor's vectors are too short to be worth it */
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

    /** How many of the blocks can be unpacked by whole loads: the last eight values of a block start {@code 3 * width} bytes into it. */
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
