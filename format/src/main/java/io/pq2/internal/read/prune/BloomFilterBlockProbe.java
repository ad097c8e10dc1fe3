package io.pq2.internal.read.prune;

import io.pq2.bloomfilter.BloomFilter;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.bloomfilter.FilterSize;
import io.pq2.internal.predicate.prune.BloomFilterEvaluator;
import io.pq2.internal.predicate.prune.TruthValues;
import io.pq2.internal.read.source.ChunkRanges;
import io.pq2.internal.read.source.RangeFetch.Slice;
import io.pq2.internal.thrift.BloomFilterHeaderReader;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.metadata.BloomFilterHeader;
import io.pq2.predicate.Predicate;
import io.pq2.read.ScanPlan.BloomFilterPlan;
import java.io.IOException;

/**
 * Asks a bloom filter about a condition and reads no more of it than the header and one block a hash. Where {@code
 * bloom_filter_length} tells how long the header is, blocks are requested together with it, otherwise behind it. A filter that is
 * damaged is as good as none.
 */
final class BloomFilterBlockProbe implements BloomFilterProbe {

    /** More than any writer's header has, which is 15 bytes and a few for a large filter. */
    private static final int HEADER_BYTES = 64;

    private static final int LEAST_HEADER_BYTES = 10;

    private final Predicate.Leaf leaf;
    private final BloomFilterPlan plan;
    private final boolean mayHaveNull;
    private final long dataEnd;
    private final long[] hashes;
    private final int[] blocks;
    private int header;
    private boolean headerKnown;
    private int headerLength;
    /** Of the bitset; 0 as long as nothing is known of it. */
    private int numBytes;

    private TruthValues truthValues;

    /**
     * @param leaf a condition that a bloom filter can decide
     * @param mayHaveNull whether the column may have nulls in the row group
     * @param dataEnd where the file has no more bloom filters, in bytes from its start
     */
    BloomFilterBlockProbe(Predicate.Leaf leaf, BloomFilterPlan plan, boolean mayHaveNull, long dataEnd) {
        this.leaf = leaf;
        this.plan = plan;
        this.mayHaveNull = mayHaveNull;
        this.dataEnd = dataEnd;
        this.hashes = BloomFilterEvaluator.hashes(leaf, plan.column());
        this.blocks = new int[hashes.length];
        if (hashes.length == 0) {
            truthValues = BloomFilterEvaluator.truthValuesWithoutMatch(leaf, mayHaveNull);
        }
    }

    @Override
    public Predicate.Leaf leaf() {
        return leaf;
    }

    @Override
    public TruthValues truthValues() {
        return truthValues;
    }

    @Override
    public void ask(PruningReads reads) throws IOException {
        if (!headerKnown) {
            header = add(reads, plan.offset(), Math.min(HEADER_BYTES, dataEnd - plan.offset()));
            guess();
        }
        for (int i = 0; i < hashes.length && numBytes > 0; i++) {
            long offset = plan.offset() + headerLength + BloomFilter.block(hashes[i], numBytes);
            blocks[i] = add(reads, offset, FilterSize.MIN_BYTES);
        }
    }

    @Override
    public boolean mayKnowValue() {
        return truthValues.equals(TruthValues.ANY);
    }

    private int add(PruningReads reads, long offset, long length) throws IOException {
        return reads.add(plan.sibling(), ChunkRanges.inside(offset, length, dataEnd));
    }

    /** A header has fewer bytes than a block, so that the length of the filter tells that of the header. */
    private void guess() {
        int length = plan.length() == null ? 0 : plan.length();
        int rest = length % FilterSize.MIN_BYTES;
        if (length > FilterSize.MIN_BYTES && rest >= LEAST_HEADER_BYTES) {
            headerLength = rest;
            numBytes = length - rest;
        }
    }

    @Override
    public void take(PruningReads reads) throws IOException {
        if (headerKnown || isAsGuessed(reads.get(header))) {
            truthValues = truthValues == null ? lookUp(reads) : truthValues;
        }
    }

    /** Reads the header; if it is not as it was guessed to be, and makes sense, blocks must be asked for once more. */
    private boolean isAsGuessed(Slice bytes) {
        headerKnown = true;
        int length = 0;
        int bitset = 0;
        if (bytes != null) {
            CompactReader in = new CompactReader(bytes.bytes(), bytes.start(), bytes.end());
            try {
                BloomFilterHeader found = BloomFilterHeaderReader.read(in);
                BloomFilter.check(found);
                length = in.position() - bytes.start();
                bitset = found.numBytes();
            } catch (CorruptFileException | UnsupportedFeatureException e) {
                bitset = 0;
            }
        }
        long whole = (long) length + bitset;
        boolean asSaid = plan.length() == null || whole == plan.length();
        boolean asGuessed = length == headerLength && bitset == numBytes;
        if (bitset == 0 || !asSaid || whole > dataEnd - plan.offset()) {
            truthValues = TruthValues.ANY;
        }
        headerLength = length;
        numBytes = bitset;
        return asGuessed;
    }

    private TruthValues lookUp(PruningReads reads) throws IOException {
        for (int i = 0; i < hashes.length; i++) {
            Slice block = reads.get(blocks[i]);
            if (block == null || BloomFilter.isSet(hashes[i], block.bytes(), block.start())) {
                return TruthValues.ANY;
            }
        }
        return BloomFilterEvaluator.truthValuesWithoutMatch(leaf, mayHaveNull);
    }
}
