package io.pq2.it.s3a;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.it.s3a.FaultyProxy.Request;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Counts the requests of a scan that reads two of forty columns of a file. */
@Tag("clusters")
@ExtendWith(S3Store.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class S3aRequestsTest {

    /** The byte ranges of the scan: two columns of each row group, which are not adjacent. */
    private static final int RANGES = 2 * WideTable.ROW_GROUPS;

    private final S3Store store;
    private final Configuration configuration;

    S3aRequestsTest(S3Store store) {
        this.store = store;
        this.configuration = store.configuration();
    }

    @BeforeAll
    void write() throws IOException {
        WideTable.write(file(S3Store.CLASSIC), configuration);
        WideTable.write(file(S3Store.ANALYTICS), configuration);
    }

    private static Path file(String bucket) {
        return S3Store.path(bucket, "requests/wide.parquet");
    }

    private List<Request> requests() {
        return store.proxy().requests();
    }

    private static long headRequests(List<Request> requests) {
        return requests.stream()
                .filter(request -> request.method().equals("HEAD"))
                .count();
    }

    private List<Request> scan(HadoopInputFile input) throws IOException {
        store.proxy().reset();
        assertThat(WideTable.scan(input)).isEqualTo(WideTable.expectedSum());
        return requests();
    }

    @Test
    void oneRequestForTheFooterAndOnePerRange() throws IOException {
        Path file = file(S3Store.CLASSIC);
        FileStatus status = file.getFileSystem(configuration).getFileStatus(file);
        assertThat(scan(HadoopInputFile.of(status, configuration)))
                .hasSize(1 + RANGES)
                .allMatch(request -> request.gets(file.getName()));
        assertThat(scan(HadoopInputFile.of(file, status.getLen(), configuration)))
                .hasSize(1 + RANGES)
                .allMatch(request -> request.gets(file.getName()));
    }

    @Test
    void oneMoreRequestIfTheLengthIsUnknown() throws IOException {
        List<Request> requests = scan(HadoopInputFile.of(file(S3Store.CLASSIC), configuration));
        assertThat(requests).hasSize(2 + RANGES);
        assertThat(headRequests(requests)).isEqualTo(1);
    }

    @Test
    void fewMoreRequestsWithAStreamThatReadsAhead() throws IOException {
        Path file = file(S3Store.ANALYTICS);
        FileStatus status = file.getFileSystem(configuration).getFileStatus(file);
        List<Request> requests = scan(HadoopInputFile.of(status, configuration));
        assertThat(requests).hasSizeBetween(1 + RANGES, 4 + RANGES).allMatch(request -> request.gets(file.getName()));
    }

    @Test
    void fewMoreRequestsWithAStreamThatReadsAheadIfOnlyTheLengthIsKnown() throws IOException {
        Path file = S3Store.path(S3Store.ANALYTICS, "requests/length.parquet");
        WideTable.write(file, configuration);
        long length = file.getFileSystem(configuration).getFileStatus(file).getLen();
        assertThat(scan(HadoopInputFile.of(file, length, configuration))).hasSizeBetween(1 + RANGES, 4 + RANGES);
    }
}
