package io.pq2.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.it.InspectedTable;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands that inspect files on HDFS, and compares what they print of the same files on local disks. */
@Tag("clusters")
@OnCluster
class HdfsInspectionTest {

    private static final Path TABLE = new Path("/inspection/sales");

    @TempDir
    java.nio.file.Path directory;

    private ClusterProcess cluster;
    private InspectedTable table;

    @BeforeEach
    void write(ClusterProcess shared) throws IOException {
        cluster = shared;
        table = new InspectedTable(directory, TABLE, cluster.configuration());
    }

    @AfterEach
    void remove() throws IOException {
        cluster.hdfs().delete(TABLE.getParent(), true);
    }

    @Test
    void commandsPrintWhatTheyPrintOfLocalFiles() {
        table.inspect();
    }

    @Test
    void queriesSkipTheSameRowGroups() {
        table.explain();
    }

    @Test
    void patternsAndPartitionsNameTheSameFiles() {
        table.namePaths();
    }

    @Test
    void damagedFilesAreRescued() {
        table.salvage();
    }

    @Test
    void aCopyHasTheSameRows() {
        assertThat(table.difference().code()).isZero();
        assertThat(table.difference("-c", "id,tags").code()).isZero();
    }
}
