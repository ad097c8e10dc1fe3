package io.pq2.internal.predicate.filter;

import io.pq2.internal.predicate.prune.LeafStatisticsEvaluator;
import io.pq2.internal.predicate.prune.TruthValues;
import io.pq2.predicate.ByteString;
import io.pq2.predicate.NanOrder;
import io.pq2.predicate.Predicate;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;

/**
 * A condition on a column, compiled.
 *
 * @param test the values for which the condition is true; of the others it is false or unknown
 * @param othersAreFalse whether it is false, and not unknown, for the other values
 * @param ofNull what it is for nulls: one of {@link TruthValues#TRUE}, {@link TruthValues#FALSE} and {@link TruthValues#UNKNOWN}
 */
public record CompiledLeaf(ValueCheck test, boolean othersAreFalse, TruthValues ofNull) {

    /** Compiles a condition; null if it is not for us to say what it means for values of the column. */
    public static CompiledLeaf of(Predicate.Leaf leaf, PrimitiveField field, NanOrder nans) {
        ValueCheck test = test(leaf, field, nans);
        boolean othersAreFalse = !(leaf instanceof Predicate.In in && in.containsNull());
        return test == null ? null : new CompiledLeaf(test, othersAreFalse, ofNull(leaf));
    }

    /** What a condition is for a null. In an empty list, which cannot be written in SQL, nothing is, not even null. */
    static TruthValues ofNull(Predicate.Leaf leaf) {
        boolean emptyList = leaf instanceof Predicate.In in && in.literals().isEmpty() && !in.containsNull();
        return emptyList ? TruthValues.FALSE : LeafStatisticsEvaluator.truthValuesOfNull(leaf);
    }

    private static ValueCheck test(Predicate.Leaf leaf, PrimitiveField field, NanOrder nans) {
        ComparisonChecks comparisons = new ComparisonChecks(field, nans);
        if (leaf instanceof Predicate.IsNull) {
            return ValueCheck.NONE;
        } else if (leaf instanceof Predicate.IsNotNull) {
            return ValueCheck.ALL;
        } else if (leaf instanceof Predicate.IsNan) {
            return LiteralPosition.valueClass(field) == Double.class ? comparisons.isNan() : ValueCheck.NONE;
        } else if (leaf instanceof Predicate.Comparison comparison) {
            return comparisons.compare(comparison.operator(), comparison.literal());
        } else if (leaf instanceof Predicate.EqualNullSafe equal) {
            return equal.literal() == null
                    ? ValueCheck.NONE
                    : comparisons.compare(Predicate.Operator.EQ, equal.literal());
        } else if (leaf instanceof Predicate.In in) {
            return comparisons.in(in.literals());
        } else if (leaf instanceof Predicate.Custom custom) {
            return CustomCheck.of(custom.test(), field);
        } else if (leaf instanceof Predicate.Intersects intersects) {
            return field.logicalType() instanceof LogicalType.GeometryType ? new BoxCheck(intersects.box()) : null;
        }
        return LiteralPosition.valueClass(field) == ByteString.class ? ofText(leaf) : null;
    }

    private static ValueCheck ofText(Predicate.Leaf leaf) {
        if (leaf instanceof Predicate.StartsWith startsWith) {
            return new BytesCheck.StartsWith(startsWith.prefix().bytes());
        } else if (leaf instanceof Predicate.EndsWith endsWith) {
            return new BytesCheck.EndsWith(endsWith.suffix().bytes());
        }
        byte[] part = ((Predicate.Contains) leaf).part().bytes();
        return part.length == 0 ? ValueCheck.ALL : new BytesCheck.Contains(part);
    }
}
