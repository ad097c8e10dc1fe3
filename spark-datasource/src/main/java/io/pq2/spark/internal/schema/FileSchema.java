package io.pq2.spark.internal.schema;

import java.io.Serializable;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The Spark schema of a file.
 *
 * @param path the file
 * @param stale a Spark schema in the footer that is not that of the file; absent without one
 */
record FileSchema(String path, StructType schema, @Nullable Stale stale) implements Serializable {

    /**
     * A Spark schema in a footer that does not name the columns of the file.
     *
     * @param path the file
     * @param unnamed the dotted paths of the columns and fields that the schema does not name
     */
    record Stale(String path, String unnamed) implements Serializable {}

    /** Returns the same schema, and what another file with this schema has in its footer if this file has nothing. */
    FileSchema or(FileSchema other) {
        return stale == null ? new FileSchema(path, schema, other.stale) : this;
    }
}
