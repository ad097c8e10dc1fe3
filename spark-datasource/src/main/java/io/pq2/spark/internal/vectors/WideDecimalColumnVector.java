package io.pq2.spark.internal.vectors;

import io.pq2.exception.InvalidDataException;
import io.pq2.vector.Vector;
import java.math.BigDecimal;
import org.apache.spark.SparkArithmeticException;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.jspecify.annotations.NullUnmarked;

/**
 * A column of decimals of more than 18 digits. Values are decoded when they are read; entries of a dictionary are
 * decoded once, when first read.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class WideDecimalColumnVector extends FileColumnVector {

    /** The shown unscaled values: one per slot, or the dictionary if {@link #ids} is present. */
    private Vector unscaled;

    private int[] ids;
    private int fileScale;
    private boolean unsigned;
    private Decimal constant;
    /** The shown values, one per slot; absent while unscaled values are shown. */
    private Decimal[] decimals;

    private Vector dictionary;
    private Decimal[] dictionaryEntries;

    /** Converts failures of values that are decoded when they are read. */
    private LateErrors errors = LateErrors.UNCHANGED;

    public WideDecimalColumnVector(DataType type) {
        super(type);
    }

    /** Sets the conversion of failures. */
    public void convertErrors(LateErrors newErrors) {
        errors = newErrors;
    }

    /**
     * Shows unscaled values.
     *
     * @param values longs or big-endian two's complement bytes: one per slot, or the dictionary entries if {@code
     *     newIds} is present
     * @param newIds the dictionary id of each slot; absent if {@code values} has one value per slot
     * @param newFileScale the scale of the unscaled values: digits after the decimal point
     * @param newUnsigned whether longs are unsigned
     */
    public void show(
            int newLength, Vector values, int[] newIds, int newFileScale, boolean newUnsigned, long[] newValidity) {
        constant = null;
        decimals = null;
        unscaled = values;
        ids = newIds;
        fileScale = newFileScale;
        unsigned = newUnsigned;
        if (newIds != null && values != dictionary) {
            dictionary = values;
            dictionaryEntries = new Decimal[values.length()];
        }
        rebind(newLength, newValidity);
    }

    /** Shows values of the column's type, one per slot. */
    public void show(Decimal[] values, long[] newValidity) {
        constant = null;
        decimals = values;
        rebind(values.length, newValidity);
    }

    @Override
    public void showNulls(int newLength) {
        rebindAbsent(newLength);
    }

    @Override
    public void showConstant(Object value, int newLength) {
        constant = (Decimal) value;
        rebind(newLength, null);
    }

    @Override
    public Decimal getDecimal(int rowId, int precision, int scale) {
        if (isNullAt(rowId)) {
            return null;
        }
        if (constant != null) {
            return constant;
        }
        if (decimals != null) {
            return decimals[rowId];
        }
        if (ids == null) {
            return decimal(rowId, precision, scale);
        }
        int id = ids[rowId];
        Decimal entry = dictionaryEntries[id];
        if (entry == null) {
            entry = decimal(id, precision, scale);
            dictionaryEntries[id] = entry;
        }
        return entry;
    }

    private Decimal decimal(int slot, int precision, int scale) {
        BigDecimal value = new BigDecimal(UnscaledBytes.integer(unscaled, slot, unsigned), fileScale);
        try {
            return Decimal.apply(value, precision, scale);
        } catch (SparkArithmeticException e) {
            throw errors.raise(new InvalidDataException(
                    "the decimal " + value + " has more digits than the type "
                            + dataType().sql(),
                    e));
        }
    }
}
