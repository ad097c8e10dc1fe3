package io.pq2.hadoop;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;

/**
 * Cuts files into splits. Whatever the planner, the splits of a file are in order, do not overlap and cover each byte of the
 * file, hence each row group's mid-point lies in exactly one of them.
 */
public interface SplitPlanner {

    /**
     * The splits of one file.
     *
     * @param file a file that is not a directory
     * @param blocks where its blocks are, ordered by offset; empty if unknown
     * @return no split at all for a file without bytes
     */
    List<Split> plan(FileStatus file, List<BlockLocation> blocks) throws IOException;
}
