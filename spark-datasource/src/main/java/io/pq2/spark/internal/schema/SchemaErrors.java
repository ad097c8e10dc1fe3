package io.pq2.spark.internal.schema;

import io.pq2.spark.internal.errors.ConditionException;
import io.pq2.spark.internal.errors.SparkErrors;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.trees.CurrentOrigin;
import org.apache.spark.sql.catalyst.trees.Origin;
import scala.Option;

/**
 * Errors for files without a usable schema. All of them are {@link AnalysisException}s: SQL on a path passes these on
 * unchanged, and replaces all others by an error that does not name the file.
 */
final class SchemaErrors {

    private static final String NO_SCHEMA = "UNABLE_TO_INFER_SCHEMA";

    private SchemaErrors() {}

    /**
     * Returns the error for the case that there are no files.
     *
     * @param places the searched paths; empty if unknown
     * @param reason why there are none; see {@link EmptyInput}
     */
    static AnalysisException noFile(List<String> places, String reason) {
        String where = places.isEmpty() ? "the paths to read from" : String.join(", ", places);
        return noSchema("no data files in " + where + ": " + reason);
    }

    /** Returns the error for the case that every file selected for its schema was skipped as corrupt or missing. */
    static AnalysisException allIgnored(List<FileStatus> files) {
        String others = files.size() == 1 ? "" : ", nor can " + (files.size() - 1) + " other files";
        String reason = files.get(0).getPath() + " cannot be read" + others;
        return noSchema(reason + "; the session or an option ignores such errors");
    }

    private static AnalysisException noSchema(String reason) {
        return new AnalysisException(
                NO_SCHEMA, SparkErrors.parameters(Map.of("format", "pq2: " + reason)), CurrentOrigin.get());
    }

    /**
     * Converts an error about a file to an error of analysis.
     *
     * @param failure the failure of the job that read the footers
     * @return the converted error; {@code failure} if it is not about a file
     */
    static Throwable ofAnalysis(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RefusedColumn) {
                return cause;
            }
            if (cause instanceof ConditionException ofKey) {
                return ofKey.ofAnalysis();
            }
            if (cause instanceof SparkThrowable error && isAboutFile(error)) {
                Origin origin = CurrentOrigin.get();
                return new AnalysisException(
                        cause.getMessage(),
                        origin.line(),
                        origin.startPosition(),
                        Option.apply(cause),
                        Option.apply(error.getCondition()),
                        SparkErrors.parameters(error.getMessageParameters()),
                        origin.getQueryContext());
            }
        }
        return failure;
    }

    private static boolean isAboutFile(SparkThrowable error) {
        return error.getCondition() != null && error.getCondition().startsWith("FAILED_READ_FILE");
    }
}
