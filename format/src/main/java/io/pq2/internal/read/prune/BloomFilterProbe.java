package io.pq2.internal.read.prune;

import io.pq2.internal.predicate.prune.TruthValues;
import io.pq2.predicate.Predicate;
import java.io.IOException;

/** Asks the bloom filter of a column chunk about a condition, in steps between which something is read. */
sealed interface BloomFilterProbe permits BloomFilterBlockProbe, EncryptedBloomFilterProbe {

    Predicate.Leaf leaf();

    /** What is known; null as long as more must be read. */
    TruthValues truthValues();

    /** Adds what must be read next; only as long as nothing is known. */
    void ask(PruningReads reads) throws IOException;

    /** Takes what was asked for, waiting for it if it is not there. */
    void take(PruningReads reads) throws IOException;

    /** Whether the filter was asked, once something is known, and has heard of a value of the condition. */
    boolean mayKnowValue();
}
