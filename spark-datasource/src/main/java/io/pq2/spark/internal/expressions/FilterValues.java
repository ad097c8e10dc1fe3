package io.pq2.spark.internal.expressions;

import io.pq2.predicate.Predicate;
import java.util.Optional;

/** Compares the values of a column with those of Spark's filters. The results are empty if there is no predicate. */
interface FilterValues {

    /** Returns the comparison with a value. */
    Optional<Predicate> comparison(FilterColumn column, Predicate.Operator operator, Object value);

    /** Returns the null-safe equality with a value. */
    default Optional<Predicate> equalNullSafe(FilterColumn column, Object value) {
        return comparison(column, Predicate.Operator.EQ, value)
                .map(equal -> Predicate.And.of(new Predicate.IsNotNull(column.path()), equal));
    }

    /** Returns the membership in a list of values, which may contain null. */
    Optional<Predicate> in(FilterColumn column, Object[] values);
}
