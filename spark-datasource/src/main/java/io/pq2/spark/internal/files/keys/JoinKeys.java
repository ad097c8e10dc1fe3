package io.pq2.spark.internal.files.keys;

import java.io.Serializable;
import java.util.Optional;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.DataType;

/** What is known about the keys of one side of a join. Executors receive it as a broadcast variable. */
public sealed interface JoinKeys extends Serializable permits RuntimeKeys, HashedKeys {

    /** Returns the type of the keys. */
    DataType type();

    /**
     * Returns the filters on a column that all rows with one of the keys satisfy.
     *
     * @param column the name of the column, quoted if necessary
     */
    Filter[] filters(String column);

    /**
     * Returns a test of single values, for one file. Empty if there is none, or if it was dropped on this executor
     * because it excludes few values.
     *
     * @param column the conversion of the column's values to those of {@link #type}
     */
    Optional<CountedLookup> test(StoredKeys column);
}
