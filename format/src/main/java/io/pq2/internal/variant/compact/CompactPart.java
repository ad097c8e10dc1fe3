package io.pq2.internal.variant.compact;

/** The part of the variants of a batch that is assembled. */
interface CompactPart {

    /**
     * Appends the part of the variant in a slot, which is not null.
     *
     * @return whether the variant has the part; otherwise, nothing was appended
     * @throws io.pq2.exception.ParquetException if it cannot be assembled
     */
    boolean append(int slot, Assembly out);
}
