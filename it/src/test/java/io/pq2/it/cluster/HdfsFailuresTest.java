package io.pq2.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Stops datanodes of HDFS while a file is read or written. */
@Tag("clusters")
@OnCluster
class HdfsFailuresTest {

    private static final Path DIRECTORY = new Path("/failures");
    private static final long ROWS = 20_000;

    private final List<String> stopped = new ArrayList<>();
    private ClusterProcess cluster;
    private Configuration configuration;
    private FileSystem hdfs;

    @BeforeEach
    void connect(ClusterProcess process) throws IOException {
        cluster = process;
        configuration = cluster.configuration();
        configuration.set("parquet.block.size", "100k");
        configuration.set("pq2.read.prefetchBytes", "0");
        hdfs = cluster.hdfs();
    }

    @AfterEach
    void restore() throws IOException {
        stopped.forEach(cluster::startDataNode);
        hdfs.delete(DIRECTORY, true);
    }

    private void stop(String host) {
        cluster.stopDataNode(host);
        stopped.add(host);
    }

    @Test
    void aReadUsesTheRemainingReplicas() throws Exception {
        Path file = new Path(DIRECTORY, "read.parquet");
        HadoopOutputFile output = HadoopOutputFile.of(file, configuration);
        try (RecordWriter writer = Readings.writer(output.withReplication(3).withBlockSize(256 << 10), configuration)) {
            Readings.append(writer, 0, ROWS);
        }
        assertThat(Blocks.awaitReplicas(hdfs, file, 3)).hasSizeGreaterThan(15);
        List<Long> ids = new ArrayList<>();
        try (LogLines log = new LogLines(DFSClient.class.getName());
                ParquetFile opened = Readings.open(file, configuration);
                RowReader rows = new RowReader(opened.scan().open())) {
            while (ids.size() < 1000 && rows.next()) {
                ids.add(rows.row().getLong("id"));
            }
            // One of three replicas of each remaining block is left. It is nearly impossible that the client tries all
            // of these replicas first.
            stop("host2");
            stop("host3");
            while (rows.next()) {
                long id = rows.row().getLong("id");
                ids.add(id);
                assertThat(rows.row().getBinary("noise")).isEqualTo(Readings.noise(id));
            }
            assertThat(log.lines())
                    .anyMatch(line -> line.startsWith("Failed to") && line.contains("/failures/read.parquet"));
        }
        assertThat(ids).isEqualTo(Readings.range(0, ROWS));
    }

    @Test
    void aWriteContinuesWithTheRemainingDatanodes() throws Exception {
        Path committed = new Path(DIRECTORY, "committed.parquet");
        Readings.write(committed, 0, ROWS, configuration);
        Path file = new Path(DIRECTORY, "written.parquet");
        try (LogLines log = new LogLines("org.apache.hadoop.hdfs.DataStreamer")) {
            try (RecordWriter writer = Readings.writer(HadoopOutputFile.of(file, configuration), configuration)) {
                Readings.append(writer, 0, 2000);
                stop(hostsOfWrite(file).get(0));
                Readings.append(writer, 2000, ROWS);
            }
            assertThat(log.lines()).anyMatch(line -> line.startsWith("Error Recovery for "));
        }
        assertThat(Readings.ids(file, configuration)).isEqualTo(Readings.range(0, ROWS));
        assertThat(Readings.ids(committed, configuration)).isEqualTo(Readings.range(0, ROWS));
    }

    /** Waits until datanodes have bytes of the only block of an open file, and returns their hosts. */
    private List<String> hostsOfWrite(Path file) throws IOException, InterruptedException {
        for (int i = 0; i < 300 && !isOnDataNodes(file); i++) {
            Thread.sleep(100);
        }
        List<BlockLocation> blocks = Blocks.of(hdfs, file);
        assertThat(blocks).hasSize(1);
        return Arrays.asList(blocks.get(0).getHosts());
    }

    private boolean isOnDataNodes(Path file) {
        try (HdfsDataInputStream in = (HdfsDataInputStream) hdfs.open(file)) {
            return in.getVisibleLength() > 0;
        } catch (IOException e) {
            // No datanode knows the block yet.
            return false;
        }
    }

    @Test
    void aWriteWithoutDatanodesFailsAndLeavesNoFile() throws Exception {
        Path committed = new Path(DIRECTORY, "committed.parquet");
        Readings.write(committed, 0, ROWS, configuration);
        Path file = new Path(DIRECTORY, "lost.parquet");
        HadoopOutputFile output = HadoopOutputFile.of(file, configuration).withReplication(1);
        RecordWriter writer = Readings.writer(output, configuration);
        Readings.append(writer, 0, 2000);
        List<String> hosts = hostsOfWrite(file);
        assertThat(hosts).hasSize(1);
        stop(hosts.get(0));
        assertThatThrownBy(() -> {
                    Readings.append(writer, 2000, ROWS);
                    writer.close();
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("lost.parquet");
        writer.close();
        assertThat(hdfs.exists(file)).isFalse();
        assertThat(Readings.ids(committed, configuration)).isEqualTo(Readings.range(0, ROWS));
    }
}
