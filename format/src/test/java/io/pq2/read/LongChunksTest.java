package io.pq2.read;

import static io.pq2.read.PageFileBuilder.concat;
import static io.pq2.read.PageFileBuilder.ids;
import static io.pq2.read.PageFileBuilder.levels;
import static io.pq2.read.PageFileBuilder.levelsV1;
import static io.pq2.read.PageFileBuilder.plain;
import static io.pq2.read.PageFileBuilder.range;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.SharedFiles;
import io.pq2.exception.CorruptFileException;
import io.pq2.io.ByteRange;
import io.pq2.io.InputFile;
import io.pq2.io.LocalInputFile;
import io.pq2.io.RangeSource;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.record.RowReader;
import io.pq2.vector.Batch;
import io.pq2.vector.IntVector;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads column chunks in parts, with one part in memory at a time. One chunk is larger than 2 GiB. */
class LongChunksTest {

    private static ReadOptions withChunkLimit(int bytes) {
        return ReadOptions.builder().maxChunkBytes(bytes).build();
    }

    private static PageFileBuilder manyPages() {
        PageFileBuilder pages = new PageFileBuilder("optional int32 a;")
                .codec(CompressionCodec.SNAPPY)
                .crcMask(0);
        pages.dictionary(range(0, 500));
        for (int i = 0; i < 40; i++) {
            pages.v1(Encoding.RLE_DICTIONARY, 3, levelsV1(1, 1, 0, 1), ids(9, i, 499))
                    .otherPage(1, new byte[i * 20])
                    .v2(Encoding.PLAIN, i + 2, i + 2, new byte[0], levels(1, ones(i + 2)), plain(range(i, 2 * i + 2)));
        }
        return pages.endRowGroup(IntStream.range(0, 40).map(i -> 3 + i + 2).sum());
    }

