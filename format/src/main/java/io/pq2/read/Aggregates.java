package io.pq2.read;

import io.pq2.exception.InvalidDataException;
import io.pq2.predicate.Literal;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The result of an aggregation. */
public final class Aggregates {

    private final long rowCount;
    private final Map<Aggregate, Long> counts;
    private final Map<Aggregate, @Nullable Literal> minMax;
    private final AggregatePlan plan;

    Aggregates(
            long rowCount, Map<Aggregate, Long> counts, Map<Aggregate, @Nullable Literal> minMax, AggregatePlan plan) {
        this.rowCount = rowCount;
        this.counts = Map.copyOf(counts);
        this.minMax = Collections.unmodifiableMap(new HashMap<>(minMax));
        this.plan = plan;
    }

    /** Returns the number of rows; with a filter, the number of rows for which it is true. */
    public long rowCount() {
        return rowCount;
    }

    /**
     * Returns the number of values of a column that are not null.
     *
     * @param dottedPath the column, as names joined by dots
     * @throws InvalidDataException if the count of this column was not requested
     */
    public long count(String dottedPath) {
        return Objects.requireNonNull(counts.get(requested(counts, Aggregate.Kind.COUNT, dottedPath)));
    }

    /**
     * Returns the value of a requested count.
     *
     * @throws InvalidDataException if this count was not requested
     */
    public long count(Aggregate requested) {
        Long count = counts.get(requested);
        if (count == null) {
            throw new InvalidDataException(requested.kind() + " of "
                    + requested.column().dottedPath() + " at level " + requested.level() + " was not requested");
        }
        return count;
    }

    /**
     * Returns the smallest value of a column; null if it has no values. NaN is larger than every number, -0 is smaller
     * than 0.
     *
     * @param dottedPath the column, as names joined by dots
     * @throws InvalidDataException if the min of this column was not requested
     */
    public @Nullable Literal min(String dottedPath) {
        return minMax.get(requested(minMax, Aggregate.Kind.MIN, dottedPath));
    }

    /**
     * Returns the largest value of a column; null if it has no values. NaN is larger than every number, -0 is smaller
     * than 0.
     *
     * @param dottedPath the column, as names joined by dots
     * @throws InvalidDataException if the max of this column was not requested
     */
    public @Nullable Literal max(String dottedPath) {
        return minMax.get(requested(minMax, Aggregate.Kind.MAX, dottedPath));
    }

    private static Aggregate requested(Map<Aggregate, ?> results, Aggregate.Kind kind, String dottedPath) {
        return results.keySet().stream()
                .filter(aggregate -> aggregate.kind() == kind
                        && !aggregate.isOfGroup()
                        && aggregate.column().dottedPath().equals(dottedPath))
                .findFirst()
                .orElseThrow(() -> new InvalidDataException(kind + " of " + dottedPath + " was not requested"));
    }

    /** Returns the number of row groups that the footer answered completely, so that they were not read. */
    public int rowGroupsAnswered() {
        return plan.answeredRowGroups();
    }

    /** Returns the number of row groups that were scanned. */
    public int rowGroupsScanned() {
        return plan.scanned().size();
    }

    /** Returns the number of row groups that statistics excluded, because no row in them matches the filter. */
    public int rowGroupsSkipped() {
        return plan.skippedRowGroups();
    }
}
