package io.pq2.it.s3a;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.hadoop.split.FooterCache;
import io.pq2.it.store.DistantStore;
import io.pq2.it.store.RequestChains;
import io.pq2.it.store.StoreRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.function.ForeachPartitionFunction;
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

/** Tests what Spark's tasks request before its turn, on a store whose answers take long. */
@Tag("clusters")
@ExtendWith(S3Store.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class S3aAheadTest {

    private static final int FILES = 40;
    private static final int ROWS = 1000;
    private static final String TABLE =
            S3Store.path(S3Store.CLASSIC, "ahead/small").toString();
    private static final String LARGE =
            S3Store.path(S3Store.CLASSIC, "ahead/large").toString();
    private static final String KEYED =
            S3Store.path(S3Store.CLASSIC, "ahead/keyed").toString();
    private static final String CONNECTIONS = "fs.s3a.connection.maximum";
    private static final String NOT_CACHED = "fs.s3a.impl.disable.cache";

    /** For a task, which has no access to the fields of the test. */
    private static final AtomicReference<DistantStore> STORE = new AtomicReference<>();

    private static final AtomicLong REQUESTED = new AtomicLong();

    private final S3Store store;
    private DistantSession session;
    private SparkSession spark;
    /** All tasks use this one, as usual: creating a file system takes longer than a request. */
    private FileSystem shared;

    S3aAheadTest(S3Store store) {
        this.store = store;
    }

    @BeforeAll
    void start(@TempDir java.nio.file.Path directory) throws IOException {
        session = new DistantSession(store, directory);
        spark = session.spark();
        Configuration configuration = spark.sparkContext().hadoopConfiguration();
        configuration.setBoolean(NOT_CACHED, false);
        // A file system that another test has left in Hadoop's cache does not read through the distant store.
        new Path(TABLE).getFileSystem(configuration).close();
        shared = new Path(TABLE).getFileSystem(configuration);
        spark.range(0, (long) FILES * ROWS, 1, FILES)
                .selectExpr("id", "xxhash64(id) AS n")
                .write()
                .format("pq2")
                .save(TABLE);
        spark.range(0, 400_000, 1, 2)
                .selectExpr("xxhash64(id) AS n", "xxhash64(id, 1) AS m")
                .write()
                .format("pq2")
                .option("parquet.block.size", 1 << 20)
                .save(LARGE);
        spark.range(0, 400_000, 1, 4)
                .selectExpr("xxhash64(id) AS key", "xxhash64(id, 1) AS n")
                .write()
                .format("pq2")
                .option("parquet.block.size", 1 << 20)
                .option("parquet.bloom.filter.enabled#key", "true")
                .save(KEYED);
        session.store().setDistance(Duration.ofMillis(30), 0);
    }

    @AfterAll
    void stop() throws IOException {
        shared.close();
        session.close();
    }

    private List<StoreRequest> dataRequests(Runnable query) {
        return session.requests(query).stream()
                .filter(request -> request.operation().equals("GET"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"V2", "V1"})
    void aTaskOpensSeveralFilesAtATime(String api) {
        List<StoreRequest> requests = dataRequests(() -> assertSumOfSmall(api));
        assertThat(requests).hasSize(FILES);
        // One file after another, the chain would have as many requests as there are files.
        assertThat(RequestChains.longest(requests)).isLessThanOrEqualTo(FILES * 3 / 4);
    }

    @Test
    void aggregatesOpenSeveralFilesAtATime() {
        FooterCache.shared(0);
        Dataset<Row> table = session.open("V2", TABLE);
        List<StoreRequest> requests = dataRequests(
                () -> assertThat(table.selectExpr("max(id)").first().getLong(0)).isEqualTo(FILES * ROWS - 1));
        assertThat(requests)
                .as("the footers, except the one that was read for the schema")
                .hasSize(FILES - 1);
        assertThat(RequestChains.longest(requests)).isLessThanOrEqualTo(FILES * 3 / 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"V2", "V1"})
    void underALimitOnlyTheFirstFileIsOpened(String api) {
        FooterCache.shared(0);
        Dataset<Row> table = session.open(api, TABLE);
        assertThat(dataRequests(
                        () -> assertThat(table.where("n IS NOT NULL").limit(10).collectAsList())
                                .hasSize(10)))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"V2", "V1"})
    void underALimitOnlyTheFirstRowGroupIsRequested(String api) {
        Dataset<Row> table = session.open(api, LARGE);
        long all = bytes(dataRequests(() -> table.foreach(row -> {})));
        long limited = bytes(
                dataRequests(() -> assertThat(table.limit(10).collectAsList()).hasSize(10)));
        assertThat(limited).isLessThan(all / 4);
    }

    /** Not more round trips than for one file: its footer, what prunes, the column of the filter and the other one. */
    @ParameterizedTest
    @ValueSource(strings = {"V2", "V1"})
    void allFilesOfALookupArePrunedAtATime(String api) {
        Dataset<Row> table = session.open(api, KEYED);
        // The first query reads the footers.
        assertThat(table.where("key = 1").count()).isZero();
        int shortest = Integer.MAX_VALUE;
        // A busy machine sends requests late, which makes chains longer, so the shortest of three runs counts.
        for (int run = 0; run < 3 && shortest > 4; run++) {
            List<StoreRequest> requests = dataRequests(() -> assertThat(
                            table.where("key = xxhash64(300000L)").select("n").collectAsList())
                    .hasSize(1));
            assertThat(requests).as("files are not cached").hasSizeGreaterThan(4);
            shortest = Math.min(shortest, RequestChains.longest(requests));
        }
        assertThat(shortest).isLessThanOrEqualTo(4);
    }

    /** Pruning cannot decide this filter, and the other column is large enough to wait for the filter's result. */
    @Test
    void theColumnsOfAFilterAreRequestedForSeveralRowGroups() {
        String table = S3Store.path(S3Store.CLASSIC, "ahead/wide").toString();
        spark.range(0, 300_000, 1, 1)
                .selectExpr("xxhash64(id) AS n", "sha2(CAST(id AS STRING), 256) AS text")
                .write()
                .format("pq2")
                .option("parquet.block.size", 1 << 21)
                .save(table);
        Dataset<Row> rows = session.open("V2", table);
        List<StoreRequest> requests = dataRequests(() ->
                assertThat(rows.where("n = 1").select("text").collectAsList()).isEmpty());
        assertThat(requests)
                .as("the page indexes, and a column of each row group")
                .hasSizeGreaterThan(8);
        assertThat(bytes(requests)).as("without the other column").isLessThan(4_000_000);
        assertThat(RequestChains.longest(requests)).isLessThan(requests.size() / 2);
    }

    /** More requests are under way than the pool has connections. */
    @ParameterizedTest
    @ValueSource(strings = {"V2", "V1"})
    void aSmallPoolOfConnectionsIsEnough(String api) {
        Configuration configuration = spark.sparkContext().hadoopConfiguration();
        configuration.setInt(CONNECTIONS, 2);
        configuration.setInt("fs.s3a.threads.max", 2);
        configuration.setBoolean(NOT_CACHED, true);
        try {
            assertSumOfSmall(api);
        } finally {
            configuration.unset(CONNECTIONS);
            configuration.unset("fs.s3a.threads.max");
            configuration.setBoolean(NOT_CACHED, false);
        }
    }

    private void assertSumOfSmall(String api) {
        Dataset<Row> sums = session.open(api, TABLE).selectExpr("sum(id)", "bit_xor(n)");
        assertThat(sums.first().getLong(0)).isEqualTo((long) FILES * ROWS * (FILES * ROWS - 1) / 2);
    }

    /** A task that stops in its first file has requested this file, and the next ones up to the limit. */
    @ParameterizedTest
    @ValueSource(strings = {"V2", "V1"})
    void filesAheadStayWithinTheMemoryLimit(String api) {
        String table = S3Store.path(S3Store.CLASSIC, "ahead/limited-" + api).toString();
        int files = 8;
        long bytesOfFile = 1_000_000;
        spark.range(0, files * bytesOfFile / Long.BYTES, 1, files)
                .selectExpr("xxhash64(id) AS n")
                .write()
                .format("pq2")
                .save(table);
        Configuration configuration = spark.sparkContext().hadoopConfiguration();
        configuration.setLong("pq2.read.prefetchBytes", 5 * bytesOfFile / 2);
        try {
            Dataset<Row> rows = session.open(api, table);
            STORE.set(session.store());
            session.store().takeRequests();
            rows.foreachPartition((ForeachPartitionFunction<Row>) partition -> {
                // Some batches, between which the footers of the next files arrive.
                for (int i = 0; i < 15_000; i++) {
                    assertThat(partition.hasNext()).isTrue();
                    partition.next();
                    if (i % 5_000 == 0) {
                        TimeUnit.MILLISECONDS.sleep(300);
                    }
                }
                TimeUnit.SECONDS.sleep(1);
                REQUESTED.set(bytes(STORE.get().takeRequests()));
            });
            assertThat(REQUESTED.get()).isBetween(3 * bytesOfFile, 4 * bytesOfFile);
        } finally {
            configuration.unset("pq2.read.prefetchBytes");
        }
    }

    /** Scans that end early would exhaust the pool if they kept their connections. */
    @Test
    void scansThatEndEarlyReturnTheirConnections() throws IOException {
        Configuration configuration = spark.sparkContext().hadoopConfiguration();
        shared.close();
        configuration.setInt(CONNECTIONS, 8);
        try (FileSystem small = new Path(TABLE).getFileSystem(configuration)) {
            Dataset<Row> large = session.open("V2", LARGE);
            for (int i = 0; i < 12; i++) {
                assertThat(large.limit(10).collectAsList()).hasSize(10);
            }
            assertSumOfSmall("V2");
            assertThat(new Path(TABLE).getFileSystem(configuration)).isSameAs(small);
        } finally {
            configuration.unset(CONNECTIONS);
            shared = new Path(TABLE).getFileSystem(configuration);
        }
    }

    private static long bytes(List<StoreRequest> requests) {
        return requests.stream().mapToLong(StoreRequest::bytes).sum();
    }
}
