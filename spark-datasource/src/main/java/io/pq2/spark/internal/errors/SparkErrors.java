package io.pq2.spark.internal.errors;

import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.trees.CurrentOrigin;
import org.apache.spark.sql.catalyst.trees.Origin;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/** Raises Spark's errors from Java. Many of them are checked exceptions, which Scala does not declare. */
public final class SparkErrors {

    private static final String INVALID_VALUE = "STDS_INVALID_OPTION_VALUE.WITH_MESSAGE";

    private SparkErrors() {}

    /** Throws {@code error} unchanged. It is declared to return, so that callers can write {@code throw raise(...)}. */
    public static RuntimeException raise(Throwable error) {
        return SparkErrors.<RuntimeException>sneak(error);
    }

    // The cast is erased. It lets a checked exception leave a method that does not declare it.
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> E sneak(Throwable error) throws E {
        throw (E) error;
    }

    /**
     * Returns Spark's error for an option with an invalid value.
     *
     * @param option the name of the option; empty if the error is about several options
     * @param problem what is wrong, with the name of the option
     * @param cause absent if there is none
     */
    public static AnalysisException invalidOption(String option, String problem, @Nullable Throwable cause) {
        Origin origin = CurrentOrigin.get();
        return new AnalysisException(
                "[" + INVALID_VALUE + "] " + problem,
                origin.line(),
                origin.startPosition(),
                Option.apply(cause),
                Option.apply(INVALID_VALUE),
                parameters(Map.of("optionName", option, "message", problem)),
                origin.getQueryContext());
    }

    /** Returns the parameters of an error's message as Spark has them. */
    public static scala.collection.immutable.Map<String, String> parameters(Map<String, String> parameters) {
        return scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(parameters));
    }

    /** Returns Spark's error for a path that does not exist. */
    public static AnalysisException missingPath(String path) {
        return new AnalysisException("PATH_NOT_FOUND", parameters(Map.of("path", path)));
    }

    /** Returns Spark's error for a Parquet schema that Spark cannot read as a table. */
    public static AnalysisException conversionRequirement(String message) {
        return new AnalysisException("_LEGACY_ERROR_TEMP_3071", parameters(Map.of("msg", message)));
    }
}
