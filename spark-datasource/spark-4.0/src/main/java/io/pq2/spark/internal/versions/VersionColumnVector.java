package io.pq2.spark.internal.versions;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;

/** A column with the getters that only this version of Spark has: none. */
public abstract class VersionColumnVector extends ColumnVector {

    /** Creates a column. */
    protected VersionColumnVector(DataType type) {
        super(type);
    }
}
