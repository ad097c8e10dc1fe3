package io.pq2.internal.read.prune;

import io.pq2.internal.read.plan.HashedCondition;
import io.pq2.predicate.Predicate;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Looks up a condition in an encrypted bloom filter, which all conditions on its column share. */
final class EncryptedBloomFilterProbe implements BloomFilterProbe {

    private final Predicate.Leaf leaf;
    private final EncryptedBloomFilter filter;
    private final boolean mayHaveNull;
    private final long[] hashes;
    private @Nullable Result result;

    /**
     * Creates the probe of one condition.
     *
     * @param condition a condition that a bloom filter can decide
     * @param mayHaveNull whether the column may have nulls in the row group
     */
    EncryptedBloomFilterProbe(HashedCondition condition, EncryptedBloomFilter filter, boolean mayHaveNull) {
        this.leaf = condition.leaf();
        this.filter = filter;
        this.mayHaveNull = mayHaveNull;
        this.hashes = condition.hashes();
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
        filter.addReads(reads);
    }

    @Override
    public void take(PruningReads reads) throws IOException {
        if (!filter.take(reads)) {
            return;
        }
        if (!filter.isAvailable()) {
            result = Result.UNREADABLE;
        } else {
            result = containsAny() ? Result.MAYBE : Result.none(leaf, mayHaveNull);
        }
    }

    private boolean containsAny() {
        for (long hash : hashes) {
            if (filter.mayContain(hash)) {
                return true;
            }
        }
        return false;
    }
}
