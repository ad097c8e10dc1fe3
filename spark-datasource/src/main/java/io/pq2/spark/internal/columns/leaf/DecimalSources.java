package io.pq2.spark.internal.columns.leaf;

import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.spark.internal.vectors.FileColumnVector;
import io.pq2.spark.internal.vectors.LongColumnVector;
import io.pq2.spark.internal.vectors.UnscaledBytes;
import io.pq2.spark.internal.vectors.WideDecimalColumnVector;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.spark.sql.types.DecimalType;

/**
 * Reads decimals from decimals and integers. A leaf is readable as a decimal type with at least as many digits before
 * and after the decimal point. An unsigned 64-bit integer is readable as decimal(20,0).
 */
final class DecimalSources {

    private static final int INT_DIGITS = 10;
    private static final int LONG_DIGITS = 20;

    private final PrimitiveField field;
    private final int fileScale;
    private final int addedScale;

    private DecimalSources(PrimitiveField field, int fileScale, int addedScale) {
        this.field = field;
        this.fileScale = fileScale;
        this.addedScale = addedScale;
    }

    /** Whether a decimal type can hold all values of a leaf. */
    static boolean isExact(PrimitiveField field, DecimalType type) {
        return isUnsignedLong(field)
                ? type.precision() == LONG_DIGITS && type.scale() == 0
                : digits(field, type).isPresent();
    }

    /** Returns the conversion of a leaf to a decimal type; empty if the type cannot hold all values of the leaf. */
    static Optional<Consumer<Vector>> conversion(PrimitiveField field, DecimalType type, FileColumnVector target) {
        if (isUnsignedLong(field)) {
            return type.precision() == LONG_DIGITS && type.scale() == 0
                    ? Optional.of(wide(new DecimalSources(field, 0, 0), (WideDecimalColumnVector) target, true))
                    : Optional.empty();
        }
        Optional<DecimalSources> digits = digits(field, type);
        return digits.map(sources -> target instanceof LongColumnVector column
                ? sources.narrow(column)
                : wide(sources, (WideDecimalColumnVector) target, false));
    }

    private static boolean isUnsignedLong(PrimitiveField field) {
        return field.physicalType() == PhysicalType.INT64
                && field.logicalType() instanceof LogicalType.IntType integer
                && !integer.signed();
    }

    private static Optional<DecimalSources> digits(PrimitiveField field, DecimalType type) {
        LogicalType logicalType = field.logicalType();
        if (logicalType instanceof LogicalType.DecimalType decimal) {
            int addedScale = type.scale() - decimal.scale();
            int addedPrecision = type.precision() - decimal.precision();
            return addedScale >= 0 && addedPrecision >= addedScale
                    ? Optional.of(new DecimalSources(field, decimal.scale(), addedScale))
                    : Optional.empty();
        }
        boolean signedInteger =
                logicalType == null || logicalType instanceof LogicalType.IntType integer && integer.signed();
        int integerDigits = switch (field.physicalType()) {
            case INT32 -> INT_DIGITS;
            case INT64 -> LONG_DIGITS;
            default -> Integer.MAX_VALUE;
        };
        return signedInteger && type.precision() - type.scale() >= integerDigits
                ? Optional.of(new DecimalSources(field, 0, type.scale()))
                : Optional.empty();
    }

    private static Consumer<Vector> wide(DecimalSources sources, WideDecimalColumnVector column, boolean unsigned) {
        return vector -> {
            if (vector instanceof DictionaryVector encoded) {
                column.show(
                        encoded.length(),
                        encoded.dictionary(),
                        encoded.ids(),
                        sources.fileScale,
                        false,
                        encoded.validity());
            } else {
                column.show(vector.length(), vector, null, sources.fileScale, unsigned, vector.validity());
            }
        };
    }

    /** Shows decimals of up to 18 digits as unscaled longs. */
    private Consumer<Vector> narrow(LongColumnVector column) {
        long factor = powerOfTen(addedScale);
        return switch (field.physicalType()) {
            case INT32 -> vector -> showInts(column, (IntVector) vector, factor);
            case INT64 -> vector -> showLongs(column, (LongVector) vector, factor);
            default -> new BytesToLongs(column, (vector, longs) -> decode(vector, longs, factor));
        };
    }

    private static long powerOfTen(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }

    /** Shows the products of integers and a factor. */
    static void showInts(LongColumnVector column, IntVector ints, long factor) {
        int[] values = ints.values();
        long[] longs = column.scratch(ints.length());
        for (int i = 0; i < ints.length(); i++) {
            longs[i] = values[i] * factor;
        }
        column.show(ints.length(), longs, ints.validity());
    }

    private static void showLongs(LongColumnVector column, LongVector unscaled, long factor) {
        long[] longs = unscaled.values();
        if (factor != 1) {
            longs = column.scratch(unscaled.length());
            for (int i = 0; i < unscaled.length(); i++) {
                longs[i] = unscaled.values()[i] * factor;
            }
        }
        column.show(unscaled.length(), longs, unscaled.validity());
    }

    private static void decode(Vector vector, long[] longs, long factor) {
        if (vector instanceof FixedBinaryVector fixed) {
            byte[] bytes = fixed.bytes();
            int width = fixed.width();
            for (int i = 0; i < fixed.length(); i++) {
                longs[i] = UnscaledBytes.low64(bytes, fixed.offset() + i * width, width) * factor;
            }
        } else {
            BinaryVector slices = (BinaryVector) vector;
            for (int i = 0; i < slices.length(); i++) {
                longs[i] = UnscaledBytes.low64(slices.bytes(), slices.starts()[i], slices.lengths()[i]) * factor;
            }
        }
    }
}
