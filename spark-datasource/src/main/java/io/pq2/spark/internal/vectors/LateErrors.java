package io.pq2.spark.internal.vectors;

import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import org.apache.spark.SparkRuntimeException;

/** Converts failures that occur after a batch was shown. */
@FunctionalInterface
public interface LateErrors {

    /** Leaves failures as they are, for callers that convert them. */
    LateErrors UNCHANGED = failure -> failure;

    /** Returns or throws the failure that the query gets. */
    RuntimeException raise(RuntimeException failure);

    /**
     * Returns a conversion that adds a column.
     *
     * @param path the dotted path of the column
     */
    default LateErrors of(String path) {
        return failure -> raise(located(failure, path));
    }

    /** Returns a failure with the column that it is about. Spark's own errors of values become its cause. */
    static RuntimeException located(RuntimeException failure, String path) {
        if (failure instanceof InvalidDataException invalid) {
            return invalid.locate(FileLocation.column(path));
        }
        return failure instanceof SparkRuntimeException
                ? new InvalidDataException(String.valueOf(failure.getMessage()), failure)
                        .locate(FileLocation.column(path))
                : failure;
    }
}
