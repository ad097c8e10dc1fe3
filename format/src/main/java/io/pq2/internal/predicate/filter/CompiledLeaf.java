package io.pq2.internal.predicate.filter;

import io.pq2.internal.predicate.prune.LeafStatisticsEvaluator;
import io.pq2.internal.predicate.prune.TruthValues;
import io.pq2.predicate.ByteString;
import io.pq2.predicate.NanOrder;
import io.pq2.predicate.Predicate;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import org.jspecify.annotations.Nullable;

/**
 * A compiled condition on a column.
 *
 * @param test passes the values for which the condition is true; for other values it is false or unknown
 * @param othersAreFalse whether the condition is false, rather than unknown, for the other values
 * @param ofNull the truth value for nulls: {@link TruthValues#TRUE}, {@link TruthValues#FALSE} or {@link
 *     TruthValues#UNKNOWN}
 */
public record CompiledLeaf(ValueCheck test, boolean othersAreFalse, TruthValues ofNull) {

    /**
     * Compiles a condition; absent when the condition is undecided for values of the column, see {@link BatchFilter}.
     */
    public static @Nullable CompiledLeaf of(Predicate.Leaf leaf, PrimitiveField field, NanOrder nans) {
        ValueCheck test = test(leaf, field, nans);
        boolean othersAreFalse = !(leaf instanceof Predicate.In in && in.containsNull());
        return test == null ? null : new CompiledLeaf(test, othersAreFalse, ofNull(leaf));
    }

    /**
     * Returns the truth value of a condition for null. An empty IN, which SQL cannot express, is false even for null.
     */
    static TruthValues ofNull(Predicate.Leaf leaf) {
        boolean emptyList = leaf instanceof Predicate.In in && in.literals().isEmpty() && !in.containsNull();
        return emptyList ? TruthValues.FALSE : LeafStatisticsEvaluator.truthValuesOfNull(leaf);
    }

    private static @Nullable ValueCheck test(Predicate.Leaf leaf, PrimitiveField field, NanOrder nans) {
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
            return isPlanar(field) ? new BoxCheck(intersects.box()) : null;
        }
        return LiteralPosition.valueClass(field) == ByteString.class ? ofText(leaf) : null;
    }

    /** Whether a column contains geometries in the plane, or bytes that are taken for them. */
    private static boolean isPlanar(PrimitiveField field) {
        return field.logicalType() instanceof LogicalType.GeometryType
                || (field.logicalType() == null && field.physicalType() == PhysicalType.BYTE_ARRAY);
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
