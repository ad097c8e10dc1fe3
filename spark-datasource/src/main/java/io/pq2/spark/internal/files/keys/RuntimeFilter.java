package io.pq2.spark.internal.files.keys;

import java.io.Serializable;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.types.DataType;

/**
 * A filter on a column that a join derives from the keys of its other side while the query runs. A scan may return rows
 * that do not satisfy it.
 *
 * @param column the name of the column as filters of Spark have it, quoted if necessary
 * @param type the type that Spark reads the column as
 * @param keys the keys, which travel to each executor once
 */
public record RuntimeFilter(String column, DataType type, Broadcast<? extends JoinKeys> keys) implements Serializable {

    /** Returns a text such as {@code o_orderkey in 3 keys}. */
    @Override
    public String toString() {
        return column + " in " + keys.value();
    }
}
