package io.pq2.bench.decode;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Summarises Spark's columnar batches. */
final class SparkTally {

    private final StructType schema;
    private final List<Tally> tallies = new ArrayList<>();
    /** The tally of the current field. */
    private Tally tally = new Tally(0);

    SparkTally(StructType schema) {
        this.schema = schema;
        for (StructField field : schema.fields()) {
            tallies.add(new Tally(leaves(field.dataType())));
        }
    }

    private static int leaves(DataType type) {
        if (type instanceof StructType struct) {
            int sum = 0;
            for (StructField field : struct.fields()) {
                sum += leaves(field.dataType());
            }
            return sum;
        }
        if (type instanceof ArrayType array) {
            return leaves(array.elementType());
        }
        return type instanceof MapType map ? leaves(map.keyType()) + leaves(map.valueType()) : 1;
    }

    Fingerprint fingerprint() {
        return new Fingerprint(tallies.stream().map(Tally::fingerprint).toList());
    }

    /** Adds the rows of a batch. */
    void add(ColumnarBatch batch) {
        for (int row = 0; row < batch.numRows(); row++) {
            InternalRow values = batch.getRow(row);
            for (int field = 0; field < tallies.size(); field++) {
                tally = tallies.get(field);
                if (values.isNullAt(field)) {
                    tally.addNullRow();
                } else {
                    add(values, field, schema.fields()[field].dataType(), 0);
                }
            }
        }
    }

    /**
     * Adds a value.
     *
     * @param leaf the index of the value's first leaf among the leaves of the top-level field
     */
    private void add(SpecializedGetters values, int ordinal, DataType type, int leaf) {
        if (values.isNullAt(ordinal)) {
            return;
        }
        if (type instanceof StructType struct) {
            StructField[] fields = struct.fields();
            InternalRow row = values.getStruct(ordinal, fields.length);
            int next = leaf;
            for (int i = 0; i < fields.length; i++) {
                add(row, i, fields[i].dataType(), next);
                next += leaves(fields[i].dataType());
            }
        } else if (type instanceof ArrayType array) {
            ArrayData elements = values.getArray(ordinal);
            tally.addLength(elements.numElements());
            addAll(elements, array.elementType(), leaf);
        } else if (type instanceof MapType map) {
            MapData entries = values.getMap(ordinal);
            tally.addLength(entries.numElements());
            addAll(entries.keyArray(), map.keyType(), leaf);
            addAll(entries.valueArray(), map.valueType(), leaf + leaves(map.keyType()));
        } else {
            addValue(values, ordinal, type, leaf);
        }
    }

    private void addAll(ArrayData elements, DataType type, int leaf) {
        for (int i = 0; i < elements.numElements(); i++) {
            add(elements, i, type, leaf);
        }
    }

    private void addValue(SpecializedGetters values, int ordinal, DataType type, int leaf) {
        if (type instanceof BooleanType) {
            tally.add(leaf, values.getBoolean(ordinal));
        } else if (type instanceof IntegerType || type instanceof DateType) {
            tally.add(leaf, (long) values.getInt(ordinal));
        } else if (type instanceof LongType || type instanceof TimestampType || type instanceof TimestampNTZType) {
            tally.add(leaf, values.getLong(ordinal));
        } else if (type instanceof FloatType) {
            tally.add(leaf, (double) values.getFloat(ordinal));
        } else if (type instanceof DoubleType) {
            tally.add(leaf, values.getDouble(ordinal));
        } else if (type instanceof DecimalType decimal) {
            tally.add(
                    leaf,
                    values.getDecimal(ordinal, decimal.precision(), decimal.scale())
                            .toJavaBigDecimal()
                            .unscaledValue()
                            .longValue());
        } else if (type instanceof StringType) {
            addBytes(leaf, values.getUTF8String(ordinal).getBytes());
        } else if (type instanceof BinaryType) {
            addBytes(leaf, values.getBinary(ordinal));
        } else {
            throw new IllegalStateException("a value of type " + type.catalogString());
        }
    }

    private void addBytes(int leaf, byte[] bytes) {
        tally.add(leaf, bytes, 0, bytes.length);
    }
}
