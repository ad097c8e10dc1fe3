package io.pq2.it.s3a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.it.s3a.FaultyProxy.Fault;
import io.pq2.it.s3a.FaultyProxy.Request;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Makes requests fail, and checks that a scan returns all rows, or an error that names the file. */
@Tag("clusters")
@ExtendWith(S3Store.Extension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class S3aFaultsTest {

    private final S3Store store;
    private final Configuration configuration;

    S3aFaultsTest(S3Store store) {
        this.store = store;
        this.configuration = store.configuration();
    }

    /** Writes a file that no stream has read before. */
    private FileStatus file(String bucket, String name) throws IOException {
        Path path = S3Store.path(bucket, "faults/" + name + ".parquet");
        WideTable.write(path, configuration);
        return path.getFileSystem(configuration).getFileStatus(path);
    }

    /** Matches the reads of a file, except the first ones. */
    private static Predicate<Request> reads(FileStatus file, int skipped) {
        AtomicInteger seen = new AtomicInteger();
        return request -> request.gets(file.getPath().getName()) && seen.getAndIncrement() >= skipped;
    }

    /**
     * The first request is for the footer, or the first two if the stream reads ahead. Later requests are vectored
     * reads.
     */
    @ParameterizedTest
    @CsvSource({
        "classic,UNAVAILABLE,0,1",
        "classic,UNAVAILABLE,1,2",
        "classic,ANSWER_CUT_OFF,0,1",
        "classic,ANSWER_CUT_OFF,1,4",
        "analytics,UNAVAILABLE,0,1",
        "analytics,ANSWER_CUT_OFF,0,3",
        "analytics,ANSWER_CUT_OFF,2,3"
    })
    void failedReadsAreRetried(String bucket, Fault fault, int skipped, int times) throws IOException {
        FileStatus file = file(bucket, "read-" + fault + skipped);
        store.proxy().fail(fault, times, reads(file, skipped));
        assertThat(WideTable.scan(HadoopInputFile.of(file, configuration))).isEqualTo(WideTable.expectedSum());
        assertThat(store.proxy().faultsLeft()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"classic,UNAVAILABLE,0", "classic,UNAVAILABLE,1", "analytics,ANSWER_CUT_OFF,2"})
    void theErrorOfPermanentlyFailingReadsNamesTheFile(String bucket, Fault fault, int skipped) throws IOException {
        FileStatus file = file(bucket, "unreadable-" + fault + skipped);
        store.proxy().fail(fault, Integer.MAX_VALUE, reads(file, skipped));
        assertThatThrownBy(() -> WideTable.scan(HadoopInputFile.of(file, configuration)))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(file.getPath().toString(), "Try again", "fs.s3a.retry.limit");
    }

    @ParameterizedTest
    @CsvSource({"UNAVAILABLE", "REQUEST_CUT_OFF"})
    void failedWritesAreRetried(Fault fault) throws IOException {
        store.proxy().fail(fault, 1, Request::puts);
        FileStatus file = file(S3Store.CLASSIC, "write-" + fault);
        assertThat(store.proxy().faultsLeft()).isZero();
        assertThat(WideTable.scan(HadoopInputFile.of(file, configuration))).isEqualTo(WideTable.expectedSum());
    }

    @ParameterizedTest
    @CsvSource({"UNAVAILABLE", "REQUEST_CUT_OFF"})
    void permanentlyFailingWritesNameTheFileAndLeaveNone(Fault fault) throws IOException {
        Path path = S3Store.path(S3Store.CLASSIC, "faults/unwritable-" + fault + ".parquet");
        store.proxy().fail(fault, Integer.MAX_VALUE, Request::puts);
        assertThatThrownBy(() -> WideTable.write(path, configuration))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(path.toString(), "Try again", "fs.s3a.retry.limit");
        store.proxy().reset();
        assertThat(path.getFileSystem(configuration).exists(path)).isFalse();
    }
}
