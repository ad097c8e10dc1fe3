package io.pq2.internal.write.chunk;

import io.pq2.internal.encryption.ChunkEncryptor;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.thrift.BloomFilterHeaderReader;
import io.pq2.internal.thrift.CompactReader;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Encrypts the modules of a column chunk other than its pages. */
final class EncryptedModules {

    private EncryptedModules() {}

    /**
     * Encrypts a bloom filter: its header and its bitset are separate modules.
     *
     * @param filter header and bitset in plain; absent when the chunk has no filter
     * @param encryptor absent when the column is not encrypted
     * @return the bytes for the file; absent when the chunk has no filter
     */
    static byte @Nullable [] bloomFilter(byte @Nullable [] filter, @Nullable ChunkEncryptor encryptor) {
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
