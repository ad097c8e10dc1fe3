package io.pq2.spark.internal.files.write;

import io.pq2.vector.VectorBuilder;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;

/**
 * Appends values of one field of Spark's rows, arrays and maps to a vector.
 *
 * @param builder the builder of the vector
 * @param present appends a value that is not null
 */
record ValueAppender(VectorBuilder builder, Present present) {

    /** Appends a value that is not null. */
    @FunctionalInterface
    interface Present {
        void append(SpecializedGetters source, int ordinal);
    }

    /** Appends the value or null at an ordinal of a row or array. */
    void append(SpecializedGetters source, int ordinal) {
        if (source.isNullAt(ordinal)) {
            builder.appendNull();
        } else {
            present.append(source, ordinal);
        }
    }
}
