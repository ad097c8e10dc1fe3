package io.pq2.spark.internal.columns.leaf;

import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.spark.internal.vectors.FileColumnVector;
import io.pq2.spark.internal.vectors.LongColumnVector;
import io.pq2.spark.internal.vectors.UnscaledBytes;
import io.pq2.spark.internal.vectors.WideDecimalColumnVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.Validity;
import io.pq2.vector.Vector;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;

/**
 * Reads decimals and integers as decimals with fewer digits, as Spark's row reader does: digits after the decimal point
 * are rounded half up, and values with too many digits before it are null.
 */
final class RoundedDecimals {

    private final DecimalType type;
    private final int fileScale;
    private final boolean unsigned;

    private RoundedDecimals(PrimitiveField field, DecimalType type) {
        LogicalType logicalType = field.logicalType();
        this.type = type;
        this.fileScale = logicalType instanceof LogicalType.DecimalType decimal ? decimal.scale() : 0;
        this.unsigned = logicalType instanceof LogicalType.IntType integer && !integer.signed();
    }

    /** Returns the conversion of a leaf to a decimal type; empty if the leaf stores neither decimals nor integers. */
    static Optional<Consumer<Vector>> conversion(PrimitiveField field, DecimalType type, FileColumnVector target) {
        boolean readable = switch (field.physicalType()) {
            case INT32, INT64 -> true;
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> field.logicalType() instanceof LogicalType.DecimalType;
            case BOOLEAN, INT96, FLOAT, DOUBLE -> false;
        };
        if (!readable) {
            return Optional.empty();
        }
        RoundedDecimals decimals = new RoundedDecimals(field, type);
        return Optional.of(
                target instanceof LongColumnVector column
                        ? vector -> decimals.showNarrow(column, vector)
                        : vector -> decimals.showWide((WideDecimalColumnVector) target, vector));
    }

    private void showNarrow(LongColumnVector column, Vector vector) {
        long[] validity = new long[Validity.words(vector.length())];
        long[] values = column.scratch(vector.length());
        convert(
                vector,
                validity,
                (slot, value) -> values[slot] = value.unscaledValue().longValue());
        column.show(vector.length(), values, validity);
    }

    private void showWide(WideDecimalColumnVector column, Vector vector) {
        long[] validity = new long[Validity.words(vector.length())];
        Decimal[] values = new Decimal[vector.length()];
        convert(vector, validity, (slot, value) -> values[slot] = Decimal.apply(value, type.precision(), type.scale()));
        column.show(values, validity);
    }

    private interface Target {
        void set(int slot, BigDecimal value);
    }

    /** Passes the values that fit to a target, and sets their bits in {@code validity}. */
    private void convert(Vector vector, long[] validity, Target target) {
        DictionaryVector encoded = vector instanceof DictionaryVector dictionary ? dictionary : null;
        Vector unscaled = encoded == null ? vector : encoded.dictionary();
        for (int i = 0; i < vector.length(); i++) {
            if (vector.isNull(i)) {
                continue;
            }
            int slot = encoded == null ? i : encoded.ids()[i];
            BigDecimal value = new BigDecimal(UnscaledBytes.integer(unscaled, slot, unsigned), fileScale)
                    .setScale(type.scale(), RoundingMode.HALF_UP);
            if (value.precision() <= type.precision()) {
                validity[i >>> 6] |= 1L << i;
                target.set(i, value);
            }
        }
    }
}
