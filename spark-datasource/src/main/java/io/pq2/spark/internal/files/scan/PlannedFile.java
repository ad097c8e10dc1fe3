package io.pq2.spark.internal.files.scan;

import io.pq2.spark.internal.files.keys.SplitValue;
import java.io.IOException;
import java.time.Instant;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.jspecify.annotations.Nullable;

/**
 * A file as the query's planning found it.
 *
 * @param split a split of the file, with the file's length and modification time
 * @param configuration the Hadoop configuration of the scan
 */
record PlannedFile(PartitionedFile split, Configuration configuration) {

    /** Describes how the file differs from the plan; null if it does not, or cannot be looked up. */
    @Nullable
    String change() {
        FileStatus now = status();
        return now == null ? null : change(now);
    }

    /**
     * Returns the status of the file that replaced the planned one, if the split may read it in place of that: planning
     * used nothing but the length of the file, and the split is all of it. Otherwise other splits would read other
     * parts of the old file, or its footer has chosen the row groups. Null if the file was not replaced, or cannot be
     * looked up.
     */
    @Nullable
    FileStatus replacement() {
        if (!isWhole(split)) {
            return null;
        }
        FileStatus now = status();
        return now == null || change(now) == null ? null : now;
    }

    /**
     * Whether a split has all row groups of its file, however many they are. If the file was replaced after planning,
     * these may be beyond the length that planning saw.
     */
    static boolean isWhole(PartitionedFile split) {
        return SplitValue.RowGroups().of(split) == null
                && split.fileSize() > 0
                && split.start() == 0
                && split.length() >= split.fileSize();
    }

    private @Nullable FileStatus status() {
        try {
            return split.toPath().getFileSystem(configuration).getFileStatus(split.toPath());
        } catch (IOException e) {
            return null;
        }
    }

    private @Nullable String change(FileStatus now) {
        if (split.fileSize() > 0 && now.getLen() != split.fileSize()) {
            return replaced("length", split.fileSize() + " bytes", now.getLen() + " bytes");
        }
        if (split.modificationTime() > 0 && now.getModificationTime() != split.modificationTime()) {
            return replaced("modification time", time(split.modificationTime()), time(now.getModificationTime()));
        }
        return null;
    }

    private static String replaced(String property, String planned, String now) {
        return "the file was replaced after the query was planned: its " + property + " was " + planned + " and is "
                + now + "; load the data again, or run REFRESH TABLE for a table";
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
