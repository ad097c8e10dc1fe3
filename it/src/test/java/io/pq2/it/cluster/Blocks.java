package io.pq2.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The blocks of files in HDFS. */
final class Blocks {

    private static final int ATTEMPTS = 300;

    private Blocks() {}

    static List<BlockLocation> of(FileSystem hdfs, Path file) throws IOException {
        return Arrays.asList(hdfs.getFileBlockLocations(file, 0, Long.MAX_VALUE));
    }

    /**
     * Waits up to 30 s until each block of a closed file has {@code replicas} replicas. A file can be closed when only
     * one datanode has reported its last block.
     */
    static List<BlockLocation> awaitReplicas(FileSystem hdfs, Path file, int replicas)
            throws IOException, InterruptedException {
        List<BlockLocation> blocks = of(hdfs, file);
        for (int i = 0; i < ATTEMPTS && !haveReplicas(blocks, replicas); i++) {
            Thread.sleep(100);
            blocks = of(hdfs, file);
        }
        assertThat(blocks).allSatisfy(block -> assertThat(block.getHosts()).hasSize(replicas));
        return blocks;
    }

    private static boolean haveReplicas(List<BlockLocation> blocks, int replicas) throws IOException {
        for (BlockLocation block : blocks) {
            if (block.getHosts().length != replicas) {
                return false;
            }
        }
        return true;
    }
}
