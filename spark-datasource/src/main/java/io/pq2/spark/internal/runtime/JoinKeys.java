package io.pq2.spark.internal.runtime;

import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import java.io.Serializable;
import java.util.Optional;
import org.apache.spark.sql.sources.Filter;

/** What is known about the keys of one side of a join. Executors receive it as a broadcast variable. */
public sealed interface JoinKeys extends Serializable permits RuntimeKeys, HashedKeys {

    /**
     * Returns the filters on a column that all rows with one of the keys satisfy.
     *
     * @param column the name of the column, quoted if necessary
     */
    Filter[] filters(String column);

    /** Whether {@link #test} may test the values of a file's column. */
    boolean canTest(PrimitiveField column);

    /**
     * Returns a test of single values, for one file. Empty if there is none, or if it was dropped on this executor
     * because it excludes few values.
     */
    Optional<CountedTest> test();

    /** Whether a column stores signed integers, and neither decimals nor times. */
    static boolean isSignedInteger(PrimitiveField column) {
        PhysicalType type = column.physicalType();
        LogicalType logical = column.logicalType();
        return (type == PhysicalType.INT32 || type == PhysicalType.INT64)
                && (logical == null || logical instanceof LogicalType.IntType integer && integer.signed());
    }
}
