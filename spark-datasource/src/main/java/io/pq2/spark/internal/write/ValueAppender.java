package io.pq2.spark.internal.write;

import io.pq2.vector.VectorBuilder;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;

/**
 * Takes the values of one field out of Spark's rows, arrays and maps and appends them to a vector.
 *
 * @param builder where they go
 * @param present how a value goes there
 */
record ValueAppender(VectorBuilder builder, Present present) {

    /** Appends the value at a place that is not null. */
    @FunctionalInterface
    interface Present {
        void append(SpecializedGetters source, int ordinal);
    }

    /** Appends what stands at a place of a row or array, a null too. */
    void append(SpecializedGetters source, int ordinal) {
        if (source.isNullAt(ordinal)) {
            builder.appendNull();
        } else {
            present.append(source, ordinal);
        }
    }
}
