package io.pq2.spark.internal;

import io.pq2.exception.ParquetException;
import java.util.Map;
import org.apache.spark.QueryContext;
import org.apache.spark.SparkException;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Spark's error for a file whose footer cannot be read, with what is wrong in its first line. Spark's own text for it names the
 * path alone and leaves the reason to the cause, at the end of a long trace.
 */
public final class FileErrors {

    /** Spark hands errors with this condition on as they are, and wraps others into one that says less. */
    private static final String CONDITION = "FAILED_READ_FILE.CANNOT_READ_FILE_FOOTER";

    private FileErrors() {}

    /**
     * The error to throw.
     *
     * @param path the file
     * @param cause what is wrong with it, or with the medium
     */
    public static SparkException of(String path, Exception cause) {
        // the message of a ParquetException names the file
        String finding = cause instanceof ParquetException ? cause.getMessage() : path + ": " + cause;
        return new SparkException(
                "[" + CONDITION + "] Encountered error while reading " + finding,
                cause,
                Option.apply(CONDITION),
                scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(Map.of("path", path))),
                new QueryContext[0]);
    }
}
