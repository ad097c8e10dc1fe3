package io.pq2.internal.encoding.bitpack;

/**
 * Unpacks blocks of 32 values of a fixed bit width, least significant bit first. All kernels return the same values;
 * {@link UnpackKernels} chooses one.
 */
interface UnpackKernel {

    /**
     * Unpacks {@code 32 * blocks} values.
     *
     * @param src the packed values, {@code 4 * width * blocks} bytes from {@code srcOffset} on
     * @param width the bits of a value, 1 to 32
     */
    void unpack(byte[] src, int srcOffset, int width, int[] dst, int dstOffset, int blocks);
}
