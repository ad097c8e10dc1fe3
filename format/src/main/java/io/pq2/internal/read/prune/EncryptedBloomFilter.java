package io.pq2.internal.read.prune;

import io.pq2.bloomfilter.BloomFilter;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.TamperedFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encryption.ChunkDecryptor;
import io.pq2.internal.encryption.ModuleLayout;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.read.source.ChunkRanges;
import io.pq2.internal.read.source.RangeFetch.Slice;
import io.pq2.internal.thrift.BloomFilterHeaderReader;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.metadata.BloomFilterHeader;
import io.pq2.read.ScanPlan.BloomFilterPlan;
import java.io.IOException;

/**
 * The bloom filter of an encrypted column chunk: a module with its header and one with its bitset, which can only be decrypted as a whole and
 * so is read as a whole. Where {@code bloom_filter_length} is known, both are requested together, otherwise the bitset behind the
 * header. A filter that is larger than it may be, or of an unknown kind, is as good as none; one that was changed is an error.
 */
public final class EncryptedBloomFilter {

    /** More than any writer's header has as a module. */
    private static final int HEADER_BYTES = 128;

    private final BloomFilterPlan plan;
    private final int rowGroup;
    private final long dataEnd;
    private final long mostBytes;
    /** Where what was asked for begins, in bytes from the start of the file. */
    private long offset;

    private int length;
    /** Null until it is known. */
    private BloomFilterHeader header;

    private byte[] bitset;
    private boolean done;
    /** Whom it was asked of, as several conditions share the filter. */
    private PruningReads asked;

    private int range;

    /**
     * @param rowGroup its ordinal
     * @param dataEnd where the file has no more bloom filters, in bytes from its start
     * @param mostBytes what the filter may cost; more are not read
     */
    public EncryptedBloomFilter(BloomFilterPlan plan, int rowGroup, long dataEnd, long mostBytes) {
        this.plan = plan;
        this.rowGroup = rowGroup;
        this.dataEnd = dataEnd;
        this.mostBytes = mostBytes;
        this.offset = plan.offset();
        int whole = plan.length() == null ? 0 : plan.length();
        this.length = (int) Math.min(whole > HEADER_BYTES ? whole : HEADER_BYTES, dataEnd - offset);
        this.done = whole > mostBytes;
    }

    /** Adds what must be read next, once. */
    public void ask(PruningReads reads) throws IOException {
        if (!done && asked != reads) {
            asked = reads;
            range = reads.add(plan.sibling(), ChunkRanges.inside(offset, length, dataEnd));
        }
    }

    /**
     * Takes what was asked for, waiting for it if it is not there.
     *
     * @return whether nothing more must be read
     * @throws TamperedFileException if it is not authentic
     */
    public boolean take(PruningReads reads) throws IOException {
        if (!done && asked == reads) {
            Slice bytes = reads.get(range);
            if (bytes == null) {
                done = true;
            } else if (header == null) {
                takeHeader(bytes, reads.decryptor(rowGroup, plan.column()));
            } else {
                takeBitset(bytes, bytes.start(), reads.decryptor(rowGroup, plan.column()));
            }
        }
        return done;
    }

    private void takeHeader(Slice bytes, ChunkDecryptor decryptor) {
        ModuleType type = ModuleType.BLOOM_FILTER_HEADER;
        int start = bytes.start();
        int size = decryptor.length(type, bytes.bytes(), start, dataEnd - offset, -1, offset);
        if (size > bytes.end() - start) {
            done = true;
            return;
        }
        byte[] plain = decryptor.open(type, bytes.bytes(), start, start + size, -1, offset);
        try {
            header = BloomFilterHeaderReader.read(new CompactReader(plain, 0, plain.length));
            BloomFilter.check(header);
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            done = true;
            return;
        }
        offset += size;
        // A length beyond what an array has room for is beyond what may be read, too.
        length = (int) Math.min((long) header.numBytes() + ModuleLayout.GCM_OVERHEAD, Integer.MAX_VALUE);
        if (length > mostBytes) {
            done = true;
        } else if (length <= bytes.end() - start - size) {
            takeBitset(bytes, start + size, decryptor);
        } else {
            asked = null;
        }
    }

    private void takeBitset(Slice bytes, int start, ChunkDecryptor decryptor) {
        bitset = decryptor.open(ModuleType.BLOOM_FILTER_BITSET, bytes.bytes(), start, start + length, -1, offset);
        done = true;
    }

    /** Whether the filter is there and was read, once nothing more must be. */
    public boolean isThere() {
        return bitset != null;
    }

    /** Whether a value with a hash may be in the filter, which is there. */
    public boolean isSet(long hash) {
        return BloomFilter.isSet(hash, bitset, BloomFilter.block(hash, bitset.length));
    }
}
