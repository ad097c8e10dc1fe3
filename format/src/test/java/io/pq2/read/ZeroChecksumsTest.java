package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.SharedFiles;
import io.pq2.check.FileCheck;
import io.pq2.check.Finding;
import io.pq2.exception.CorruptFileException;
import io.pq2.io.LocalInputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.record.RowReader;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.rewrite.Rewritten;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads pages whose {@code crc} is 0, which is a checksum of some writers and none of others. */
class ZeroChecksumsTest {

    private static PageFileBuilder builder(String createdBy) {
        return new PageFileBuilder("required int32 a;").createdBy(createdBy);
    }

    /** Returns a file with two pages, of which each has the right checksum or 0. */
    private static byte[] file(String createdBy, boolean firstIsRight, boolean secondIsRight) {
        PageFileBuilder file = builder(createdBy).fixedCrc(0);
        file.crcMask(firstIsRight ? 0 : null).v1(Encoding.PLAIN, 2, PageFileBuilder.plain(1, 2));
        file.crcMask(secondIsRight ? 0 : null).v1(Encoding.PLAIN, 1, PageFileBuilder.plain(3));
        return file.endRowGroup(3).bytes();
    }

    private static List<Integer> read(byte[] bytes) throws IOException {
        List<Integer> values = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("zeros", bytes));
                RowReader rows = new RowReader(file.scan().open())) {
            while (rows.next()) {
                values.add(rows.row().getInt(0));
            }
        }
        return values;
    }

    private static List<String> check(byte[] bytes) throws IOException {
        return FileCheck.run(new MemoryInputFile("zeros", bytes)).stream()
                .map(Finding::message)
                .filter(message -> message.contains("crc is 0 in"))
                .toList();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "Parquet.jl 0.8.6"})
    void zeroInEveryPageIsNoChecksum(String createdBy) throws IOException {
        byte[] file = file(createdBy, false, false);

        assertThat(read(file)).containsExactly(1, 2, 3);
        assertThat(check(file)).anyMatch(message -> message.contains("not be noticed"));
        for (CompressionCodec codec : new CompressionCodec[] {null, CompressionCodec.ZSTD}) {
            RewriteOptions.Builder options = RewriteOptions.builder();
            byte[] copy = Rewritten.rewrite(
                    codec == null ? options.build() : options.codec(codec).build(), file);
            assertThat(read(copy)).containsExactly(1, 2, 3);
            assertThat(check(copy)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"somebody", "parquet-mr version 1.15.0 (build a)", "Parquet.jl 0.9.0"})
    void zeroOfOtherWritersIsAChecksum(String createdBy) {
        assertThatThrownBy(() -> read(file(createdBy, false, false)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("page 0")
                .hasMessageContaining("the page's crc is 00000000");
    }

    @Test
    void zeroAfterAnotherChecksumIsAChecksum() throws IOException {
        assertThat(read(file(null, true, true))).containsExactly(1, 2, 3);
        byte[] file = file(null, true, false);

        assertThatThrownBy(() -> read(file))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("page 1")
                .hasMessageContaining("the page's crc is 00000000");
        assertThatThrownBy(() -> read(Rewritten.rewrite(RewriteOptions.DEFAULT, file)))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("the page's crc is 00000000");
        assertThat(check(file))
                .containsExactly("crc is 0 in 1 of 2 pages with a crc: readers may take 0 for no"
                        + " checksum, and not notice damage");
    }

    @Test
    void anotherChecksumAfterZeroIsVerified() throws IOException {
        assertThat(read(file(null, false, true))).containsExactly(1, 2, 3);
        byte[] damaged = builder(null)
                .fixedCrc(0)
                .v1(Encoding.PLAIN, 2, PageFileBuilder.plain(1, 2))
                .fixedCrc(17)
                .v1(Encoding.PLAIN, 1, PageFileBuilder.plain(3))
                .endRowGroup(3)
                .bytes();
        assertThatThrownBy(() -> read(damaged))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("page 1")
                .hasMessageContaining("the page's crc is 00000011");
    }

    @Test
    void dictionaryPageTellsWhatZerosMean() {
        byte[] file = builder(null)
                .crcMask(0)
                .dictionary(10, 20)
                .crcMask(null)
                .fixedCrc(0)
                .v1(Encoding.RLE_DICTIONARY, 2, PageFileBuilder.ids(1, 1, 0))
                .endRowGroup(2)
                .bytes();
        assertThatThrownBy(() -> read(file))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("the page's crc is 00000000");
    }

    @Test
    void fileOfHawqIsRead() throws IOException {
        LocalInputFile input = new LocalInputFile(SharedFiles.shared("faults/files/crc-zero-hawq.parquet"));
        try (ParquetFile file = ParquetFile.open(input);
                RowReader rows = new RowReader(file.scan().open())) {
            long count = 0;
            while (rows.next()) {
                count++;
            }
            assertThat(count)
                    .isEqualTo(Objects.requireNonNull(file.metadata()).numRows())
                    .isPositive();
        }
    }
}
