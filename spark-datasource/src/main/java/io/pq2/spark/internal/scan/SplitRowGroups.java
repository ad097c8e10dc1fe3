package io.pq2.spark.internal.scan;

import io.pq2.hadoop.split.RowGroupSet;
import org.apache.spark.sql.execution.datasources.PartitionedFile;

/** The row groups that a split was planned with travel where Spark has a place for further constants of a file. */
public final class SplitRowGroups {

    /** Not the name of a column: no column has a blank in front. */
    public static final String KEY = " pq2.rowGroups";

    private SplitRowGroups() {}

    /** The row groups of a split; null if they are those whose middle lies in it. */
    public static RowGroupSet of(PartitionedFile split) {
        return split.otherConstantMetadataColumnValues().contains(KEY)
                ? (RowGroupSet) split.otherConstantMetadataColumnValues().apply(KEY)
                : null;
    }
}
