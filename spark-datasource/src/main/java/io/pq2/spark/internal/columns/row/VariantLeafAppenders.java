package io.pq2.spark.internal.columns.row;

import io.pq2.exception.ParquetException;
import io.pq2.internal.variant.LeafTypes;
import io.pq2.internal.variant.Slices;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.variant.VariantType;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.jspecify.annotations.Nullable;

/** Chooses how shredded leaves become values of Spark's types, where Spark's cast is simple. */
final class VariantLeafAppenders {

    private VariantLeafAppenders() {}

    /** Returns the conversion of a leaf to a type; null if Spark's cast does more. */
    static @Nullable VariantLeafAppender of(PrimitiveField leaf, DataType type) {
        VariantType stored;
        try {
            stored = LeafTypes.of(leaf);
        } catch (ParquetException e) {
            // Spark's own code may know the type, or has an error for it.
            return null;
        }
        return switch (stored) {
            case BOOLEAN ->
                is(type, DataTypes.BooleanType, (leaves, slot, column) -> {
                    column.appendBoolean(((BooleanVector) leaves).values()[slot]);
                    return true;
                });
            case INT8, INT16, INT32, INT64 -> integer(stored, type);
            case DATE -> is(type, DataTypes.DateType, VariantLeafAppenders::appendInt);
            case TIMESTAMP -> is(type, DataTypes.TimestampType, VariantLeafAppenders::appendLong);
            case TIMESTAMP_NTZ -> is(type, DataTypes.TimestampNTZType, VariantLeafAppenders::appendLong);
            case FLOAT ->
                is(type, DataTypes.FloatType, (leaves, slot, column) -> {
                    column.appendFloat(((FloatVector) leaves).values()[slot]);
                    return true;
                });
            case DOUBLE ->
                is(type, DataTypes.DoubleType, (leaves, slot, column) -> {
                    column.appendDouble(((DoubleVector) leaves).values()[slot]);
                    return true;
                });
            case STRING -> is(type, DataTypes.StringType, new BytesAppender());
            case BINARY -> is(type, DataTypes.BinaryType, new BytesAppender());
            case DECIMAL4, DECIMAL8 -> decimal(leaf, type);
            default -> null;
        };
    }

    private static @Nullable VariantLeafAppender is(DataType type, DataType expected, VariantLeafAppender appender) {
        return type.equals(expected) ? appender : null;
    }

    private static boolean appendInt(Vector leaf, int slot, WritableColumnVector column) {
        column.appendInt(((IntVector) leaf).values()[slot]);
        return true;
    }

    private static boolean appendLong(Vector leaf, int slot, WritableColumnVector column) {
        column.appendLong(((LongVector) leaf).values()[slot]);
        return true;
    }

    private static long number(Vector leaf, int slot) {
        return leaf instanceof LongVector longs ? longs.values()[slot] : ((IntVector) leaf).values()[slot];
    }

    /** Returns the value of an integer. Spark drops the upper bits of values that exceed their type. */
    private static long integer(Vector leaf, int slot, VariantType stored) {
        long number = number(leaf, slot);
        if (stored == VariantType.INT8) {
            return (byte) number;
        }
        return stored == VariantType.INT16 ? (short) number : number;
    }

    private static @Nullable VariantLeafAppender integer(VariantType stored, DataType type) {
        if (EncodedAppenders.isInteger(type)) {
            return (leaf, slot, column) -> EncodedAppenders.appendInteger(integer(leaf, slot, stored), type, column);
        } else if (type instanceof DoubleType) {
            return (leaf, slot, column) -> {
                column.appendDouble((double) integer(leaf, slot, stored));
                return true;
            };
        }
        return null;
    }

    /** Returns the conversion to a decimal of up to 18 digits and the same scale. */
    private static @Nullable VariantLeafAppender decimal(PrimitiveField leaf, DataType type) {
        if (!(type instanceof DecimalType decimal)
                || !(leaf.logicalType() instanceof LogicalType.DecimalType stored)
                || decimal.scale() != stored.scale()
                || decimal.precision() > Decimal.MAX_LONG_DIGITS()) {
            return null;
        }
        return (leaves, slot, column) -> EncodedAppenders.appendUnscaled(number(leaves, slot), decimal, 0, column);
    }

    /** Appends strings and binaries. */
    private static final class BytesAppender implements VariantLeafAppender {

        private @Nullable Vector vector;
        private @Nullable Slices slices;

        @Override
        public boolean append(Vector leaf, int slot, WritableColumnVector column) {
            Slices bytes = slices;
            if (bytes == null || leaf != vector) {
                bytes = Slices.of(leaf);
                slices = bytes;
                vector = leaf;
            }
            column.appendByteArray(bytes.bytes(), bytes.start(slot), bytes.length(slot));
            return true;
        }
    }
}
