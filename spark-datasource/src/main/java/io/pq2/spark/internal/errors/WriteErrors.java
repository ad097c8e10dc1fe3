package io.pq2.spark.internal.errors;

import io.pq2.exception.FileLocation;
import io.pq2.exception.ParquetException;
import java.io.UncheckedIOException;
import org.apache.spark.SparkThrowable;

/**
 * Converts failures of tasks that write files to errors of Spark with a condition. Spark makes them the cause of its
 * error for the task. Failures of the file system and defects stay as they are: Spark repeats the task.
 */
public final class WriteErrors {

    private WriteErrors() {}

    /**
     * Throws the error (not declared) for a failure.
     *
     * @param path the file that the task writes
     */
    public static RuntimeException raise(String path, Throwable failure) {
        if (!(failure instanceof SparkThrowable) && failure instanceof ParquetException known) {
            ParquetException located = known.locate(FileLocation.file(path));
            throw SparkErrors.raise(ConditionException.of(Condition.ofWrite(known), located.getMessage(), known));
        }
        if (failure instanceof UncheckedIOException storage) {
            throw SparkErrors.raise(PlanningErrors.ofStorage(storage));
        }
        throw SparkErrors.raise(failure);
    }
}
