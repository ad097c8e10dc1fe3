package io.pq2.spark.internal.schema;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.trees.CurrentOrigin;
import org.apache.spark.sql.catalyst.trees.Origin;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * What users get to see where files have no schema. All of these errors are Spark's {@link AnalysisException}: SQL on a path
 * hands it on as it is, and puts an error that does not name the file before any other one.
 */
final class SchemaErrors {

    private static final String NO_SCHEMA = "UNABLE_TO_INFER_SCHEMA";

    private SchemaErrors() {}

    /**
     * There is no file.
     *
     * @param places where files were looked for, empty if that is not known
     */
    static AnalysisException noFile(List<String> places) {
        String where = places.isEmpty() ? "the paths to read from" : String.join(", ", places);
        return noSchema("no data file in " + where + " (names that begin with _ or . do not count)");
    }

    /** There are files, and those that were asked are to be ignored for what is wrong with them. */
    static AnalysisException allIgnored(List<FileStatus> asked) {
        String files = asked.size() == 1
                ? " (the option mergeSchema asks each file and not one alone)"
                : " and " + (asked.size() - 1) + " others";
        String reason = asked.get(0).getPath() + " cannot be read" + files;
        return noSchema(reason + ", which the session or an option says to ignore");
    }

    private static AnalysisException noSchema(String reason) {
        return new AnalysisException(NO_SCHEMA, parameters(Map.of("format", "pq2: " + reason)), CurrentOrigin.get());
    }

    /**
     * The same error as one of analysis, if it is one about a file.
     *
     * @param failure what the job that read footers ended with
     * @return otherwise, {@code failure}
     */
    static Throwable ofAnalysis(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SparkThrowable error && isAboutFile(error)) {
                Origin origin = CurrentOrigin.get();
                return new AnalysisException(
                        cause.getMessage(),
                        origin.line(),
                        origin.startPosition(),
                        Option.apply(cause),
                        Option.apply(error.getCondition()),
                        parameters(error.getMessageParameters()),
                        origin.getQueryContext());
            }
        }
        return failure;
    }

    private static boolean isAboutFile(SparkThrowable error) {
        return error.getCondition() != null && error.getCondition().startsWith("FAILED_READ_FILE");
    }

    private static scala.collection.immutable.Map<String, String> parameters(Map<String, String> parameters) {
        return scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(parameters));
    }
}
