package io.pq2.internal.thrift;

import io.pq2.metadata.BloomFilterHeader;

/** Writes the headers of bloom filters. */
public final class BloomFilterHeaderWriter {

    private BloomFilterHeaderWriter() {}

    /**
     * Appends a header.
     *
     * @throws io.pq2.exception.InvalidDataException if an enum of the header is UNKNOWN
     */
    public static void write(BloomFilterHeader header, CompactWriter out) {
        int outer = out.beginStruct();
        out.i32(1, header.numBytes());
        EmptyUnion.write(
                out,
                2,
                EnumNumbers.known(
                        "BloomFilterHeader.algorithm", header.algorithm().id()));
        EmptyUnion.write(
                out,
                3,
                EnumNumbers.known("BloomFilterHeader.hash", header.hash().id()));
        EmptyUnion.write(
                out,
                4,
                EnumNumbers.known(
                        "BloomFilterHeader.compression", header.compression().id()));
        out.endStruct(outer);
    }
}
