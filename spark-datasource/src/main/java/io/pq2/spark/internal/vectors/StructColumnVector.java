package io.pq2.spark.internal.vectors;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.NullUnmarked;

/**
 * A column of structs, or of variants as structs of their two binaries (value, metadata). Where a struct is null, its
 * fields are null.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class StructColumnVector extends FileColumnVector {

    private final ColumnVector[] children;

    /** The children that do not show the current batch yet; absent if all do. */
    private LateChildren late;

    public StructColumnVector(DataType type, ColumnVector[] children) {
        super(type);
        this.children = children;
    }

    /** Children that show a batch when they are used for the first time. */
    public interface LateChildren {

        /** Makes a child show the current batch, unless it does. */
        void show(int ordinal);
    }

    public void show(int newLength, long[] newValidity) {
        late = null;
        rebind(newLength, newValidity);
    }

    /** Shows structs whose children are shown later. */
    public void show(int newLength, long[] newValidity, LateChildren newLate) {
        rebind(newLength, newValidity);
        late = newLate;
    }

    /** Shows nulls. Only columns of {@link FileColumns#create} are asked to, whose children can show them too. */
    @Override
    public void showNulls(int newLength) {
        for (ColumnVector child : children) {
            ((FileColumnVector) child).showNulls(newLength);
        }
        rebindAbsent(newLength);
    }

    @Override
    public void showConstant(Object value, int newLength) {
        throw new IllegalArgumentException(
                "constant structs are not supported: " + dataType().catalogString());
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        if (late != null) {
            late.show(ordinal);
        }
        return children[ordinal];
    }
}
