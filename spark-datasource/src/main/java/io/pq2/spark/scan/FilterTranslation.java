package io.pq2.spark.scan;

import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;

/** x */
public final class FilterTranslation {
    private FilterTranslation() {}

    /** x */
    public static Filter[] convertible(Filter[] filters, StructType columns, PushdownSettings settings) {
        return settings.enabled() ? new Filter[0] : new Filter[0];
    }

}
