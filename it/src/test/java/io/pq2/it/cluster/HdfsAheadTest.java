package io.pq2.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.hadoop.split.FooterCache;
import io.pq2.it.store.RequestChains;
import io.pq2.it.store.StoreRequest;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what Spark's tasks read before its turn, in HDFS whose datanodes take long. */
@Tag("clusters")
@OnCluster
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HdfsAheadTest {

    private static final int FILES = 40;
    private static final int ROWS = 1000;
    private static final int LARGE_ROWS = 1_000_000;

    private SparkSession spark;
    private String small;
    private String large;

    @BeforeAll
    void start(ClusterProcess cluster, @TempDir java.nio.file.Path directory) {
        spark = SparkSession.builder()
                .master("local[1]")
                .config("spark.ui.enabled", false)
                .config("spark.sql.warehouse.dir", directory.toUri().toString())
                .getOrCreate();
        Configuration configuration = spark.sparkContext().hadoopConfiguration();
        Configuration ofCluster = cluster.configuration();
        configuration.setClass("fs.hdfs.impl", DistantHdfs.class, org.apache.hadoop.fs.FileSystem.class);
        configuration.set("dfs.replication", ofCluster.get("dfs.replication"));
        // Another name of the cluster, so that no test gets the file system of the other ones.
        String hdfs = ofCluster.get("fs.defaultFS").replace("localhost", "127.0.0.1");
        assertThat(hdfs).contains("127.0.0.1");
        small = hdfs + "/ahead/small";
        large = hdfs + "/ahead/large";
        spark.range(0, (long) FILES * ROWS, 1, FILES)
                .selectExpr("id", "xxhash64(id) AS n")
                .write()
                .format("pq2")
                .save(small);
        spark.range(0, LARGE_ROWS, 1, 1)
                .selectExpr("xxhash64(id) AS n", "id")
                .write()
                .format("pq2")
                .option("parquet.block.size", 1 << 20)
                .save(large);
        DistantHdfs.setDelay(30);
    }

    @AfterAll
    void stop() throws IOException {
        DistantHdfs.setDelay(0);
        Path tables = new Path(small).getParent();
        try (var hdfs = tables.getFileSystem(spark.sparkContext().hadoopConfiguration())) {
            hdfs.delete(tables, true);
        }
        spark.stop();
    }

    private Dataset<Row> open(String api, String path) {
        return switch (api) {
            case "V2" -> spark.read().format("pq2").load(path);
            case "V1" -> spark.sql("SELECT * FROM pq2.`" + path + "`");
            default -> spark.read().parquet(path);
        };
    }

    /** Returns the reads of a sum over a table. */
    private List<StoreRequest> reads(String api, String path, long rows) {
        Dataset<Row> sum = open(api, path).selectExpr("sum(id)", "bit_xor(n)");
        FooterCache.shared(0);
        DistantHdfs.takeReads();
        assertThat(sum.first().getLong(0)).isEqualTo(rows * (rows - 1) / 2);
        return DistantHdfs.takeReads();
    }

    @ParameterizedTest
    @ValueSource(strings = {"V2", "V1"})
    void aTaskOpensSeveralFilesAtATime(String api) {
        List<StoreRequest> reads = reads(api, small, (long) FILES * ROWS);
        assertThat(reads).hasSize(FILES);
        assertThat(RequestChains.longest(reads)).isLessThanOrEqualTo(FILES * 3 / 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"V2", "V1"})
    void rowGroupsAreReadSeveralAtATime(String api) {
        List<StoreRequest> reads = reads(api, large, LARGE_ROWS);
        assertThat(reads.size()).isGreaterThanOrEqualTo(6);
        assertThat(RequestChains.longest(reads)).isLessThan(reads.size() * 2 / 3);
    }

    @Test
    void theBuiltInSourceReadsOneAfterAnother() {
        List<StoreRequest> reads = reads("built-in", small, (long) FILES * ROWS);
        assertThat(RequestChains.longest(reads)).isGreaterThan(FILES);
    }
}
