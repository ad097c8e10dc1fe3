package io.pq2.spark.internal;

import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import scala.jdk.javaapi.CollectionConverters;

/** Spark's own errors, raised from Java although many of them are checked exceptions that Scala does not declare. */
public final class SparkErrors {

    private SparkErrors() {}

    /** Throws {@code error} as it is; declared to return so that callers can write {@code throw raise(...)}. */
    public static RuntimeException raise(Throwable error) {
        return SparkErrors.<RuntimeException>sneak(error);
    }

    // the cast is erased and the type is the caller's claim: this is how a checked exception passes an undeclared
    // method
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> E sneak(Throwable error) throws E {
        throw (E) error;
    }

    /** The error by which Spark refuses a Parquet schema that it cannot read as a table. */
    public static AnalysisException conversionRequirement(String message) {
        return new AnalysisException(
                "_LEGACY_ERROR_TEMP_3071",
                scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(Map.of("msg", message))));
    }
}
