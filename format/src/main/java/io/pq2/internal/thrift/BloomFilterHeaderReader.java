package io.pq2.internal.thrift;

import io.pq2.metadata.BloomFilterAlgorithm;
import io.pq2.metadata.BloomFilterCompression;
import io.pq2.metadata.BloomFilterHash;
import io.pq2.metadata.BloomFilterHeader;

/** Reads the headers of bloom filters. */
public final class BloomFilterHeaderReader {

    private BloomFilterHeaderReader() {}

    /**
     * Reads a header at the position of the reader, and advances the reader to the bitset.
     *
     * @throws io.pq2.exception.CorruptFileException if the bytes are not the header of a bloom filter
     */
    public static BloomFilterHeader read(CompactReader in) {
        int numBytes = 0;
        BloomFilterAlgorithm algorithm = null;
        BloomFilterHash hash = null;
        BloomFilterCompression compression = null;
        int seen = 0;
        int outer = in.beginStruct();
        while (in.nextField("BloomFilterHeader")) {
            seen |= in.fieldBit();
            switch (in.fieldId()) {
                case 1 -> numBytes = in.count32("BloomFilterHeader.numBytes");
                case 2 -> algorithm = BloomFilterAlgorithm.of(EmptyUnion.read(in, "BloomFilterHeader.algorithm"));
                case 3 -> hash = BloomFilterHash.of(EmptyUnion.read(in, "BloomFilterHeader.hash"));
                case 4 -> compression = BloomFilterCompression.of(EmptyUnion.read(in, "BloomFilterHeader.compression"));
                default -> in.skip("BloomFilterHeader");
            }
        }
        in.endStruct(outer);
        in.require(seen, 1, "BloomFilterHeader.numBytes");
        algorithm = in.required(algorithm, "BloomFilterHeader.algorithm");
        hash = in.required(hash, "BloomFilterHeader.hash");
        compression = in.required(compression, "BloomFilterHeader.compression");
        return new BloomFilterHeader(numBytes, algorithm, hash, compression);
    }
}
