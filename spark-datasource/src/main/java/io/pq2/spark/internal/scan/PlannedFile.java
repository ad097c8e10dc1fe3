package io.pq2.spark.internal.scan;

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
        FileStatus now;
        try {
            now = split.toPath().getFileSystem(configuration).getFileStatus(split.toPath());
        } catch (IOException e) {
            return null;
        }
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
