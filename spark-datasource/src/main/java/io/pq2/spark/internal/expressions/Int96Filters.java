package io.pq2.spark.internal.expressions;

import io.pq2.predicate.Predicate;
import io.pq2.predicate.ValuePredicate;
import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import io.pq2.spark.internal.columns.leaf.Int96Condition;
import io.pq2.spark.internal.settings.PushdownSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/** Translates filters on INT96 timestamps to predicates that compare the values Spark reads. */
final class Int96Filters implements FilterValues {

    private final PushdownSettings settings;
    private final DateTimeRules rules;

    /**
     * Creates a translation for one file.
     *
     * @param rules the date and time rules of the file; local timestamps ignore the calendar
     */
    Int96Filters(PushdownSettings settings, DateTimeRules rules) {
        this.settings = settings;
        this.rules = rules;
    }

    @Override
    public Optional<Predicate> comparison(FilterColumn column, Predicate.Operator operator, Object value) {
        return custom(column, value, micros -> Int96Condition.comparison(operator, micros, rules(column)));
    }

    @Override
    public Optional<Predicate> in(FilterColumn column, Object[] values) {
        OptionalLong[] micros = Arrays.stream(values)
                .filter(Objects::nonNull)
                .map(FilterTimes::micros)
                .toArray(OptionalLong[]::new);
        if (!translates(column) || !Arrays.stream(micros).allMatch(OptionalLong::isPresent)) {
            return Optional.empty();
        }
        long[] present =
                Arrays.stream(micros).mapToLong(OptionalLong::getAsLong).toArray();
        Predicate isOne = new Predicate.Custom(column.path(), Int96Condition.in(present, rules(column)));
        Predicate orNull = new Predicate.In(column.path(), List.of(), true);
        return Optional.of(micros.length == values.length ? isOne : Predicate.Or.of(isOne, orNull));
    }

    private Optional<Predicate> custom(FilterColumn column, Object value, LongFunction<ValuePredicate> condition) {
        OptionalLong micros = FilterTimes.micros(value);
        return micros.isPresent() && translates(column)
                ? Optional.of(new Predicate.Custom(column.path(), condition.apply(micros.getAsLong())))
                : Optional.empty();
    }

    private boolean translates(FilterColumn column) {
        return settings.timestamps()
                && (column.type() instanceof TimestampType || column.type() instanceof TimestampNTZType)
                && rules(column).int96IsReadable();
    }

    private DateTimeRules rules(FilterColumn column) {
        return column.type() instanceof TimestampNTZType ? DateTimeRules.CORRECTED : rules;
    }
}
