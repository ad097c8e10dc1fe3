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

/** The least and the greatest of the values of a column that were seen, by the order of its type. */
public interface ColumnMinMax {

    /** Sees the values of a vector of the column's physical type. */
    void see(Vector values);

    /** The least value, null if there was none. */
    Literal min();

    /** The greatest value, null if there was none. */
    Literal max();

    /** @param column of a type that has an order */
    static ColumnMinMax of(Column column) {
        MinMaxOrder order = MinMaxOrder.of(column.field());
        return switch (order) {
            case BOOLEAN, INT32, UINT32, INT64, UINT64 -> new IntegerColumnMinMax(column);
            case FLOAT, DOUBLE, FLOAT16, FLOAT_TOTAL, DOUBLE_TOTAL, FLOAT16_TOTAL -> new FloatingColumnMinMax(column);
            case BYTES, TEXT, DECIMAL_BYTES -> new BytesColumnMinMax(column);
            case UNDEFINED -> throw new IllegalArgumentException("values of " + column.dottedPath() + " have no order");
        };
    }

    /** The vector of a column that is not below a repeated field; where a group around it is null, so is its slot. */
    static Vector values(Column column, Shape.Struct shape, Batch batch) {
        Shape.Struct group = shape;
        List<Vector> fields = batch.columns();
        Vector found = null;
        for (String name : column.path()) {
            int index = group.indexOf(name);
            found = fields.get(index);
            if (found instanceof StructVector struct) {
                group = (Shape.Struct) group.children().get(index);
                fields = struct.children();
            }
        }
        return found;
    }

    /** Whether a column stores unsigned integers. */
    static boolean isUnsigned(Column column) {
        return column.field().logicalType() instanceof LogicalType.IntType integer && !integer.signed();
    }

    /** Whether a column stores 64 bits a value. */
    static boolean isLong(Column column) {
        return column.field().physicalType() == PhysicalType.INT64;
    }
}
