package io.pq2.predicate;

import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.statistics.ByteString;

/**
 * A condition on a column, compiled.
 *
 * @param test the values for which the condition is true; of the others it is false or unknown
 * @param othersAreFalse whether it is false, and not unknown, for the other values
 * @param ofNull what it is for nulls: one of {@link Outcomes#TRUE}, {@link Outcomes#FALSE} and {@link Outcomes#UNKNOWN}
 */
record CompiledLeaf(ValueTest test, boolean othersAreFalse, Outcomes ofNull) {

    /** Compiles a condition; null if it is not for us to say what it means for values of the column. */
    static CompiledLeaf of(Predicate.Leaf leaf, PrimitiveField field, NanOrder nans) {
        ValueTest test = test(leaf, field, nans);
        boolean othersAreFalse = !(leaf instanceof Predicate.In in && in.containsNull());
        return test == null ? null : new CompiledLeaf(test, othersAreFalse, ofNull(leaf));
    }

    /** What a condition is for a null. In an empty list, which cannot be written in SQL, nothing is, not even null. */
    static Outcomes ofNull(Predicate.Leaf leaf) {
        boolean emptyList = leaf instanceof Predicate.In in && in.literals().isEmpty() && !in.containsNull();
        return emptyList ? Outcomes.FALSE : LeafEvaluator.outcomesOfNull(leaf);
    }

    private static ValueTest test(Predicate.Leaf leaf, PrimitiveField field, NanOrder nans) {
        ComparisonTests comparisons = new ComparisonTests(field, nans);
        if (leaf instanceof Predicate.IsNull) {
            return ValueTest.NONE;
        } else if (leaf instanceof Predicate.IsNotNull) {
            return ValueTest.ALL;
        } else if (leaf instanceof Predicate.IsNan) {
            return LiteralPosition.valueClass(field) == Double.class ? comparisons.isNan() : ValueTest.NONE;
        } else if (leaf instanceof Predicate.Comparison comparison) {
            return comparisons.compare(comparison.operator(), comparison.literal());
        } else if (leaf instanceof Predicate.EqualNullSafe equal) {
            return equal.literal() == null
                    ? ValueTest.NONE
                    : comparisons.compare(Predicate.Operator.EQ, equal.literal());
        } else if (leaf instanceof Predicate.In in) {
            return comparisons.in(in.literals());
        } else if (leaf instanceof Predicate.Custom custom) {
            return CustomTest.of(custom.test(), field);
        } else if (leaf instanceof Predicate.Intersects intersects) {
            return field.logicalType() instanceof LogicalType.GeometryType ? new BoxTest(intersects.box()) : null;
        }
        return LiteralPosition.valueClass(field) == ByteString.class ? ofText(leaf) : null;
    }

    private static ValueTest ofText(Predicate.Leaf leaf) {
        if (leaf instanceof Predicate.StartsWith startsWith) {
            return new BytesTest.StartsWith(startsWith.prefix().bytes());
        } else if (leaf instanceof Predicate.EndsWith endsWith) {
            return new BytesTest.EndsWith(endsWith.suffix().bytes());
        }
        byte[] part = ((Predicate.Contains) leaf).part().bytes();
        return part.length == 0 ? ValueTest.ALL : new BytesTest.Contains(part);
    }
}
