package io.pq2.spark.internal;

import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import scala.jdk.javaapi.CollectionConverters;

/** Raises Spark's errors from Java. Many of them are checked exceptions, which Scala does not declare. */
public final class SparkErrors {

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

    /** Returns Spark's error for a Parquet schema that Spark cannot read as a table. */
    public static AnalysisException conversionRequirement(String message) {
        return new AnalysisException(
                "_LEGACY_ERROR_TEMP_3071",
                scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(Map.of("msg", message))));
    }
}
