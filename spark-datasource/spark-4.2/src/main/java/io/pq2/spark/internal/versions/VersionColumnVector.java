package io.pq2.spark.internal.versions;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.BinaryView;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** A column with the getters that only this version of Spark has. */
public abstract class VersionColumnVector extends ColumnVector {

    /** Creates a column. */
    protected VersionColumnVector(DataType type) {
        super(type);
    }

    /** Returns a view of the bytes that {@link #getUTF8String} returns. Spark calls it for geospatial values. */
    @Override
    public final @Nullable BinaryView getBinaryView(int rowId) {
        UTF8String bytes = getUTF8String(rowId);
        return bytes == null
                ? null
                : BinaryView.fromAddress(bytes.getBaseObject(), bytes.getBaseOffset(), bytes.numBytes());
    }
}
