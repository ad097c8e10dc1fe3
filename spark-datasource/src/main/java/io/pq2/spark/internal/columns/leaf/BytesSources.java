package io.pq2.spark.internal.columns.leaf;

import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.spark.internal.vectors.BytesColumnVector;
import io.pq2.spark.internal.versions.SparkVersion;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.Vector;
import java.util.function.Consumer;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StringType;
import org.jspecify.annotations.Nullable;

/** Shows strings, binaries and spatial values. */
final class BytesSources {

    private BytesSources() {}

    /**
     * Returns the conversion of a leaf to a type; absent if the leaf cannot be read as the type.
     *
     * @param rowReader whether values of a fixed width can be strings and spatial values, as in Spark's row reader
     */
    static @Nullable Consumer<Vector> conversion(
            PrimitiveField field, DataType type, BytesColumnVector column, boolean rowReader) {
        boolean variable = rowReader || field.physicalType() == PhysicalType.BYTE_ARRAY;
        if (type instanceof BinaryType || type instanceof StringType && variable) {
            return vector -> show(column, vector);
        }
        if (variable && SparkVersion.SPARK.isSpatial(type)) {
            return new SpatialSource(column, SparkVersion.SPARK.fromWellKnownBinary(type));
        }
        return null;
    }

    /** Shows a vector of bytes. */
    static void show(BytesColumnVector column, Vector vector) {
        if (vector instanceof BinaryVector slices) {
            column.showSlices(slices.length(), slices.bytes(), slices.starts(), slices.lengths(), slices.validity());
        } else if (vector instanceof DictionaryVector encoded) {
            column.showEntries(encoded.length(), encoded.ids(), encoded.dictionary(), encoded.validity());
        } else {
            column.showFixed((FixedBinaryVector) vector);
        }
    }
}
