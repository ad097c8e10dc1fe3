package io.pq2.spark.internal.estimate;

import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import io.pq2.statistics.ColumnStatistics;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the share of a row group's rows that satisfy a filter, from min and max, as if values were evenly
 * distributed between them. Conditions that the statistics say nothing about have the share 1. Conditions on several
 * columns are taken for dependent: together they have the smallest of their shares.
 */
final class Selectivity {

    /** The smallest estimate. Values may be unevenly distributed, and a broadcast that is too large ends the driver. */
    private static final double LEAST = 1 / 8.0;

    private static final double NANOS_PER_SECOND = 1e9;

    private final ParquetFile file;
    private final int rowGroup;
    private final Map<List<String>, ColumnStatistics> statistics = new HashMap<>();

    private Selectivity(ParquetFile file, int rowGroup) {
        this.file = file;
        this.rowGroup = rowGroup;
    }

    /** Returns the estimated share of rows, at least 1/8. */
    static double of(Predicate filter, ParquetFile file, int rowGroup) {
        return Math.max(LEAST, new Selectivity(file, rowGroup).share(filter));
    }

    private double share(Predicate predicate) {
        if (predicate instanceof Predicate.And and) {
            return conjunction(and);
        }
        if (predicate instanceof Predicate.Or or) {
            return Math.min(1, or.operands().stream().mapToDouble(this::share).sum());
        }
        if (predicate instanceof Predicate.Comparison comparison) {
            return comparison(comparison);
        }
        if (predicate instanceof Predicate.In in) {
            return in(in);
        }
        if (predicate instanceof Predicate.EqualNullSafe equal && equal.literal() != null) {
            return equal(equal.path());
        }
        return 1;
    }

    /** Combines the lower and upper bounds of each column, and takes the smallest share of all columns. */
    private double conjunction(Predicate.And and) {
        Map<List<String>, Double> belowLower = new HashMap<>();
        Map<List<String>, Double> aboveUpper = new HashMap<>();
        double least = 1;
        for (Predicate operand : and.operands()) {
            double share = share(operand);
            least = Math.min(least, share);
            if (operand instanceof Predicate.Comparison comparison) {
                Operator operator = comparison.operator();
                if (operator == Operator.GT || operator == Operator.GE) {
                    belowLower.merge(comparison.path(), 1 - share, Math::max);
                } else if (operator == Operator.LT || operator == Operator.LE) {
                    aboveUpper.merge(comparison.path(), 1 - share, Math::max);
                }
            }
        }
        for (Map.Entry<List<String>, Double> lower : belowLower.entrySet()) {
            least = Math.min(least, 1 - lower.getValue() - aboveUpper.getOrDefault(lower.getKey(), 0.0));
        }
        return Math.max(0, least);
    }

    private double comparison(Predicate.Comparison comparison) {
        if (comparison.operator() == Operator.EQ) {
            return equal(comparison.path());
        }
        if (comparison.operator() == Operator.NE) {
            return 1;
        }
        OptionalDouble min = position(statistics(comparison.path()).min());
        OptionalDouble max = position(statistics(comparison.path()).max());
        OptionalDouble bound = position(comparison.literal().value());
        if (min.isEmpty() || max.isEmpty() || bound.isEmpty() || !(min.getAsDouble() < max.getAsDouble())) {
            return 1;
        }
        double below = (bound.getAsDouble() - min.getAsDouble()) / (max.getAsDouble() - min.getAsDouble());
        if (Double.isNaN(below)) {
            return 1;
        }
        double within = Math.max(0, Math.min(1, below));
        return comparison.operator() == Operator.LT || comparison.operator() == Operator.LE ? within : 1 - within;
    }

    private double in(Predicate.In in) {
        ColumnStatistics column = statistics(in.path());
        OptionalDouble min = position(column.min());
        OptionalDouble max = position(column.max());
        if (min.isEmpty() || max.isEmpty()) {
            return 1;
        }
        double within = in.literals().stream()
                .map(Literal::value)
                .map(Selectivity::position)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .filter(value -> value >= min.getAsDouble() && value <= max.getAsDouble())
                .distinct()
                .count();
        return Math.min(1, within * equal(in.path()));
    }

    /** Returns the share of one value, if the column's values are countable. */
    private double equal(List<String> path) {
        ColumnStatistics column = statistics(path);
        boolean countable = column.min() instanceof LocalDate
                || column.min() instanceof BigDecimal number
                        && number.scale() <= 0
                        && column.max() instanceof BigDecimal largest
                        && largest.scale() <= 0;
        OptionalDouble min = position(column.min());
        OptionalDouble max = position(column.max());
        if (!countable || min.isEmpty() || max.isEmpty()) {
            return 1;
        }
        return 1 / Math.max(1, max.getAsDouble() - min.getAsDouble() + 1);
    }

    private ColumnStatistics statistics(List<String> path) {
        return statistics.computeIfAbsent(path, key -> {
            Column column = file.schema().column(key);
            return column == null
                    ? ColumnStatistics.unknown(file.schema().columns().get(0))
                    : file.statistics(rowGroup, column);
        });
    }

    /** Returns the position of a value on a scale on which differences are meaningful; empty for text. */
    private static OptionalDouble position(@Nullable Object value) {
        if (value instanceof Number number) {
            return OptionalDouble.of(number.doubleValue());
        }
        if (value instanceof LocalDate date) {
            return OptionalDouble.of((double) date.toEpochDay());
        }
        if (value instanceof Instant instant) {
            return OptionalDouble.of((double) instant.getEpochSecond() + instant.getNano() / NANOS_PER_SECOND);
        }
        if (value instanceof LocalDateTime local) {
            return position(local.toInstant(ZoneOffset.UTC));
        }
        return value instanceof LocalTime time
                ? OptionalDouble.of((double) time.toNanoOfDay())
                : OptionalDouble.empty();
    }
}
