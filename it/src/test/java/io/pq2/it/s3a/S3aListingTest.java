package io.pq2.it.s3a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.it.store.StoreRequest;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests how Spark's reads find the files of a path: by one listing, with the files that the built-in source finds. */
@Tag("clusters")
@ExtendWith(S3Store.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class S3aListingTest {

    private final S3Store store;
    private DistantSession session;
    private SparkSession spark;

    @TempDir
    private java.nio.file.Path local;

    S3aListingTest(S3Store store) {
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

    private static Path path(String key) {
        return S3Store.path(S3Store.CLASSIC, "listing/" + key);
    }

    private FileSystem fileSystem(Path path) throws IOException {
        return path.getFileSystem(spark.sparkContext().hadoopConfiguration());
    }

    private Dataset<Row> read(String format, Object path) {
        return spark.read().format(format).load(path.toString());
    }

    private Path writeDays(String key) {
        Path table = path(key);
        spark.range(0, 300, 1, 1)
                .selectExpr("id", "id % 3 AS day")
                .write()
                .partitionBy("day")
                .parquet(table.toString());
        return table;
    }

    private static Stream<String> operations(List<StoreRequest> requests) {
        return requests.stream().map(StoreRequest::operation);
    }

    /** The listing, and the footer that gives the schema. */
    @Test
    void aPartitionedTableIsOpenedByTwoRequests() {
        Path table = writeDays("days");
        List<StoreRequest> requests = session.requests(() -> read("pq2", table));
        assertThat(operations(requests)).containsExactlyInAnyOrder("LIST", "GET");
        assertThat(read("pq2", table).where("day = 1").count()).isEqualTo(100);
    }

    @Test
    void sqlOnAPathNeedsAsFewRequests() {
        Path table = writeDays("sql");
        List<StoreRequest> requests = session.requests(() -> session.open("V1", table.toString()));
        assertThat(operations(requests)).containsExactlyInAnyOrder("LIST", "GET");
        Dataset<Row> rows = session.open("V1", table.toString());
        assertThat(rows.schema()).isEqualTo(read("parquet", table).schema());
        assertThat(rows.where("day = 1").count()).isEqualTo(100);
    }

    @Test
    void inThePlaceOfTheBuiltInSourceToo() {
        Path table = writeDays("replaced");
        StructType schema = read("parquet", table).schema();
        spark.conf().set("spark.pq2.replace.parquet", "true");
        try {
            List<StoreRequest> requests = session.requests(() -> read("parquet", table));
            assertThat(operations(requests)).containsExactlyInAnyOrder("LIST", "GET");
            Dataset<Row> rows = read("parquet", table);
            assertThat(rows.schema()).isEqualTo(schema);
            assertThat(rows.where("day = 1").count()).isEqualTo(100);
            List<StoreRequest> withSchema = session.requests(
                    () -> spark.read().schema("id BIGINT, day INT").parquet(table.toString()));
            assertThat(operations(withSchema)).containsExactly("LIST");
        } finally {
            spark.conf().unset("spark.pq2.replace.parquet");
        }
    }

    @Test
    void hiddenFilesAndDirectoriesAreLeftOut() throws IOException {
        Path table = writeDays("hidden");
        FileSystem fileSystem = fileSystem(table);
        Path visible =
                fileSystem.listFiles(new Path(table, "day=1"), false).next().getPath();
        for (String hidden : List.of("_temporary/0/a.parquet", ".hidden/b.parquet", "day=1/_c.parquet", "day=2/.d")) {
            FileUtil.copy(
                    fileSystem,
                    visible,
                    fileSystem,
                    new Path(table, hidden),
                    false,
                    spark.sparkContext().hadoopConfiguration());
        }
        assertThat(operations(session.requests(() -> read("pq2", table)))).containsExactlyInAnyOrder("LIST", "GET");
        assertThat(read("pq2", table).inputFiles())
                .hasSize(3)
                .containsExactlyInAnyOrder(read("parquet", table).inputFiles());
        assertThat(read("pq2", table).count()).isEqualTo(300);
    }

    @Test
    void aFileIsOpened() throws IOException {
        Path table = writeDays("file");
        Path file = fileSystem(table)
                .listFiles(new Path(table, "day=1"), false)
                .next()
                .getPath();
        assertThat(read("pq2", file).columns()).isEqualTo(read("parquet", file).columns());
        assertThat(read("pq2", file).count()).isEqualTo(100);
    }

    @Test
    void onlyTheFilesThatAStreamHasCommittedAreRead() throws Exception {
        Path input = path("stream-in");
        Path output = path("stream-out");
        spark.range(0, 100, 1, 1).write().format("pq2").save(input.toString());
        spark.readStream()
                .schema("id BIGINT")
                .format("pq2")
                .load(input.toString())
                .writeStream()
                .format("pq2")
                .option(
                        "checkpointLocation",
                        local.resolve("checkpoint").toUri().toString())
                .trigger(Trigger.AvailableNow())
                .start(output.toString())
                .awaitTermination();
        FileSystem fileSystem = fileSystem(input);
        Path uncommitted = new Path(output, "part-99999-uncommitted.parquet");
        FileUtil.copy(
                fileSystem,
                fileSystem.listFiles(input, false).next().getPath(),
                fileSystem,
                uncommitted,
                false,
                spark.sparkContext().hadoopConfiguration());
        assertThat(read("pq2", output).count()).isEqualTo(100);
    }

    @Test
    void newFilesAreFoundWhenTheTableIsRefreshed() {
        Path table = path("refreshed");
        spark.range(10).write().format("pq2").save(table.toString());
        Dataset<Row> rows = read("pq2", table);
        assertThat(rows.count()).isEqualTo(10);
        spark.range(5).write().format("pq2").mode("append").save(table.toString());
        spark.catalog().refreshByPath(table.toString());
        assertThat(read("pq2", table).count()).isEqualTo(15);
    }

    @Test
    void patternsAndSeveralPathsAreListedBySpark() {
        Path table = writeDays("pattern");
        assertThat(read("pq2", table + "/day=[12]").count()).isEqualTo(200);
        assertThat(spark.read()
                        .format("pq2")
                        .load(table + "/day=0", table + "/day=2")
                        .count())
                .isEqualTo(200);
    }

    @Test
    void theErrorsAreSparks() throws IOException {
        Path missing = path("missing");
        assertThatThrownBy(() -> read("pq2", missing))
                .isInstanceOfSatisfying(
                        AnalysisException.class,
                        error -> assertThat(error.getCondition()).isEqualTo("PATH_NOT_FOUND"));
        Path empty = path("empty");
        fileSystem(empty).mkdirs(empty);
        assertThatThrownBy(() -> read("pq2", empty))
                .isInstanceOfSatisfying(
                        AnalysisException.class,
                        error -> assertThat(error.getCondition()).isEqualTo("UNABLE_TO_INFER_SCHEMA"));
        Path text = path("text");
        try (FSDataOutputStream stream = fileSystem(text).create(text)) {
            stream.writeBytes("no table at all");
        }
        assertThatThrownBy(() -> read("pq2", text)).hasStackTraceContaining("not a Parquet file");
        assertThatThrownBy(() -> session.open("V1", text.toString())).hasStackTraceContaining("not a Parquet file");
        assertThatThrownBy(() -> session.open("V1", missing.toString()))
                .isInstanceOfSatisfying(
                        AnalysisException.class,
                        error -> assertThat(error.getCondition()).isEqualTo("PATH_NOT_FOUND"));
    }
}
