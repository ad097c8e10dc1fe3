package io.pq2.spark.internal.kernel.explode;

import io.pq2.spark.internal.vectors.OffsetColumnVector;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.execution.RowToColumnConverter;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.jspecify.annotations.NullUnmarked;

/** The elements of a column of arrays, or the keys and values of a column of maps, in a batch. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
abstract class ExplodedElements {

    /** Returns the elements of the arrays, or the keys and then the values of the maps. */
    abstract ColumnVector[] columns();

    /** Returns the index of the first element of a row that is not null. */
    abstract int start(int row);

    /** Returns the number of elements of a row that is not null. */
    abstract int size(int row);

    /** Returns the elements of a column of arrays or maps. */
    static ExplodedElements of(ColumnVector column) {
        return column instanceof OffsetColumnVector offsets ? new Stored(offsets) : Same.of(column);
    }

    /** Elements as files have them. */
    private static final class Stored extends ExplodedElements {

        private final OffsetColumnVector column;

        Stored(OffsetColumnVector column) {
            this.column = column;
        }

        @Override
        ColumnVector[] columns() {
            ColumnVector first = column.getChild(0);
            return column.dataType() instanceof MapType
                    ? new ColumnVector[] {first, column.getChild(1)}
                    : new ColumnVector[] {first};
        }

        @Override
        int start(int row) {
            return column.start(row);
        }

        @Override
        public int size(int row) {
            return column.size(row);
        }
    }

    /** The same elements in all rows: the default of a column that the file lacks. */
    private static final class Same extends ExplodedElements {

        private final int size;
        private final ColumnVector[] columns;

        private Same(int size, ColumnVector... columns) {
            this.size = size;
            this.columns = columns;
        }

        static Same of(ColumnVector column) {
            if (column.hasNull()) {
                return new Same(0);
            }
            if (column.dataType() instanceof MapType type) {
                ColumnarMap map = column.getMap(0);
                return new Same(
                        map.numElements(),
                        copy(map.keyArray(), type.keyType()),
                        copy(map.valueArray(), type.valueType()));
            }
            ArrayData array = column.getArray(0);
            return new Same(array.numElements(), copy(array, ((ArrayType) column.dataType()).elementType()));
        }

        private static ColumnVector copy(ArrayData array, DataType type) {
            WritableColumnVector target = new OnHeapColumnVector(Math.max(1, array.numElements()), type);
            RowToColumnConverter converter = new RowToColumnConverter(new StructType().add("element", type));
            for (int i = 0; i < array.numElements(); i++) {
                Object element = array.isNullAt(i) ? null : array.get(i, type);
                converter.convert(new GenericInternalRow(new Object[] {element}), new WritableColumnVector[] {target});
            }
            return target;
        }

        @Override
        ColumnVector[] columns() {
            return Arrays.copyOf(columns, columns.length);
        }

        @Override
        int start(int row) {
            return 0;
        }

        @Override
        public int size(int row) {
            return size;
        }
    }
}
