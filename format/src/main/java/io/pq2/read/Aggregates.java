package io.pq2.read;

import io.pq2.exception.InvalidDataException;
import io.pq2.predicate.Literal;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** What an aggregation found. */
public final class Aggregates {

    private final long rowCount;
    private final Map<Aggregate, Long> counts;
    private final Map<Aggregate, Literal> extremes;
    private final AggregatePlan plan;

    Aggregates(long rowCount, Map<Aggregate, Long> counts, Map<Aggregate, Literal> extremes, AggregatePlan plan) {
        this.rowCount = rowCount;
        this.counts = Map.copyOf(counts);
        this.extremes = Collections.unmodifiableMap(new HashMap<>(extremes));
        this.plan = plan;
    }

    /** The number of rows: those for which the filter is true, if there is one. */
    public long rowCount() {
        return rowCount;
    }

    /**
     * How many values of a column are not null.
     *
     * @param dottedPath the column, with dots between the names
     * @throws InvalidDataException if that was not asked for
     */
    public long count(String dottedPath) {
        return found(counts, Aggregate.Kind.COUNT, dottedPath);
    }

    /**
     * The least value of a column, null if it has none. NaN is greater than all numbers, -0 less than 0.
     *
     * @param dottedPath the column, with dots between the names
     * @throws InvalidDataException if that was not asked for
     */
    public Literal min(String dottedPath) {
        return found(extremes, Aggregate.Kind.MIN, dottedPath);
    }

    /** The greatest value of a column; otherwise as {@link #min}. */
    public Literal max(String dottedPath) {
        return found(extremes, Aggregate.Kind.MAX, dottedPath);
    }

    private static <T> T found(Map<Aggregate, T> values, Aggregate.Kind kind, String dottedPath) {
        for (Map.Entry<Aggregate, T> entry : values.entrySet()) {
            Aggregate aggregate = entry.getKey();
            if (aggregate.kind() == kind && aggregate.column().dottedPath().equals(dottedPath)) {
                return entry.getValue();
            }
        }
        throw new InvalidDataException(kind + " of " + dottedPath + " was not asked for");
    }

    /** Row groups that the footer answered, so that nothing of them was read. */
    public int rowGroupsAnswered() {
        return plan.answeredRowGroups();
    }

    /** Row groups that were scanned. */
    public int rowGroupsScanned() {
        return plan.scanned().size();
    }

    /** Row groups that statistics prove to have no row that the filter keeps. */
    public int rowGroupsSkipped() {
        return plan.skippedRowGroups();
    }
}
