package io.pq2.spark.internal.files.scan;

import io.pq2.hadoop.split.RowGroupSet;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.jspecify.annotations.Nullable;

/** Carries the planned row groups of a split in Spark's map of constant metadata columns. */
public final class SplitRowGroups {

    /** The key of the row groups. It starts with a blank, so that it is not the name of a column. */
    public static final String KEY = " pq2.rowGroups";

    private SplitRowGroups() {}

    /**
     * Whether a split has all row groups of its file, however many they are. If the file was replaced after planning,
     * these may be beyond the length that planning saw.
     */
    public static boolean areAll(PartitionedFile split) {
        return of(split) == null && split.fileSize() > 0 && split.start() == 0 && split.length() >= split.fileSize();
    }

    /**
     * Returns the planned row groups of a split; absent if it has the row groups whose midpoints lie in its byte range.
     */
    public static @Nullable RowGroupSet of(PartitionedFile split) {
        return split.otherConstantMetadataColumnValues().contains(KEY)
                ? (RowGroupSet) split.otherConstantMetadataColumnValues().apply(KEY)
                : null;
    }
}
