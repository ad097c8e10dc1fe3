package io.pq2.it.s3a;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.it.store.RequestChains;
import io.pq2.it.store.StoreRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
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

/** Tests what Spark's tasks request before its turn, on a store whose answers take long. */
@ExtendWith(S3Store.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class S3aAheadTest {

    private static final int FILES = 40;
    private static final int ROWS = 1000;
    private static final String TABLE =
            S3Store.path(S3Store.CLASSIC, "ahead/small").toString();
    private static final String LARGE =
            S3Store.path(S3Store.CLASSIC, "ahead/large").toString();

    private final S3Store store;
    private DistantSession session;
    private SparkSession spark;

    S3aAheadTest(S3Store store) {
        this.store = store;
    }

    @BeforeAll
    void start(@TempDir java.nio.file.Path directory) throws IOException {
        session = new DistantSession(store, directory);
        spark = session.spark();
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
        session.store().setDistance(Duration.ofMillis(30), 0);
    }

    @AfterAll
    void stop() throws IOException {
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
        Dataset<Row> table = session.open(api, TABLE);
        List<StoreRequest> requests = dataRequests(() -> assertThat(
                        table.selectExpr("sum(id)", "bit_xor(n)").first().getLong(0))
                .isEqualTo((long) FILES * ROWS * (FILES * ROWS - 1) / 2));
        assertThat(requests).hasSize(FILES);
        // One file after another, the chain would have as many requests as there are files.
        assertThat(RequestChains.longest(requests)).isLessThanOrEqualTo(FILES / 2);
    }

    @Test
    void aggregatesOpenSeveralFilesAtATime() {
        Dataset<Row> table = session.open("V2", TABLE);
        List<StoreRequest> requests = dataRequests(
                () -> assertThat(table.selectExpr("max(id)").first().getLong(0)).isEqualTo(FILES * ROWS - 1));
        assertThat(requests)
                .as("the footers, except the one that was read for the schema")
                .hasSize(FILES - 1);
        assertThat(RequestChains.longest(requests)).isLessThanOrEqualTo(FILES / 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"V2", "V1"})
    void underALimitOnlyTheFirstFileIsOpened(String api) {
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

    private static long bytes(List<StoreRequest> requests) {
        return requests.stream().mapToLong(StoreRequest::bytes).sum();
    }
}
