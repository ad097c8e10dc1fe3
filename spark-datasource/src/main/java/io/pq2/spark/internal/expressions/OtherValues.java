package io.pq2.spark.internal.expressions;

import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows in which the value of a variant's field is not that of its leaf: it is encoded in the column {@code value},
 * or the requested type cannot represent it, so that Spark's cast fails or returns null. A filter on the field says
 * nothing about these rows.
 *
 * @param encoded the path of the column {@code value}; absent if there is none
 * @param range the integers of the requested type; absent if the type represents all values of the leaf
 */
record OtherValues(@Nullable List<String> encoded, @Nullable Range range) {

    /** Integers from {@code min} to {@code max}, both inclusive. */
    record Range(long min, long max) {}

    /** Returns a predicate on a leaf that these rows satisfy too. */
    Predicate addTo(Predicate predicate, List<String> leaf) {
        List<Predicate> any = new ArrayList<>();
        any.add(predicate);
        if (encoded != null) {
            any.add(new Predicate.IsNotNull(encoded));
        }
        if (range != null) {
            any.add(new Predicate.Comparison(leaf, Predicate.Operator.LT, new Literal.IntegerLiteral(range.min())));
            any.add(new Predicate.Comparison(leaf, Predicate.Operator.GT, new Literal.IntegerLiteral(range.max())));
        }
        return any.size() == 1 ? predicate : new Predicate.Or(any);
    }
}
