package io.pq2.internal.read.plan;

import io.pq2.internal.predicate.prune.BloomFilterEvaluator;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import org.jspecify.annotations.Nullable;

/**
 * A condition that bloom filters of a column can decide, with the hashes of its literals. All row groups share it, so
 * that literals are hashed once. Thread-safe.
 */
public final class HashedCondition {

    private final Predicate.Leaf leaf;
    private final Column column;
    /** Absent before the first lookup. Two threads may compute the same hashes. */
    private volatile long @Nullable [] hashes;

    /**
     * Creates a condition without hashing its literals.
     *
     * @param leaf a condition for which {@link BloomFilterEvaluator#canDecide} is true
     */
    public HashedCondition(Predicate.Leaf leaf, Column column) {
        this.leaf = leaf;
        this.column = column;
    }

    /** Returns the condition. */
    public Predicate.Leaf leaf() {
        return leaf;
    }

    /** Returns the hashes of the literals, not to be changed; empty if the column can store none of them. */
    public long[] hashes() {
        long[] known = hashes;
        if (known == null) {
            known = BloomFilterEvaluator.hashes(leaf, column);
            hashes = known;
        }
        return known;
    }
}
