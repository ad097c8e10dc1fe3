package io.pq2.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.it.CompactedTable;
import io.pq2.it.RandomKills;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compacts tables on HDFS, and kills compactions. */
@Tag("clusters")
@OnCluster
class HdfsCompactionTest {

    private static final Path TABLE = new Path("/compaction/table");

    /** The distance between the operations at which a process is killed: each kill needs a new table. */
    private static final int STEP = 3;

    private Configuration configuration;
    private FileSystem hdfs;

    @BeforeEach
    void connect(ClusterProcess cluster) throws IOException {
        hdfs = cluster.hdfs();
        configuration = cluster.configuration();
    }

    @AfterEach
    void remove() throws IOException {
        hdfs.delete(TABLE, true);
    }

    private CompactedTable table() throws IOException {
        return new CompactedTable(hdfs.makeQualified(TABLE), configuration);
    }

    @Test
    void smallFilesBecomeOneWithTheirPermissions() throws IOException {
        CompactedTable table = table();
        FsPermission permission = FsPermission.valueOf("-rw-r-----");
        for (FileStatus status : hdfs.listStatus(TABLE)) {
            hdfs.setPermission(status.getPath(), permission);
        }
        FileStatus after = table.compact();
        assertThat(after.getPath().getName()).startsWith("part-3_pq2-");
        assertThat(after.getPermission()).isEqualTo(permission);
    }

    @Test
    void aSecondRunRecoversFromAKill() throws IOException {
        int killed = 0;
        int loud = 0;
        boolean alive = false;
        for (int last = 0; !alive; last += STEP) {
            CompactedTable table = table();
            alive = !table.compactUntilKilled(last, last / STEP % 2 == 0);
            killed += alive ? 0 : 1;
            loud += table.isReadable() ? 0 : 1;
            table.compact();
        }
        assertThat(killed).as("operations at which the process was killed").isGreaterThan(8);
        assertThat(loud).as("kills after which readers see the barrier").isPositive();
    }

    @Test
    void noRowIsLostOrDoubledByKillsAtRandomMoments(@TempDir java.nio.file.Path directory)
            throws IOException, InterruptedException {
        new RandomKills(hdfs.makeQualified(TABLE), configuration, directory).run();
    }
}
