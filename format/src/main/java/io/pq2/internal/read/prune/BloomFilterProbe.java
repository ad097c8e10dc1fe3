package io.pq2.internal.read.prune;

import io.pq2.internal.predicate.prune.BloomFilterEvaluator;
import io.pq2.internal.predicate.prune.TruthValues;
import io.pq2.predicate.Predicate;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Looks up a condition's values in the bloom filter of a column chunk, in steps with a read before each. */
sealed interface BloomFilterProbe permits BloomFilterBlockProbe, EncryptedBloomFilterProbe {

    /**
     * The result of a lookup.
     *
     * @param values the possible truth values of the condition
     * @param mayContainValue whether the bloom filter was read and may contain one of the condition's values
     */
    record Result(TruthValues values, boolean mayContainValue) {

        /** Nothing is known, because the bloom filter cannot be read. */
        static final Result UNREADABLE = new Result(TruthValues.ANY, false);

        /** The bloom filter may contain one of the values. */
        static final Result MAYBE = new Result(TruthValues.ANY, true);

        /** The chunk contains none of the condition's values. */
        static Result none(Predicate.Leaf leaf, boolean mayHaveNull) {
            return new Result(BloomFilterEvaluator.truthValuesWithoutMatch(leaf, mayHaveNull), false);
        }
    }

    /** Returns the condition. */
    Predicate.Leaf leaf();

    /** Returns the result; null until everything needed was read. */
    @Nullable
    Result result();

    /** Adds the ranges of the next step. Only called while there is no result. */
    void addReads(PruningReads reads) throws IOException;

    /** Takes the ranges that {@link #addReads} added, waiting for them if necessary. */
    void take(PruningReads reads) throws IOException;
}
