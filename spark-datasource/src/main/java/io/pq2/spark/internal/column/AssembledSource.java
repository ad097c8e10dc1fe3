package io.pq2.spark.internal.column;

import io.pq2.vector.Vector;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.execution.RowToColumnConverter;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;

/** Builds values row by row from the structs of another source; null where the struct is null. */
final class AssembledSource implements ColumnSource {

    private final ColumnSource structs;
    private final Function<InternalRow, Object> assembly;
    private final OnHeapColumnVector column;
    private final RowToColumnConverter converter;

    /**
     * Creates a source.
     *
     * @param type the type of the values
     * @param assembly builds a value in Spark's internal form from a struct
     */
    AssembledSource(ColumnSource structs, DataType type, Function<InternalRow, Object> assembly) {
        this.structs = structs;
        this.assembly = assembly;
        this.column = new OnHeapColumnVector(1, type);
        this.converter = new RowToColumnConverter(new StructType().add("value", type));
    }

    @Override
    public ColumnVector column() {
        return column;
    }

    @Override
    public void show(@Nullable Vector vector, int length) {
        structs.show(vector, length);
        ColumnVector parts = structs.column();
        column.reset();
        column.reserve(length);
        GenericInternalRow value = new GenericInternalRow(1);
        WritableColumnVector[] target = {column};
        for (int i = 0; i < length; i++) {
            value.update(0, parts.isNullAt(i) ? null : assembly.apply(parts.getStruct(i)));
            converter.convert(value, target);
        }
    }
}
