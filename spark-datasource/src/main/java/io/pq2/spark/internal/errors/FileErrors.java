package io.pq2.spark.internal.errors;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.ParquetException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.hadoop.options.HadoopEncryption;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.QueryContext;
import org.apache.spark.SparkException;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * The errors for files that cannot be read. Those about keys, the KMS and limits have conditions of pq2. All others
 * have Spark's condition of files. Its first line states the reason, with the place in the file, and what to do.
 * Spark's own text names only the path. The reason is in the cause, which clients of Spark Connect do not see by
 * default.
 */
public final class FileErrors {

    /** Spark passes on errors with this condition unchanged. It replaces all others by an error without the reason. */
    static final String CONDITION = "FAILED_READ_FILE.CANNOT_READ_FILE_FOOTER";

    private FileErrors() {}

    /**
     * Returns the error for a file.
     *
     * @param path the file
     * @param cause the failure of the file, its keys or its storage
     * @param configuration the settings of the read
     */
    public static SparkException of(String path, Exception cause, Configuration configuration) {
        return of(path, cause, configuration, null);
    }

    /** Returns the error for a file that a task reads. */
    public static SparkException inTask(String path, Exception cause, Configuration configuration) {
        return inTask(path, cause, configuration, null);
    }

    /**
     * Returns the error for a file that a task reads, with a note.
     *
     * @param note what the user should know about the file; absent for nothing
     */
    static SparkException inTask(String path, Exception cause, Configuration configuration, @Nullable String note) {
        SparkException error = of(path, cause, configuration, note);
        return error instanceof ConditionException ofPq2 ? ofPq2.passedOn() : error;
    }

    private static SparkException of(String path, Exception cause, Configuration configuration, @Nullable String note) {
        String reason = reason(path, cause) + (note == null ? "" : "; " + note);
        Condition condition =
                cause instanceof ParquetException failure ? Condition.of(failure, hasKms(configuration)) : null;
        return condition == null ? unreadable(path, reason, cause) : ConditionException.of(condition, reason, cause);
    }

    /** Returns Spark's error for a file that violates the format or that this version cannot read. */
    static SparkException unreadable(String path, ParquetException cause) {
        return unreadable(path, reason(path, cause), cause);
    }

    private static SparkException unreadable(String path, String reason, Exception cause) {
        return new SparkException(
                "[" + CONDITION + "] Encountered error while reading " + reason + remedy(cause),
                cause,
                Option.apply(CONDITION),
                SparkErrors.parameters(Map.of("path", path)),
                new QueryContext[0]);
    }

    /** Whether a configuration names a KMS client. */
    static boolean hasKms(Configuration configuration) {
        return !configuration.getTrimmed(HadoopEncryption.KMS_CLIENT, "").isEmpty();
    }

    private static String reason(String path, Exception cause) {
        if (cause instanceof ParquetException failure) {
            // Errors of settings have no file.
            boolean namesFile = failure.location().file() != null;
            return namesFile ? failure.getMessage() : path + ": " + failure.getMessage();
        }
        return path + ": " + cause;
    }

    private static String remedy(Exception cause) {
        if (cause instanceof CorruptFileException) {
            return ". pq2 check FILE says what is damaged, and docs/recovery.md how to read the rest.";
        } else if (cause instanceof UnsupportedFeatureException) {
            return ". Leave out the column, or write the file again without this feature.";
        }
        return cause instanceof IOException
                ? ". Check that the file exists, that you may read it, and that its file system is available."
                : "";
    }
}
