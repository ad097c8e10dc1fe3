package io.pq2.it.s3a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.it.store.StoreRequest;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that Spark's tasks keep footers, and never use one for other data. */
@Tag("clusters")
@ExtendWith(S3Store.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class S3aFootersTest {

    private static final int ROWS = 100_000;

    private final S3Store store;
    private DistantSession session;
    private SparkSession spark;

    S3aFootersTest(S3Store store) {
        this.store = store;
    }

    @BeforeAll
    void start(@TempDir java.nio.file.Path directory) throws IOException {
        session = new DistantSession(store, directory);
        spark = session.spark();
    }

    @AfterAll
    void stop() throws IOException {
        session.close();
    }

    private String write(String bucket, String key, long first) {
        String table = S3Store.path(bucket, "footers/" + key).toString();
        spark.range(first, first + ROWS, 1, 2)
                .selectExpr("xxhash64(id) AS n")
                .write()
                .format("pq2")
                .mode("overwrite")
                .option("parquet.enable.dictionary", false)
                .option("compression", "none")
                .save(table);
        return table;
    }

    private static long read(Dataset<Row> rows) {
        return rows.selectExpr("bit_xor(n)").first().getLong(0);
    }

    private static List<String> ranges(List<StoreRequest> requests) {
        return requests.stream().map(StoreRequest::operation).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"V2", "V1"})
    void aRepeatedQueryRequestsOnlyData(String api) {
        Dataset<Row> table = session.open(api, write(S3Store.CLASSIC, "kept-" + api, 0));
        List<StoreRequest> first = session.requests(() -> read(table));
        List<StoreRequest> second = session.requests(() -> read(table));
        assertThat(ranges(second)).as("the data of two files").containsExactly("GET", "GET");
        assertThat(first).as("and the footer that the schema was not read from").hasSize(3);
    }

    /** Without the check, the footer of a replaced file could be used for other data. */
    @Test
    void footersAreReadAgainIfS3aDoesNotCheckForReplacedFiles() {
        Configuration configuration = spark.sparkContext().hadoopConfiguration();
        configuration.set("fs.s3a.change.detection.mode", "none");
        try {
            Dataset<Row> table = session.open("V2", write(S3Store.CLASSIC, "unchecked", 0));
            read(table);
            assertThat(session.requests(() -> read(table))).hasSize(4);
        } finally {
            configuration.unset("fs.s3a.change.detection.mode");
        }
    }

    /** The stream asks for the status of a file unless it is told the ETag. */
    @ParameterizedTest
    @ValueSource(strings = {"V2", "V1"})
    void theAnalyticsStreamDoesNotAskForTheStatus(String api) {
        Dataset<Row> table = session.open(api, write(S3Store.ANALYTICS, "analytics-" + api, 0));
        assertThat(ranges(session.requests(() -> read(table)))).doesNotContain("HEAD");
    }

    @ParameterizedTest
    @ValueSource(strings = {"V2", "V1"})
    void aReplacedFileIsNotReadByItsFormerFooter(String api) throws IOException, InterruptedException {
        String table = write(S3Store.CLASSIC, "replaced-" + api, 0);
        String other = write(S3Store.CLASSIC, "others-" + api, 1 << 20);
        Dataset<Row> rows = session.open(api, table);
        long before = read(rows);
        assertThat(before).isNotEqualTo(read(session.open(api, other)));
        FileStatus file = dataFile(table);
        FileStatus replacement = dataFile(other);
        assertThat(file.getLen()).isEqualTo(replacement.getLen());
        Configuration configuration = spark.sparkContext().hadoopConfiguration();
        FileSystem fileSystem = file.getPath().getFileSystem(configuration);
        // Stores keep modification times in seconds. A file that is replaced in the same second has the same time.
        Thread.sleep(Math.max(0, file.getModificationTime() + 1100 - System.currentTimeMillis()));
        FileUtil.copy(fileSystem, replacement.getPath(), fileSystem, file.getPath(), false, true, configuration);
        assertThatThrownBy(() -> read(rows))
                .hasStackTraceContaining(file.getPath().getName())
                .hasStackTraceContaining("the file was replaced after the query was planned");
    }

    private FileStatus dataFile(String table) throws IOException {
        Path path = new Path(table);
        FileStatus[] files = path.getFileSystem(spark.sparkContext().hadoopConfiguration())
                .globStatus(new Path(path, "part-00000*"));
        return files[0];
    }
}
