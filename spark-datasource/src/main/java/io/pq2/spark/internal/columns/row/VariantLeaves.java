package io.pq2.spark.internal.columns.row;

import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Determines the leaves of a variant that fields of it need: the columns at the end of their paths, and the metadata if
 * one of these has encoded values. A column {@code value} without values is not read.
 */
final class VariantLeaves {

    private final Predicate<Column> isEmpty;
    private final Set<Column> leaves = new HashSet<>();
    /** Whether a column of encoded values is among the leaves. */
    private boolean hasEncoded;

    private VariantLeaves(Predicate<Column> isEmpty) {
        this.isEmpty = isEmpty;
    }

    /**
     * Returns the leaves; empty if no leaf has a value of the fields.
     *
     * @param isEmpty whether a column certainly has no values but nulls
     */
    static Set<Column> of(StructType fields, Shape.Struct variant, Predicate<Column> isEmpty) {
        VariantLeaves result = new VariantLeaves(isEmpty);
        for (StructField field : fields.fields()) {
            if (!VariantSources.isPlaceholder(field)) {
                result.add(ShreddedPath.of(field, variant));
            }
        }
        int metadata = variant.indexOf("metadata");
        if (result.hasEncoded && metadata >= 0) {
            result.leaves.addAll(variant.children().get(metadata).columns());
        }
        return result.leaves;
    }

    private void add(ShreddedPath path) {
        if (path.isComplete()) {
            addPair(path.level());
        } else if (path.value() != null) {
            addEncoded(path.value());
        }
    }

    private void addEncoded(Shape.Leaf value) {
        if (!isEmpty.test(value.column())) {
            leaves.add(value.column());
            hasEncoded = true;
        }
    }

    /** Adds a group of value and typed_value, with all that is shredded below it. */
    private void addPair(Shape.Struct pair) {
        Shape typed = ShreddedPath.typed(pair);
        for (Shape child : pair.children()) {
            if (child == typed) {
                addTyped(typed);
            } else if (typed != null
                    && child instanceof Shape.Leaf value
                    && child.name().equals("value")) {
                addEncoded(value);
            } else {
                // Without typed_value, the group of a field would be missing if its only column were.
                leaves.addAll(child.columns());
                hasEncoded = true;
            }
        }
    }

    private void addTyped(Shape typed) {
        if (typed instanceof Shape.Struct fields) {
            for (Shape field : fields.children()) {
                addPairOrAll(field);
            }
        } else if (typed instanceof Shape.Array array) {
            addPairOrAll(array.element());
        } else {
            leaves.addAll(typed.columns());
        }
    }

    private void addPairOrAll(Shape shape) {
        if (shape instanceof Shape.Struct pair) {
            addPair(pair);
        } else {
            leaves.addAll(shape.columns());
        }
    }
}
