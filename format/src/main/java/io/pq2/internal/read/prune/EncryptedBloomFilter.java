package io.pq2.internal.read.prune;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.bloomfilter.BloomFilterBits;
import io.pq2.internal.encryption.ChunkDecryptor;
import io.pq2.internal.encryption.ModuleLayout;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.read.plan.BloomFilterPlan;
import io.pq2.internal.read.source.ChunkRanges;
import io.pq2.internal.read.source.Slice;
import io.pq2.internal.thrift.BloomFilterHeaderReader;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.metadata.BloomFilterHeader;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The bloom filter of an encrypted column chunk: one module with the header and one with the bitset (Encryption.md,
 * 5.1). A module can only be decrypted as a whole, so both are read as a whole: together if {@code bloom_filter_length}
 * is known, otherwise one after the other. A bloom filter that is too large or of an unknown kind is ignored; one that
 * was changed is an error.
 */
final class EncryptedBloomFilter {

    /** The number of bytes to read for a header module of unknown length; longer than any writer's. */
    private static final int HEADER_BYTES = 128;

    private final BloomFilterPlan plan;
    private final int rowGroup;
    private final long dataEnd;
    private final long maxBytes;

    private Phase phase;

    /** What is read next. */
    private sealed interface Phase permits ReadHeader, ReadBitset, Available, Ignored {}

    /** The header, and the bitset if the length of both is known. */
    private record ReadHeader(Request request) implements Phase {}

    /** The bitset. */
    private record ReadBitset(Request request) implements Phase {}

    /** The bitset was read. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Available(byte[] bitset) implements Phase {}

    /** The bloom filter is not used. */
    private record Ignored() implements Phase {}

    /** A range, and the reads that it was added to. The probes of several conditions share it. */
    private static final class Request {

        private final long offset;
        private final int length;
        private @Nullable PruningReads reads;
        private int handle = PruningReads.NONE;

        Request(long offset, int length) {
            this.offset = offset;
            this.length = length;
        }
    }

    /**
     * Creates the bloom filter; reads nothing.
     *
     * @param rowGroup the ordinal of the row group
     * @param dataEnd the offset at which the file's bloom filters end at the latest
     * @param maxBytes the size in bytes up to which the bloom filter is worth reading
     */
    EncryptedBloomFilter(BloomFilterPlan plan, int rowGroup, long dataEnd, long maxBytes) {
        this.plan = plan;
        this.rowGroup = rowGroup;
        this.dataEnd = dataEnd;
        this.maxBytes = maxBytes;
        int length = plan.length() == null ? 0 : plan.length();
        this.phase = length > maxBytes
                ? new Ignored()
                : new ReadHeader(new Request(
                        plan.offset(), (int) Math.min(Math.max(length, HEADER_BYTES), dataEnd - plan.offset())));
    }

    private static @Nullable Request request(Phase phase) {
        if (phase instanceof ReadHeader header) {
            return header.request();
        }
        return phase instanceof ReadBitset bitset ? bitset.request() : null;
    }

    /** Adds the range that is read next, once per {@link PruningReads}. */
    void addReads(PruningReads reads) throws IOException {
        Request request = request(phase);
        if (request != null && request.reads != reads) {
            request.reads = reads;
            request.handle =
                    reads.add(plan.externalFile(), ChunkRanges.inside(request.offset, request.length, dataEnd));
        }
    }

    /**
     * Takes the range that {@link #addReads} added, waiting for it if necessary.
     *
     * @return whether nothing more must be read
     * @throws TamperedFileException if the bloom filter is not authentic
     */
    boolean take(PruningReads reads) throws IOException {
        Request request = request(phase);
        if (request != null && request.reads == reads) {
            Slice bytes = reads.get(request.handle);
            phase = bytes == null
                    ? new Ignored()
                    : take(bytes, request, Objects.requireNonNull(reads.decryptor(rowGroup, plan.column())));
        }
        return request(phase) == null;
    }

    private Phase take(Slice bytes, Request request, ChunkDecryptor decryptor) {
        return phase instanceof ReadHeader
                ? takeHeader(bytes, request.offset, decryptor)
                : takeBitset(bytes, bytes.start(), request.length, request.offset, decryptor);
    }

    private Phase takeHeader(Slice bytes, long offset, ChunkDecryptor decryptor) {
        ModuleType type = ModuleType.BLOOM_FILTER_HEADER;
        int start = bytes.start();
        int size = decryptor.length(type, bytes.bytes(), start, dataEnd - offset, -1, offset);
        if (size > bytes.length()) {
            return new Ignored();
        }
        byte[] plain = decryptor.open(type, bytes.bytes(), start, start + size, -1, offset);
        BloomFilterHeader header;
        try {
            header = BloomFilterHeaderReader.read(new CompactReader(plain, 0, plain.length));
            BloomFilterBits.check(header);
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            return new Ignored();
        }
        // A length that overflows an int is greater than maxBytes can sensibly be.
        int length = (int) Math.min((long) header.numBytes() + ModuleLayout.GCM_OVERHEAD, Integer.MAX_VALUE);
        if (length > maxBytes) {
            return new Ignored();
        }
        return length <= bytes.length() - size
                ? takeBitset(bytes, start + size, length, offset + size, decryptor)
                : new ReadBitset(new Request(offset + size, length));
    }

    private static Phase takeBitset(Slice bytes, int start, int length, long offset, ChunkDecryptor decryptor) {
        return new Available(
                decryptor.open(ModuleType.BLOOM_FILTER_BITSET, bytes.bytes(), start, start + length, -1, offset));
    }

    /** Whether the bloom filter was read and can be used. */
    boolean isAvailable() {
        return phase instanceof Available;
    }

    /** Whether a bloom filter that {@link #isAvailable} may contain a value with a hash. */
    boolean mayContain(long hash) {
        byte[] bitset = ((Available) phase).bitset();
        return BloomFilterBits.isSet(hash, bitset, BloomFilterBits.block(hash, bitset.length));
    }
}
