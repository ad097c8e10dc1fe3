package io.pq2.spark.internal.kernel.groups;

import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.DoubleColumn;
import io.pq2.spark.internal.kernel.values.LongColumn;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.NullUnmarked;

/** Min or max of numbers, and of types that Spark stores as numbers: those of a single group. */
@NullUnmarked // the groups of a single one are absent
final class SparkNumberMinMax implements SparkMinMax {

    private final DataType type;
    private final Accumulator extreme;
    private final BatchColumns columns = new BatchColumns(List.of());

    /** @param type a type whose values fit 64 bits, or are floating-point numbers */
    SparkNumberMinMax(DataType type, boolean min) {
        this.type = type;
        this.extreme = type instanceof FloatType || type instanceof DoubleType
                ? new DoubleExtreme(new DoubleColumn(0, type instanceof FloatType), !min, type)
                : new LongExtreme(new LongColumn(0, type), !min, type);
        extreme.resize(1);
    }

    @Override
    public void update(ColumnVector column, int slots) {
        columns.begin(new ColumnarBatch(new ColumnVector[] {column}, slots));
        extreme.add(columns, columns.allRows(), slots, null);
    }

    @Override
    public Object value() {
        UnsafeRowWriter writer = new UnsafeRowWriter(1);
        writer.resetRowWriter();
        extreme.write(writer, 0, 0);
        return writer.getRow().isNullAt(0) ? null : writer.getRow().get(0, type);
    }
}
