package io.pq2.predicate;

import io.pq2.schema.Column;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * The meaning of a filter where engines differ: missing columns, NaN, and columns whose values the caller converts.
 *
 * @param missingColumns how to treat columns that the file does not have
 * @param nanOrder how NaN compares
 * @param comparesAsStored whether the caller uses a column's values as the file stores them. A caller that converts a
 *     column's values (calendars, time zones, padded text) returns false for it; conditions on that column then remove
 *     no rows
 * @param isProjected whether the scan reads a column anyway. A filter on whether a group is null then prefers one such
 *     column
 */
public record FilterSemantics(
        MissingColumns missingColumns,
        NanOrder nanOrder,
        Predicate<Column> comparesAsStored,
        Predicate<Column> isProjected) {

    /** Checks that no component is null. */
    public FilterSemantics {
        Objects.requireNonNull(missingColumns, "missingColumns");
        Objects.requireNonNull(nanOrder, "nanOrder");
        Objects.requireNonNull(comparesAsStored, "comparesAsStored");
        Objects.requireNonNull(isProjected, "isProjected");
    }

    /** Creates the semantics for a scan of all columns. */
    public FilterSemantics(MissingColumns missingColumns, NanOrder nanOrder, Predicate<Column> comparesAsStored) {
        this(missingColumns, nanOrder, comparesAsStored, column -> true);
    }

    /** Returns the same semantics for a scan that reads only the columns for which {@code isProjected} is true. */
    public FilterSemantics withProjection(Predicate<Column> isProjected) {
        return new FilterSemantics(missingColumns, nanOrder, comparesAsStored, isProjected);
    }

    /**
     * Returns the semantics of a caller with Spark's {@link NanOrder#GREATEST} that uses all columns as they are
     * stored.
     */
    public static FilterSemantics of(MissingColumns missingColumns) {
        return new FilterSemantics(missingColumns, NanOrder.GREATEST, column -> true);
    }
}
