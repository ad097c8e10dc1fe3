package io.pq2.internal.predicate.filter;

import io.pq2.internal.predicate.prune.StatisticsEvaluator;
import io.pq2.internal.predicate.prune.TruthValues;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A struct, list or map that a condition tests for null. It is not below a list or map.
 *
 * @param shape the group
 * @param whereNull whether the condition is true where the group is null; otherwise it is true where the group is not
 *     null
 */
public record NamedGroup(Shape shape, boolean whereNull) {

    /**
     * Returns the group that a condition tests for null; absent when the condition is another one, or its path names
     * no such group.
     */
    public static @Nullable NamedGroup of(Predicate.Leaf leaf, Schema schema) {
        boolean isNull = leaf instanceof Predicate.IsNull
                || leaf instanceof Predicate.EqualNullSafe equal && equal.literal() == null;
        if (!isNull && !(leaf instanceof Predicate.IsNotNull)) {
            return null;
        }
        Shape shape = schema.shape();
        for (String name : leaf.path()) {
            int index = shape instanceof Shape.Struct struct ? struct.indexOf(name) : -1;
            if (index < 0) {
                return null;
            }
            shape = ((Shape.Struct) shape).children().get(index);
        }
        NamedGroup group = new NamedGroup(shape, isNull);
        return shape instanceof Shape.Leaf
                        || leaf.path().isEmpty()
                        || group.columns().isEmpty()
                ? null
                : group;
    }

    /** Whether the group is never null, because it and its ancestors are required. */
    boolean isNever() {
        return shape.definitionLevel() == 0;
    }

    /** Returns the columns of the group. */
    public List<Column> columns() {
        List<Column> columns = new ArrayList<>();
        shape.collectColumns(columns);
        return columns;
    }

    /**
     * Returns the column that shows most cheaply where the group is null: preferably one that is read anyway, then a
     * narrow one.
     */
    Column witness(FilterSemantics semantics) {
        return columns().stream()
                .min(Comparator.comparing(
                                (Column column) -> !semantics.isProjected().test(column))
                        .thenComparingInt(Column::maxRepetitionLevel)
                        .thenComparingInt(NamedGroup::width))
                .orElseThrow();
    }

    private static int width(Column column) {
        return switch (column.field().physicalType()) {
            case BOOLEAN -> 1;
            case INT32, FLOAT -> Integer.BYTES;
            case INT64, DOUBLE -> Long.BYTES;
            case INT96 -> Long.BYTES + Integer.BYTES;
            case FIXED_LEN_BYTE_ARRAY, BYTE_ARRAY -> Integer.MAX_VALUE;
        };
    }

    /** Returns the truth values of the condition, given what is known about nulls in the group's columns. */
    public TruthValues truthValues(StatisticsEvaluator.ConditionEvaluator leaves) {
        boolean mayBeNull = !isNever();
        boolean mayBePresent = true;
        for (Column column : columns()) {
            TruthValues byLevels = leaves.groupIsNull(column, shape.definitionLevel());
            mayBeNull &= byLevels.mayBeTrue();
            mayBePresent &= byLevels.mayBeFalse();
            if (mayBeNull && column.maxRepetitionLevel() == 0) {
                TruthValues isNull = leaves.truthValues(new Predicate.IsNull(column.path()), column);
                // where the group is null, so is the column; if nothing below the group is optional, the converse
                // holds, too
                mayBeNull = isNull.mayBeTrue();
                mayBePresent &= isNull.mayBeFalse() || column.maxDefinitionLevel() > shape.definitionLevel();
            }
        }
        return truthValues(mayBeNull, mayBePresent);
    }

    private TruthValues truthValues(boolean mayBeNull, boolean mayBePresent) {
        return whereNull
                ? new TruthValues(mayBeNull, mayBePresent, false)
                : new TruthValues(mayBePresent, mayBeNull, false);
    }
}
