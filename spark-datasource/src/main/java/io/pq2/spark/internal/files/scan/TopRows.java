package io.pq2.spark.internal.files.scan;

import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicates;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import io.pq2.statistics.ColumnStatistics;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * The first rows of a scan in the order of a column, which a query asks for.
 *
 * @param column the name of the column
 * @param type the type of the column
 * @param rows the number of rows, at least 1
 * @param descending whether the greatest values come first
 * @param nullsFirst whether rows without a value come before all others
 * @param unconditional whether each row of the scan counts, because the query has no conditions on them
 * @param operator identifies the operator that keeps the first rows, and shares their bound with the scan
 *     ({@link TopRowsBound}). Not part of equality
 */
public record TopRows(
        String column,
        DataType type,
        int rows,
        boolean descending,
        boolean nullsFirst,
        boolean unconditional,
        String operator)
        implements Serializable {

    /** Compares the bounds of a column, which have the same class. */
    @SuppressWarnings("unchecked") // see ColumnStatistics
    private static final Comparator<Comparable<?>> ASCENDING =
            (left, right) -> ((Comparable<Object>) left).compareTo(right);

    /**
     * A row group.
     *
     * @param last its value that comes last in the order, or one after it
     * @param values the number of values that are certainly not null
     */
    private record Bound(Comparable<?> last, long values) {}

    /**
     * Returns a condition that the first rows of a file satisfy, whatever further columns the query orders by. The row
     * groups that certainly have enough rows up to some value decide it: no row beyond that value is among the first.
     *
     * @param ordered the column in the file. It is not repeated, and its values have Spark's order and no NaN
     * @return empty if each row group may have one of the rows
     */
    Optional<Predicate> condition(ParquetFile file, Column ordered) {
        List<ColumnStatistics> rowGroups = new ArrayList<>();
        for (int i = 0; i < file.metadata().rowGroups().size(); i++) {
            rowGroups.add(file.statistics(i, ordered));
        }
        Predicates.Column values = new Predicates.Column(ordered.path());
        long needed = rows;
        if (nullsFirst) {
            needed -= rowGroups.stream().mapToLong(TopRows::nulls).sum();
            if (needed <= 0) {
                return Optional.of(values.isNull());
            }
        }
        Comparable<?> limit = limit(rowGroups, needed);
        if (limit == null) {
            return Optional.empty();
        }
        Predicate condition = descending ? values.isAtLeast(limit) : values.isAtMost(limit);
        boolean hasNulls = nullsFirst && rowGroups.stream().anyMatch(ColumnStatistics::mayHaveNull);
        return Optional.of(hasNulls ? Predicates.or(values.isNull(), condition) : condition);
    }

    /** Returns a value such that enough rows do not come after it; absent if no row comes after it. */
    private @Nullable Comparable<?> limit(List<ColumnStatistics> rowGroups, long needed) {
        Comparator<Comparable<?>> order = descending ? ASCENDING.reversed() : ASCENDING;
        List<Bound> bounds = new ArrayList<>();
        for (ColumnStatistics rowGroup : rowGroups) {
            Comparable<?> last = descending ? rowGroup.min() : rowGroup.max();
            if (last != null) {
                bounds.add(new Bound(last, valuesOf(rowGroup)));
            }
        }
        bounds.sort(Comparator.comparing(Bound::last, order));
        long certain = 0;
        for (Bound bound : bounds) {
            certain += bound.values;
            if (certain >= needed) {
                boolean excludes = rowGroups.stream()
                        .map(rowGroup -> descending ? rowGroup.max() : rowGroup.min())
                        .anyMatch(first -> first != null && order.compare(first, bound.last) > 0);
                return excludes ? bound.last : null;
            }
        }
        return null;
    }

    private static long nulls(ColumnStatistics rowGroup) {
        Long nulls = rowGroup.nullCount();
        return nulls == null ? 0 : nulls;
    }

    /**
     * Returns the order in which row groups are best read: those first whose first value comes first. Which order it
     * is matters for speed only.
     *
     * @param ordered the column in the file, which is not repeated
     */
    Comparator<Integer> visitingOrder(ParquetFile file, Column ordered) {
        Comparator<Comparable<?>> order = descending ? ASCENDING.reversed() : ASCENDING;
        return (left, right) -> {
            Comparable<?> a = first(file.statistics(left, ordered));
            Comparable<?> b = first(file.statistics(right, ordered));
            return a == null || b == null ? Boolean.compare(a != null, b != null) : order.compare(a, b);
        };
    }

    /** Returns the value that comes first, or one before it; absent if it is unknown, null or NaN. */
    private @Nullable Comparable<?> first(ColumnStatistics rowGroup) {
        boolean special =
                nullsFirst && rowGroup.mayHaveNull() || descending && rowGroup.isFloating() && rowGroup.mayHaveNan();
        return special ? null : descending ? rowGroup.max() : rowGroup.min();
    }

    /** Returns the number of values that are certainly not null. */
    private static long valuesOf(ColumnStatistics rowGroup) {
        Long values = rowGroup.valueCount();
        Long nulls = rowGroup.nullCount();
        return values == null || nulls == null ? 0 : values - nulls;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TopRows that
                && column.equals(that.column)
                && type.equals(that.type)
                && rows == that.rows
                && descending == that.descending
                && nullsFirst == that.nullsFirst
                && unconditional == that.unconditional;
    }

    @Override
    public int hashCode() {
        return Objects.hash(column, type, rows, descending, nullsFirst, unconditional);
    }

    /** Returns the text for explanations of plans. */
    @Override
    public String toString() {
        return column + (descending ? " DESC" : " ASC") + (nullsFirst ? " NULLS FIRST" : " NULLS LAST") + " LIMIT "
                + rows;
    }
}
