package io.pq2.spark.internal.errors;

import io.pq2.exception.ParquetException;
import java.util.Map;
import org.apache.spark.QueryContext;
import org.apache.spark.SparkException;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Spark's error for a file that cannot be read. Its first line states the reason, with the place in the file. Spark's
 * own text names only the path. The reason is in the cause, which clients of Spark Connect do not see by default.
 */
public final class FileErrors {

    /** Spark passes on errors with this condition unchanged. It replaces all others by an error without the reason. */
    private static final String CONDITION = "FAILED_READ_FILE.CANNOT_READ_FILE_FOOTER";

    private FileErrors() {}

    /**
     * Returns the error for a file.
     *
     * @param path the file
     * @param cause the failure of the file or its storage
     */
    public static SparkException unreadable(String path, Exception cause) {
        return unreadable(path, cause, null);
    }

    /**
     * Returns the error for a file, with a note.
     *
     * @param note what the user should know about the file; absent for nothing
     */
    static SparkException unreadable(String path, Exception cause, @Nullable String note) {
        String reason = path + ": " + cause;
        if (cause instanceof ParquetException failure) {
            // Errors of settings have no file.
            boolean namesFile = failure.location().file() != null;
            reason = namesFile ? failure.getMessage() : path + ": " + failure.getMessage();
        }
        return new SparkException(
                "[" + CONDITION + "] Encountered error while reading " + reason + (note == null ? "" : "; " + note),
                cause,
                Option.apply(CONDITION),
                scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(Map.of("path", path))),
                new QueryContext[0]);
    }
}