    private static int[] ones(int count) {
        int[] ones = new int[count];
        Arrays.fill(ones, 1);
        return ones;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 30, 100, 1_000, 5_000, 20_000})
    void readsPagesAcrossPartsOfAnySize(int bytes) throws IOException {
        List<Object> expected = manyPages().read();
        assertThat(expected).hasSize(IntStream.range(0, 40).map(i -> 3 + i + 2).sum());
        assertThat(manyPages().read(withChunkLimit(bytes))).isEqualTo(expected);
    }

    @Test
    void readsRowsThatContinueInNextPageAndPart() throws IOException {
        PageFileBuilder pages =
                new PageFileBuilder("optional group a (LIST) { repeated group list { optional int32 element; } }");
        List<Object> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            pages.v1(Encoding.PLAIN, 2, levelsV1(1, 0, 1), levelsV1(2, 3, 3), plain(i, i + 1))
                    .v1(Encoding.PLAIN, 1, levelsV1(1, 1), levelsV1(2, 3), plain(i + 2));
            expected.add(List.of(i, i + 1, i + 2));
        }
        pages.endRowGroup(100);
        for (int bytes : new int[] {1, 50, 300, 1_000}) {
            assertThat(pages.read(withChunkLimit(bytes))).isEqualTo(expected);
        }
    }

    /** The strings of a batch can be in pages of parts that are no longer in memory. */
    @Test
    void readsStringsOfSeveralPartsInOneBatch() throws IOException {
        PageFileBuilder pages = new PageFileBuilder("required binary a (STRING);");
        List<Object> expected = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            byte[] text = ("string " + i).getBytes(StandardCharsets.UTF_8);
            pages.v1(Encoding.PLAIN, 1, concat(plain(text.length), text));
            expected.add("string " + i);
        }
        pages.endRowGroup(300);
        for (int bytes : new int[] {1, 64, 500}) {
            assertThat(pages.read(withChunkLimit(bytes))).isEqualTo(expected);
        }
    }

    @Test
    void rejectsTruncatedChunkInParts() {
        for (int bytes : new int[] {1, 40, 1_000}) {
            for (int missing : new int[] {1, 30, 45, 100}) {
                PageFileBuilder cut = new PageFileBuilder("required int32 a;");
                for (int i = 0; i < 20; i++) {
                    cut.v1(Encoding.PLAIN, 10, plain(range(0, 10)));
                }
                assertThatThrownBy(() -> cut.endRowGroup(200, entry -> entry.totalCompressedSize -= missing)
                                .read(withChunkLimit(bytes)))
                        .isInstanceOf(CorruptFileException.class)
                        .hasMessageContaining("row group 0, column a");
            }
        }
    }

    @Test
    void readsOthersFilesInParts() throws IOException {
        for (String name : List.of(
                "alltypes_tiny_pages_plain.parquet",
                "alltypes_tiny_pages.parquet",
                "nested_maps.snappy.parquet",
                "datapage_v2_empty_datapage.snappy.parquet")) {
            Path path = SharedFiles.parquetTesting("data/" + name);
            assertThat(rows(path, withChunkLimit(333))).as(name).isEqualTo(rows(path, ReadOptions.DEFAULT));
        }
    }

    private static List<String> rows(Path path, ReadOptions options) throws IOException {
        List<String> rows = new ArrayList<>();
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path), options);
                RowReader reader = new RowReader(file.scan().open())) {
            while (reader.next()) {
                rows.add(reader.row().toString());
            }
        }
        return rows;
    }

    /** The file generates its bytes on request. */
    @Test
    void readsChunkAbove2GiB() throws IOException {
        int perPage = 1 << 24;
        int pageCount = 33;
        HugeFile file = new HugeFile(perPage, pageCount);
        try (ParquetFile opened = ParquetFile.open(file);
                BatchReader reader = opened.scan().batchSize(1 << 20).open()) {
            assertThat(reader.plan().bytes()).isGreaterThan(2L << 30);
            long rows = 0;
            long sum = 0;
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                int[] values = ((IntVector) batch.columns().get(0)).values();
                for (int i = 0; i < batch.rowCount(); i++) {
                    sum += values[i];
                }
                rows += batch.rowCount();
            }
            assertThat(rows).isEqualTo((long) perPage * pageCount);
            assertThat(sum)
                    .isEqualTo(IntStream.range(0, pageCount).asLongStream().sum() * perPage);
        }
    }

    /** A file whose pages contain one repeated value each: the ordinal of the page. */
    private static final class HugeFile implements InputFile {

        private final byte[] header;
        private final long pageLength;
        private final long dataEnd;
        private final byte[] tail;

        HugeFile(int perPage, int pageCount) {
            this.header = PageFileBuilder.headerV1(perPage, 4 * perPage);
            this.pageLength = header.length + 4L * perPage;
            this.dataEnd = 4 + pageLength * pageCount;
            PageFileBuilder footer = new PageFileBuilder("required int32 a;");
            byte[] file = footer.endRowGroup((long) perPage * pageCount, entry -> {
                        entry.numValues = (long) perPage * pageCount;
                        entry.totalCompressedSize = dataEnd - 4;
                    })
                    .bytes();
            this.tail = Arrays.copyOfRange(file, 4, file.length);
        }

        @Override
        public long length() {
            return dataEnd + tail.length;
        }

        @Override
        public String location() {
            return "generated";
        }

        @Override
        public RangeSource open() {
            return new RangeSource() {
                @Override
                public ByteBuffer read(ByteRange range) {
                    byte[] bytes = new byte[range.length() + RangeSource.SLACK];
                    fill(range.offset(), bytes, range.length());
                    return ByteBuffer.wrap(bytes, 0, range.length());
                }

                @Override
                public void close() {}
            };
        }

        private void fill(long offset, byte[] bytes, int limit) {
            for (int i = 0; i < limit; ) {
                long at = offset + i;
                if (at < 4) {
                    bytes[i++] = (byte) "PAR1".charAt((int) at);
                } else if (at >= dataEnd) {
                    bytes[i++] = tail[(int) (at - dataEnd)];
                } else {
                    long page = (at - 4) / pageLength;
                    long within = (at - 4) % pageLength;
                    i = within < header.length
                            ? put(bytes, i, header[(int) within])
                            : fillBody(bytes, i, (int) Math.min(limit, i + pageLength - within), within, page);
                }
            }
        }

        private static int put(byte[] bytes, int index, byte value) {
            bytes[index] = value;
            return index + 1;
        }

        /** Writes 4-byte values below 256; only their first byte is not 0. */
        private int fillBody(byte[] bytes, int from, int to, long within, long page) {
            int skipped = (int) (-(within - header.length) & 3);
            for (int i = from + skipped; i < to; i += 4) {
                bytes[i] = (byte) page;
            }
            return to;
        }
    }
}
