package io.pq2.internal.encoding.bitpack;

/**
 * Unpacks blocks of 32 values of a fixed bit width, least significant bit first. All kernels give the same answers; {@link
 * UnpackKernels} says which one is used.
 */
interface UnpackKernel {

    /** Unpacks {@code 32 * blocks} values of {@code width} bits, 1 to 32, as {@link BitUnpack} does. */
    void unpack(byte[] src, int srcOffset, int width, int[] dst, int dstOffset, int blocks);
}
