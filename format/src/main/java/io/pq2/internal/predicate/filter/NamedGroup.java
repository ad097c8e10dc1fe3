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

/**
 * A struct, list or map that is not below a list or map, and that a condition asks whether it is null.
 *
 * @param shape the group
 * @param whereNull whether the condition is true where the group is null, and false elsewhere; otherwise the other way round
 */
public record NamedGroup(Shape shape, boolean whereNull) {

    /** The group that a condition asks whether it is null; null if the condition asks something else, or about something else. */
    public static NamedGroup of(Predicate.Leaf leaf, Schema schema) {
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

    /** Whether neither the group nor a group around it can be null. */
    boolean isNever() {
        return shape.definitionLevel() == 0;
    }

    /** The columns of the group. */
    public List<Column> columns() {
        List<Column> columns = new ArrayList<>();
        shape.collectColumns(columns);
        return columns;
    }

    /** The column that tells where the group is null with the least work: one that is read anyway, or else one that is short. */
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

    /** The outcomes of the condition among some rows, by what is known of the nulls of the group's columns. */
    public TruthValues truthValues(StatisticsEvaluator.ConditionEvaluator leaves) {
        boolean mayBeNull = !isNever();
        boolean mayBePresent = true;
        for (Column column : columns()) {
            TruthValues byLevels = leaves.groupIsNull(column, shape.definitionLevel());
            mayBeNull &= byLevels.mayBeTrue();
            mayBePresent &= byLevels.mayBeFalse();
            if (mayBeNull && column.maxRepetitionLevel() == 0) {
                TruthValues isNull = leaves.truthValues(new Predicate.IsNull(column.path()), column);
                // where the group is null the column is, and if nothing below the group can be null, nowhere else
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
