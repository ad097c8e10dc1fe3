package io.pq2.internal.read.aggregate;

import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.predicate.Literal;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The min and max of the values of a column so far, in the order of its type. */
interface ColumnMinMax {

    /** Adds the values of a vector of the column's physical type. */
    void add(Vector values);

    /** Returns the smallest value; null if there is none. */
    @Nullable
    Literal min();

    /** Returns the largest value; null if there is none. */
    @Nullable
    Literal max();

    /** Creates the empty min and max of a column whose type has an order. */
    static ColumnMinMax of(Column column) {
        MinMaxOrder order = MinMaxOrder.of(column.field());
        return switch (order) {
            case BOOLEAN, INT32, UINT32, INT64, UINT64 -> new IntegerColumnMinMax(column);
            case FLOAT, DOUBLE, FLOAT16, FLOAT_TOTAL, DOUBLE_TOTAL, FLOAT16_TOTAL -> new FloatingColumnMinMax(column);
            case BYTES, TEXT, DECIMAL_BYTES -> new BytesColumnMinMax(column);
            case UNDEFINED -> throw new IllegalArgumentException("values of " + column.dottedPath() + " have no order");
        };
    }

    /**
     * Returns the vector of a column that is not below a repeated field. Its slots are null where a group around it is
     * null.
     */
    static Vector values(Column column, Shape.Struct shape, Batch batch) {
        Shape.Struct group = shape;
        List<Vector> fields = batch.columns();
        @Nullable Vector found = null;
        for (int depth = 0; depth < column.path().size(); depth++) {
            int index = group.indexOf(column);
            found = fields.get(index);
            if (found instanceof StructVector struct) {
                group = (Shape.Struct) group.children().get(index);
                fields = struct.children();
            }
        }
        return Objects.requireNonNull(found);
    }

    /** Whether a column stores unsigned integers. */
    static boolean isUnsigned(Column column) {
        return column.field().logicalType() instanceof LogicalType.IntType integer && !integer.signed();
    }

    /** Whether a column stores 64 bits per value. */
    static boolean isLong(Column column) {
        return column.field().physicalType() == PhysicalType.INT64;
    }
}
