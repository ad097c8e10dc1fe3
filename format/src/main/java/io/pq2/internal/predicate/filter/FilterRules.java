package io.pq2.internal.predicate.filter;

import io.pq2.internal.predicate.prune.StatisticsEvaluator.MissingColumns;
import io.pq2.predicate.NanOrder;
import io.pq2.schema.Column;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * What a {@link BatchFilter} is to go by.
 *
 * @param missingColumns what to make of columns that the file does not have
 * @param nans where NaN stands
 * @param asStored the columns whose values the caller understands as the file has them. A caller that converts a column's values
 *     (calendars, time zones, texts that are padded) leaves it out, and conditions on it are then not decided upon
 * @param isWanted the columns that are read anyway: where a group is null is learned from one of them if possible
 */
public record FilterRules(
        MissingColumns missingColumns, NanOrder nans, Predicate<Column> asStored, Predicate<Column> isWanted) {

    public FilterRules {
        Objects.requireNonNull(missingColumns, "missingColumns");
        Objects.requireNonNull(nans, "nans");
        Objects.requireNonNull(asStored, "asStored");
        Objects.requireNonNull(isWanted, "isWanted");
    }

    /** Rules for a caller that wants all columns. */
    public FilterRules(MissingColumns missingColumns, NanOrder nans, Predicate<Column> asStored) {
        this(missingColumns, nans, asStored, column -> true);
    }

    /** These rules where only some columns are read anyway. */
    public FilterRules wanting(Predicate<Column> wanted) {
        return new FilterRules(missingColumns, nans, asStored, wanted);
    }

    /** Spark's order of NaN, and all columns as they are stored. */
    public static FilterRules of(MissingColumns missingColumns) {
        return new FilterRules(missingColumns, NanOrder.GREATEST, column -> true);
    }
}
