package io.pq2.spark.internal.vectors;

import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.NullUnmarked;

/** Arrays or maps: ranges of the slots of other columns. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public abstract sealed class OffsetColumnVector extends FileColumnVector permits ArrayColumnVector, MapColumnVector {

    private int[] offsets = {};

    OffsetColumnVector(DataType type) {
        super(type);
    }

    /**
     * Shows arrays or maps.
     *
     * @param newOffsets {@code newLength + 1} indexes into the elements, or into keys and values
     */
    public final void show(int newLength, int[] newOffsets, long[] newValidity) {
        offsets = newOffsets;
        rebind(newLength, newValidity);
    }

    @Override
    public final void showNulls(int newLength) {
        rebindAbsent(newLength);
    }

    @Override
    public final void showConstant(Object value, int newLength) {
        throw new IllegalArgumentException(
                "constants of this type are not supported: " + dataType().catalogString());
    }

    /** Returns the index of the first element of a slot that is not null. */
    public final int start(int rowId) {
        return offsets[rowId];
    }

    /** Returns the number of elements, or of entries, of a slot that is not null. */
    public final int size(int rowId) {
        return offsets[rowId + 1] - offsets[rowId];
    }
}
