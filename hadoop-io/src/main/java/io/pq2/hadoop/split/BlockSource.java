package io.pq2.hadoop.split;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;

/** Where a planner learns on which hosts files are. Used by several threads at once. */
@FunctionalInterface
public interface BlockSource {

    /** The blocks of a file; empty if they are unknown. */
    List<BlockLocation> blocks(FileStatus file) throws IOException;

    /** Of files whose listing does not tell, the file system is asked. */
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
