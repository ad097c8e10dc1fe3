package io.pq2.internal.read.prune;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.bloomfilter.BloomFilterBits;
import io.pq2.internal.bloomfilter.FilterSize;
import io.pq2.internal.read.plan.BloomFilterPlan;
import io.pq2.internal.read.plan.HashedCondition;
import io.pq2.internal.read.source.ChunkRanges;
import io.pq2.internal.read.source.Slice;
import io.pq2.internal.thrift.BloomFilterHeaderReader;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.metadata.BloomFilterHeader;
import io.pq2.predicate.Predicate;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads only the header of a bloom filter and one block per value. If {@code bloom_filter_length} tells the header's
 * length, the blocks are requested together with the header, otherwise after it. A damaged bloom filter is ignored.
 */
final class BloomFilterBlockProbe implements BloomFilterProbe {

    /** The number of bytes to read for a header. Writers produce headers of 15 to 18 bytes. */
    private static final int HEADER_BYTES = 64;

    private static final int MIN_HEADER_BYTES = 10;

    private final Predicate.Leaf leaf;
    private final BloomFilterPlan plan;
    private final boolean mayHaveNull;
    private final long dataEnd;
    private final long[] hashes;
    /** The handles of the blocks, by hash. */
    private final int[] blocks;

    /** The handle of the header. */
    private int header = PruningReads.NONE;

    private boolean headerRead;
    /** The length of the header in bytes; an assumption until the header has been read. */
    private int headerLength;
    /**
     * The length of the bitset in bytes; 0 while nothing is known about it, an assumption until the header has been
     * read.
     */
    private int numBytes;

    private @Nullable Result result;

    /**
     * Creates the probe of one condition.
     *
     * @param condition a condition that a bloom filter can decide
     * @param mayHaveNull whether the column may have nulls in the row group
     * @param dataEnd the offset at which the file's bloom filters end at the latest
     */
    BloomFilterBlockProbe(HashedCondition condition, BloomFilterPlan plan, boolean mayHaveNull, long dataEnd) {
        this.leaf = condition.leaf();
        this.plan = plan;
        this.mayHaveNull = mayHaveNull;
        this.dataEnd = dataEnd;
        this.hashes = condition.hashes();
        this.blocks = new int[hashes.length];
        this.result = hashes.length == 0 ? Result.none(leaf, mayHaveNull) : null;
    }

    @Override
    public Predicate.Leaf leaf() {
        return leaf;
    }

    @Override
    public @Nullable Result result() {
        return result;
    }

    @Override
    public void addReads(PruningReads reads) throws IOException {
        if (!headerRead) {
            header = add(reads, plan.offset(), Math.min(HEADER_BYTES, dataEnd - plan.offset()));
            assumeHeaderLength();
        }
        for (int i = 0; i < hashes.length && numBytes > 0; i++) {
            long offset = plan.offset() + headerLength + BloomFilterBits.block(hashes[i], numBytes);
            blocks[i] = add(reads, offset, FilterSize.MIN_BYTES);
        }
    }

    private int add(PruningReads reads, long offset, long length) throws IOException {
        return reads.add(plan.externalFile(), ChunkRanges.inside(offset, length, dataEnd));
    }

    /**
     * Derives the header's length from the filter's: the bitset consists of blocks, and a header is shorter than a
     * block.
     */
    private void assumeHeaderLength() {
        int length = plan.length() == null ? 0 : plan.length();
        int rest = length % FilterSize.MIN_BYTES;
        if (length > FilterSize.MIN_BYTES && rest >= MIN_HEADER_BYTES) {
            headerLength = rest;
            numBytes = length - rest;
        }
    }

    @Override
    public void take(PruningReads reads) throws IOException {
        if (headerRead || takeHeader(reads.get(header))) {
            result = result == null ? lookUp(reads) : result;
        }
    }

    /**
     * Decodes the header and returns whether it is as assumed. If it is not, but valid, the blocks must be read again.
     */
    private boolean takeHeader(@Nullable Slice bytes) {
        headerRead = true;
        int length = 0;
        int bitset = 0;
        if (bytes != null) {
            CompactReader in = new CompactReader(bytes.bytes(), bytes.start(), bytes.end());
            try {
                BloomFilterHeader found = BloomFilterHeaderReader.read(in);
                BloomFilterBits.check(found);
                length = in.position() - bytes.start();
                bitset = found.numBytes();
            } catch (CorruptFileException | UnsupportedFeatureException e) {
                bitset = 0;
            }
        }
        long total = (long) length + bitset;
        boolean consistent = plan.length() == null || total == plan.length();
        boolean asAssumed = length == headerLength && bitset == numBytes;
        if (bitset == 0 || !consistent || total > dataEnd - plan.offset()) {
            result = Result.MAYBE;
        }
        headerLength = length;
        numBytes = bitset;
        return asAssumed;
    }

    private Result lookUp(PruningReads reads) throws IOException {
        for (int i = 0; i < hashes.length; i++) {
            Slice block = reads.get(blocks[i]);
            if (block == null || BloomFilterBits.isSet(hashes[i], block.bytes(), block.start())) {
                return Result.MAYBE;
            }
        }
        return Result.none(leaf, mayHaveNull);
    }
}
