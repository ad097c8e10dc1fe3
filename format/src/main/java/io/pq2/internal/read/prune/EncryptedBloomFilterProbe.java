package io.pq2.internal.read.prune;

import io.pq2.internal.predicate.prune.BloomFilterEvaluator;
import io.pq2.internal.predicate.prune.TruthValues;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import java.io.IOException;

/** Asks a bloom filter that is read as a whole, together with those that have other questions to it. */
final class EncryptedBloomFilterProbe implements BloomFilterProbe {

    private final Predicate.Leaf leaf;
    private final EncryptedBloomFilter filter;
    private final boolean mayHaveNull;
    private final long[] hashes;
    private boolean mayKnowValue;
    private TruthValues truthValues;

    /**
     * @param leaf a condition that a bloom filter can decide
     * @param mayHaveNull whether the column may have nulls in the row group
     */
    EncryptedBloomFilterProbe(Predicate.Leaf leaf, Column column, EncryptedBloomFilter filter, boolean mayHaveNull) {
        this.leaf = leaf;
        this.filter = filter;
        this.mayHaveNull = mayHaveNull;
        this.hashes = BloomFilterEvaluator.hashes(leaf, column);
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
    public boolean mayKnowValue() {
        return mayKnowValue;
    }

    @Override
    public void ask(PruningReads reads) throws IOException {
        filter.ask(reads);
    }

    @Override
    public void take(PruningReads reads) throws IOException {
        if (filter.take(reads)) {
            mayKnowValue = filter.isThere() && anyIsSet();
            truthValues = filter.isThere() && !mayKnowValue
                    ? BloomFilterEvaluator.truthValuesWithoutMatch(leaf, mayHaveNull)
                    : TruthValues.ANY;
        }
    }

    private boolean anyIsSet() {
        for (long hash : hashes) {
            if (filter.isSet(hash)) {
                return true;
            }
        }
        return false;
    }
}
