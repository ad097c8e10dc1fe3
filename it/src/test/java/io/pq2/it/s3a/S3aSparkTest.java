package io.pq2.it.s3a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.it.s3a.FaultyProxy.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests tables of Spark on S3A. */
@ExtendWith(S3Store.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class S3aSparkTest {

    private static final String PROTOCOL = "spark.sql.sources.commitProtocolClass";
    private static final String WORK_PATH_PROTOCOL = "io.pq2.spark.WorkPathCommitProtocol";

    private final S3Store store;
    private final Configuration configuration;
    private SparkSession spark;

    S3aSparkTest(S3Store store) {
        this.store = store;
        this.configuration = store.configuration();
    }

    @BeforeAll
    void start(@TempDir java.nio.file.Path directory) {
        SparkSession.Builder builder = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", false)
                .config("spark.sql.shuffle.partitions", 2)
                .config("spark.sql.warehouse.dir", directory.toUri().toString());
        for (Map.Entry<String, String> entry : configuration) {
            if (entry.getKey().startsWith("fs.s3a.")) {
                builder.config("spark.hadoop." + entry.getKey(), configuration.get(entry.getKey()));
            }
        }
        spark = builder.getOrCreate();
    }

    @AfterAll
    void stop() {
        spark.stop();
    }

    private static Path path(String key) {
        return S3Store.path(S3Store.CLASSIC, "spark/" + key);
    }

    private long total(Dataset<Row> rows) {
        return rows.agg(Map.of("n", "sum")).first().getLong(0);
    }

    @Test
    void writesAndReadsAPartitionedTable() {
        String location = path("sales").toString();
        Dataset<Row> sales = spark.range(0, 30_000, 1, 1)
                .selectExpr("id AS n", "concat('item ', id % 100) AS item", "id % 3 AS day");
        sales.write().format("pq2").partitionBy("day").save(location);
        spark.sql("CREATE TABLE sales (n BIGINT, item STRING, day BIGINT) USING pq2 PARTITIONED BY (day) LOCATION '"
                + location + "'");
        spark.sql("MSCK REPAIR TABLE sales");
        assertThat(spark.table("sales").count()).isEqualTo(30_000);
        assertThat(total(spark.table("sales").where("day = 1 AND item = 'item 7'")))
                .isEqualTo(total(sales.where("day = 1 AND item = 'item 7'")));
        spark.sql("INSERT INTO sales VALUES (1000000, 'late', 1), (2000000, 'new', 9)");
        assertThat(total(spark.table("sales"))).isEqualTo(total(sales) + 3_000_000);
        spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
        spark.sql("INSERT OVERWRITE sales SELECT 5 AS n, 'only' AS item, 1 AS day");
        spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
        assertThat(total(spark.table("sales").where("day = 1"))).isEqualTo(5);
        assertThat(spark.read().format("pq2").load(location).where("day <> 1").count())
                .isEqualTo(20_001);
    }

    private DataFrameWriter<Row> magic(Dataset<Row> rows) {
        return rows.write().format("pq2").option("fs.s3a.committer.name", "magic");
    }

    private String success(Path table) throws IOException {
        FileSystem fileSystem = table.getFileSystem(configuration);
        try (FSDataInputStream stream = fileSystem.open(new Path(table, "_SUCCESS"))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Returns rows, one of which raises an error after others have been written. */
    private Dataset<Row> broken() {
        return spark.range(0, 200_000, 1, 1)
                .selectExpr("IF(id = 150000, CAST(raise_error('on purpose') AS BIGINT), id) AS n");
    }

    @Test
    void commitsThroughTheMagicCommitterWithoutRenaming() throws Exception {
        spark.conf().set(PROTOCOL, WORK_PATH_PROTOCOL);
        try {
            Path table = path("magic");
            Dataset<Row> numbers = spark.range(0, 10_000, 1, 2).selectExpr("id AS n", "id % 2 AS part");
            magic(numbers).partitionBy("part").save(table.toString());
            assertThat(store.proxy().requests()).noneMatch(Request::copies);
            assertThat(success(table)).contains("\"committer\":\"magic\"");
            assertThat(total(spark.read().format("pq2").load(table.toString()))).isEqualTo(total(numbers));
        } finally {
            spark.conf().unset(PROTOCOL);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFailedWriteLeavesNoFilesAndUploads(boolean workPathProtocol) throws Exception {
        if (workPathProtocol) {
            spark.conf().set(PROTOCOL, WORK_PATH_PROTOCOL);
        }
        try {
            Path table = path("broken-" + workPathProtocol);
            assertThatThrownBy(() ->
                            magic(broken()).option("maxRecordsPerFile", 10_000).save(table.toString()))
                    .hasStackTraceContaining("on purpose");
            // Complete files would be in the table's directory if the task wrote there directly.
            assertThat(store.proxy().requests())
                    .filteredOn(Request::puts)
                    .isNotEmpty()
                    .noneMatch(request -> request.path().matches(".*/broken-" + workPathProtocol + "/part-[^/]*")
                            && request.query().isEmpty());
            FileSystem fileSystem = table.getFileSystem(configuration);
            if (fileSystem.exists(table)) {
                assertThat(fileSystem.listFiles(table, true).hasNext()).isFalse();
            }
            assertThat(store.uploads(S3Store.CLASSIC)).isEmpty();
        } finally {
            spark.conf().unset(PROTOCOL);
        }
    }

    @Test
    void refusesDynamicOverwriteWithACommitterThatDoesNotSupportIt() {
        spark.conf().set(PROTOCOL, WORK_PATH_PROTOCOL);
        spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
        try {
            assertThatThrownBy(() -> magic(spark.range(3).selectExpr("id AS n", "id % 2 AS part"))
                            .partitionBy("part")
                            .mode("overwrite")
                            .save(path("dynamic").toString()))
                    .hasStackTraceContaining("spark.sql.sources.outputCommitterClass");
        } finally {
            spark.conf().unset(PROTOCOL);
            spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
        }
    }

    /**
     * Checks that a scan requests two columns of each row group, and neither the footer, which was read for the schema,
     * nor a status.
     */
    private void assertScanNeedsFewRequests(Dataset<Row> table, Path file) {
        store.proxy().reset();
        Dataset<Row> sum = table.selectExpr("sum(shiftright(c7, 20) * 3 + shiftright(c31, 20))");
        long expected = 0;
        for (int row = 0; row < WideTable.ROWS; row++) {
            expected +=
                    (WideTable.value(row, WideTable.FIRST) >> 20) * 3 + (WideTable.value(row, WideTable.SECOND) >> 20);
        }
        assertThat(sum.first().getLong(0)).isEqualTo(expected);
        assertThat(store.proxy().requests())
                .hasSizeLessThanOrEqualTo(2 * WideTable.ROW_GROUPS)
                .allMatch(request -> request.gets(file.getName()));
    }

    /** Checks the number of requests of opening a table, and how many of them read the footer for the schema. */
    private void assertOpening(Path file, int requests, int footers) {
        assertThat(store.proxy().requests())
                .hasSize(requests)
                .filteredOn(request -> request.gets(file.getName()))
                .hasSize(footers);
    }

    @Test
    void requestsFewRangesOfAFile() throws IOException {
        Path file = path("wide/wide.parquet");
        WideTable.write(file, configuration);
        store.proxy().reset();
        Dataset<Row> v2 = spark.read().format("pq2").load(file.toString());
        assertOpening(file, 3, 1);
        assertScanNeedsFewRequests(v2, file);
        store.proxy().reset();
        Dataset<Row> v1 = spark.sql("SELECT * FROM pq2.`" + file + "`");
        assertOpening(file, 2, 0);
        assertScanNeedsFewRequests(v1, file);
    }
}
