package io.pq2.spark.internal.kernel.join;

import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.NullUnmarked;

/**
 * Finds the rows of a broadcast by their key, for one task. Rows have numbers, which are valid in one batch. Not
 * thread-safe.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public abstract class JoinMatches {

    /** Begins a batch of results. */
    public abstract void begin();

    /** Whether each key has one row. */
    public abstract boolean isUnique();

    /** Whether a row has a key. */
    public abstract boolean has(long key);

    /** Returns the row with a key; -1 if there is none. Allowed if keys are unique. */
    public abstract int find(long key);

    /**
     * Begins with the rows of a key, which {@link #take} returns.
     *
     * @return whether there are any
     */
    public abstract boolean start(long key);

    /**
     * Takes the next rows of the key of {@link #start}.
     *
     * @param target receives the rows
     * @param from the index of the first of them in {@code target}
     * @param most the most rows to take, at least 1
     * @return how many were taken; fewer than {@code most} only if they are the last ones
     */
    public abstract int take(int[] target, int from, int most);

    /** Whether the key has rows that were not taken. */
    public abstract boolean hasMore();

    /** Returns the row in which all columns are null. */
    public abstract int nullRow();

    /**
     * Returns a column of some rows, valid until {@code rows} change.
     *
     * @param rows numbers of rows
     */
    public abstract ColumnVector column(int ordinal, int[] rows, int count);
}
