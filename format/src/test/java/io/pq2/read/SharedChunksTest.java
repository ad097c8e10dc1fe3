package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.SharedFiles;
import io.pq2.check.FileCheck;
import io.pq2.check.Finding;
import io.pq2.check.Severity;
import io.pq2.internal.thrift.ThriftTree;
import io.pq2.io.LocalInputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.predicate.PredicateText;
import io.pq2.record.RowReader;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.rewrite.Rewritten;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads files whose row groups name the same column chunks, as Parquet.jl writes them. */
class SharedChunksTest {

    private static final List<Object> ROWS = Arrays.asList(30, null, 10, 4, 5, 30, null, 10, 4, 5, 7);

    /** Returns a file with two row groups of the same chunk, and another one. */
    private static byte[] file() {
        return LenientFiles.withFooter(LenientFiles.base(), footer -> {
            footer.list(4).add(1, ThriftTree.read(footer.at(4, 0).bytes(), 0));
            footer.i64(3, ROWS.size());
        });
    }

    private static List<Object> read(ScanBuilder scan) throws IOException {
        List<Object> values = new ArrayList<>();
        try (RowReader rows = new RowReader(scan.batchSize(2).open())) {
            while (rows.next()) {
                values.add(rows.row().isNull(0) ? null : rows.row().getInt(0));
            }
        }
        return values;
    }

    private static List<Object> read(byte[] bytes) throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("shared", bytes))) {
            return read(file.scan());
        }
    }

    @ParameterizedTest
    @EnumSource(OnCorruption.class)
    void eachRowGroupHasTheRows(OnCorruption onCorruption) throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("shared", file()))) {
            assertThat(read(file.scan().onCorruption(onCorruption))).isEqualTo(ROWS);
            assertThat(read(file.scan().onCorruption(onCorruption).filter(PredicateText.parse("a = 4"))))
                    .containsExactly(4, 4);
            assertThat(read(file.scan().onCorruption(onCorruption).rowGroups(ordinal -> ordinal == 1)))
                    .isEqualTo(ROWS.subList(5, 10));
        }
    }

    @Test
    void copiesHaveTheRows() throws IOException {
        for (RewriteOptions options : List.of(
                RewriteOptions.DEFAULT,
                RewriteOptions.builder().codec(CompressionCodec.ZSTD).build(),
                RewriteOptions.builder().combineBelow(1 << 20).build())) {
            byte[] copy = Rewritten.rewrite(options, file());
            assertThat(read(copy)).isEqualTo(ROWS);
            assertThat(FileCheck.run(new MemoryInputFile("copy", copy)))
                    .noneMatch(finding -> finding.message().contains("occur twice"));
        }
    }

    @Test
    void checkReportsThem() throws IOException {
        List<Finding> findings = FileCheck.run(new MemoryInputFile("shared", file()));
        assertThat(findings).noneMatch(finding -> finding.severity() == Severity.ERROR);
        assertThat(findings)
                .extracting(Finding::message)
                .contains("the column chunk is the one of row group 0 too, so that its rows occur twice");
    }

    @Test
    void checkDecodesThemOnce() throws IOException {
        ReadOptions options = ReadOptions.builder().tailBytes(16).build();
        RequestedRanges alone = new RequestedRanges(LenientFiles.base());
        RequestedRanges shared = new RequestedRanges(file());

        FileCheck.run(alone, options, null, finding -> {});
        FileCheck.run(shared, options, null, finding -> {});

        long dataEnd = TestFooters.read(LenientFiles.base()).rowGroups().stream()
                .flatMap(group -> group.columns().stream())
                .mapToLong(chunk ->
                        chunk.metadata().dataPageOffset() + chunk.metadata().totalCompressedSize())
                .max()
                .orElseThrow();
        assertThat(shared.requested(4, dataEnd)).isPositive().isEqualTo(alone.requested(4, dataEnd));
    }

    @Test
    void fileOfParquetJlIsRead() throws IOException {
        LocalInputFile input =
                new LocalInputFile(SharedFiles.shared("faults/files/row-groups-share-chunks-parquet-jl.parquet"));
        try (ParquetFile file = ParquetFile.open(input)) {
            List<Object> rows = read(file.scan());
            assertThat(rows).hasSize(100);
            assertThat(rows.subList(0, 50)).isEqualTo(rows.subList(50, 100));
        }
    }
}
