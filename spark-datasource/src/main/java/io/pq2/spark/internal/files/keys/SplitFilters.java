package io.pq2.spark.internal.files.keys;

import java.util.List;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import scala.Option;

/** Carries the runtime filters of a scan to its tasks, in Spark's map of constant metadata columns of a file. */
public final class SplitFilters {

    /** The key of the filters. It starts with a blank, so that it is not the name of a column. */
    public static final String KEY = " pq2.runtimeFilters";

    private SplitFilters() {}

    /** Returns the filters of a split. */
    @SuppressWarnings("unchecked") // The driver put the list there.
    public static List<RuntimeFilter> of(PartitionedFile split) {
        Option<Object> filters = split.otherConstantMetadataColumnValues().get(KEY);
        return filters.isDefined() ? (List<RuntimeFilter>) filters.get() : List.of();
    }
}
