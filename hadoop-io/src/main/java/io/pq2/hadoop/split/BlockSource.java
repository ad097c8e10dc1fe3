package io.pq2.hadoop.split;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;

/** Tells a planner which hosts store which bytes of a file. Implementations are thread-safe. */
@FunctionalInterface
public interface BlockSource {

    /**
     * Returns the blocks of a file, in any order.
     *
     * @return an empty list if the blocks are unknown
     * @throws IOException if the file system does not answer
     */
    List<BlockLocation> blocks(FileStatus file) throws IOException;

    /**
     * Returns a source that takes blocks from the file's status, or requests them from the file system if the status
     * has none.
     *
     * @param configuration the settings of the file systems
     */
    static BlockSource of(Configuration configuration) {
        return file -> {
            BlockLocation[] blocks = file instanceof LocatedFileStatus located ? located.getBlockLocations() : null;
            if (blocks == null) {
                blocks = file.getPath().getFileSystem(configuration).getFileBlockLocations(file, 0, file.getLen());
            }
            return blocks == null ? List.of() : Arrays.asList(blocks);
        };
    }
}
