package io.pq2.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.hadoop.keys.KeyRotation;
import io.pq2.hadoop.keys.RotatedFile;
import io.pq2.hadoop.keys.RotatedFile.Outcome;
import io.pq2.hadoop.options.HadoopEncryption;
import io.pq2.it.RotatedRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rotates master keys of files on HDFS, where files and key material are replaced atomically. */
@Tag("clusters")
@OnCluster
class HdfsRotationTest {

    private static final Path TABLE = new Path("/rotation/table");

    private Configuration configuration;
    private FileSystem hdfs;
    private RotatedRows rows;

    @BeforeEach
    void connect(ClusterProcess cluster) throws IOException {
        hdfs = cluster.hdfs();
        rows = new RotatedRows(cluster.configuration());
        configuration = rows.configuration();
    }

    @AfterEach
    void remove() throws IOException {
        hdfs.delete(TABLE, true);
    }

    private List<RotatedFile> rotate() throws IOException {
        List<RotatedFile> rotated = new ArrayList<>();
        KeyRotation.builder(configuration).run(List.of(hdfs.makeQualified(TABLE)), rotated::add);
        return rotated;
    }

    @Test
    void filesAndKeyMaterialAreReplacedWithTheirPermissions() throws IOException {
        Path internal = rows.write(new Path(TABLE, "a.parquet"));
        Path external = rows.write(new Path(TABLE, "b.parquet"), HadoopEncryption.MATERIAL_IN_FILES, "false");
        FsPermission permission = FsPermission.valueOf("-rw-r-----");
        hdfs.setPermission(internal, permission);
        hdfs.setReplication(internal, (short) 1);
        FileStatus before = hdfs.getFileStatus(internal);
        FileStatus untouched = hdfs.getFileStatus(external);
        rows.server().rotate("kf").rotate("kc");
        assertThat(rotate()).extracting(RotatedFile::outcome).containsExactly(Outcome.ROTATED, Outcome.ROTATED);
        rows.server().disable("kf", 1).disable("kc", 1);
        rows.check(internal);
        rows.check(external);
        FileStatus after = hdfs.getFileStatus(internal);
        assertThat(after.getPermission()).isEqualTo(permission);
        assertThat(after.getOwner()).isEqualTo(before.getOwner());
        assertThat(after.getReplication()).isEqualTo((short) 1);
        assertThat(after.getBlockSize()).isEqualTo(before.getBlockSize());
        assertThat(hdfs.getFileStatus(external).getModificationTime()).isEqualTo(untouched.getModificationTime());
        assertThat(hdfs.listStatus(TABLE))
                .extracting(status -> status.getPath().getName())
                .containsExactly("_KEY_MATERIAL_FOR_b.parquet.json", "a.parquet", "b.parquet");
        assertThat(rotate()).extracting(RotatedFile::outcome).containsExactly(Outcome.CURRENT, Outcome.CURRENT);
    }
}
