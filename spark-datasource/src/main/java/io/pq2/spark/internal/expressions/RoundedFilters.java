package io.pq2.spark.internal.expressions;

import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.schema.LogicalType;
import io.pq2.spark.internal.settings.PushdownSettings;
import io.pq2.spark.internal.versions.SparkVersion;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Translates filters on timestamps and times that a file stores in nanoseconds and Spark reads in microseconds, rounded
 * down. A comparison with a microsecond becomes one with the first or the last of its nanoseconds.
 */
final class RoundedFilters implements FilterValues {

    private static final int NANOS_PER_MICRO = 1000;

    private final PushdownSettings settings;

    RoundedFilters(PushdownSettings settings) {
        this.settings = settings;
    }

    /** The first and the last nanosecond of a microsecond. */
    private record Range(Literal first, Literal last) {}

    @Override
    public Optional<Predicate> comparison(FilterColumn column, Predicate.Operator operator, Object value) {
        return range(column, value).map(range -> comparison(column.path(), operator, range));
    }

    private static Predicate comparison(List<String> path, Predicate.Operator operator, Range range) {
        return switch (operator) {
            case EQ -> Predicate.And.of(atLeast(path, range.first()), atMost(path, range.last()));
            case NE ->
                Predicate.Or.of(
                        new Predicate.Comparison(path, Predicate.Operator.LT, range.first()),
                        new Predicate.Comparison(path, Predicate.Operator.GT, range.last()));
            case LT -> new Predicate.Comparison(path, Predicate.Operator.LT, range.first());
            case LE -> atMost(path, range.last());
            case GT -> new Predicate.Comparison(path, Predicate.Operator.GT, range.last());
            case GE -> atLeast(path, range.first());
        };
    }

    private static Predicate atLeast(List<String> path, Literal literal) {
        return new Predicate.Comparison(path, Predicate.Operator.GE, literal);
    }

    private static Predicate atMost(List<String> path, Literal literal) {
        return new Predicate.Comparison(path, Predicate.Operator.LE, literal);
    }

    @Override
    public Optional<Predicate> in(FilterColumn column, Object[] values) {
        List<Predicate> alternatives = new ArrayList<>();
        for (Object value : values) {
            Optional<Predicate> equal = value == null
                    ? Optional.of(new Predicate.In(column.path(), List.of(), true))
                    : comparison(column, Predicate.Operator.EQ, value);
            if (equal.isEmpty()) {
                return Optional.empty();
            }
            alternatives.add(equal.get());
        }
        return alternatives.size() == 1
                ? Optional.of(alternatives.get(0))
                : Optional.of(new Predicate.Or(alternatives));
    }

    private Optional<Range> range(FilterColumn column, Object value) {
        LogicalType logicalType = Objects.requireNonNull(column.leaf()).logicalType();
        if (SparkVersion.SPARK.isTime(column.type())) {
            return value instanceof LocalTime time ? Optional.of(times(time)) : Optional.empty();
        }
        OptionalLong micros = settings.timestamps() ? FilterTimes.micros(value) : OptionalLong.empty();
        return micros.isPresent() && logicalType instanceof LogicalType.TimestampType timestamp
                ? Optional.of(timestamps(micros.getAsLong(), timestamp.utc()))
                : Optional.empty();
    }

    private static Range times(LocalTime time) {
        long first = time.toNanoOfDay() - time.toNanoOfDay() % NANOS_PER_MICRO;
        return new Range(new Literal.TimeLiteral(first), new Literal.TimeLiteral(first + NANOS_PER_MICRO - 1));
    }

    private static Range timestamps(long micros, boolean utc) {
        Literal.TimestampLiteral first = Literal.TimestampLiteral.ofMicros(micros, utc);
        return new Range(
                first, new Literal.TimestampLiteral(first.epochSecond(), first.nano() + NANOS_PER_MICRO - 1, utc));
    }
}
