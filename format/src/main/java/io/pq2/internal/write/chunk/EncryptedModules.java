package io.pq2.internal.write.chunk;

import io.pq2.internal.encryption.ChunkEncryptor;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.thrift.BloomFilterHeaderReader;
import io.pq2.internal.thrift.CompactReader;
import java.util.Arrays;

/** What stands beside the pages of an encrypted column chunk. */
final class EncryptedModules {

    private EncryptedModules() {}

    /**
     * A bloom filter as it stands in the file: header and bitset are a module each.
     *
     * @param filter both in plain, null if there is none
     * @param encryptor null if the column is not encrypted
     */
    static byte[] bloomFilter(byte[] filter, ChunkEncryptor encryptor) {
        if (filter == null || encryptor == null) {
            return filter;
        }
        CompactReader in = new CompactReader(filter, 0, filter.length);
        BloomFilterHeaderReader.read(in);
        int end = in.position();
        byte[] header = encryptor.module(ModuleType.BLOOM_FILTER_HEADER, -1, filter, 0, end);
        byte[] bitset = encryptor.module(ModuleType.BLOOM_FILTER_BITSET, -1, filter, end, filter.length - end);
        byte[] both = Arrays.copyOf(header, Math.addExact(header.length, bitset.length));
        System.arraycopy(bitset, 0, both, header.length, bitset.length);
        return both;
    }
}
