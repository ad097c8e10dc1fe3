package io.pq2.read;

import static io.pq2.read.PageFileBuilder.ids;
import static io.pq2.read.PageFileBuilder.levelsV1;
import static io.pq2.read.PageFileBuilder.plain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.read.PageFileBuilder.ChunkEntry;
import java.io.IOException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Reads files whose footers have wrong or missing chunk offsets and sizes, as known writers produce them. */
class ChunkOffsetsTest {

    private static PageFileBuilder dictionaryAndData() {
        return new PageFileBuilder("optional int32 a;")
                .codec(CompressionCodec.SNAPPY)
                .dictionary(10, 20)
                .v1(Encoding.PLAIN_DICTIONARY, 3, levelsV1(1, 1, 0, 1), ids(1, 1, 0));
    }

    private static void assertReadable(Consumer<ChunkEntry> change) throws IOException {
        assertThat(dictionaryAndData().endRowGroup(3, change).read()).containsExactly(20, null, 10);
    }

    @Test
    void findsDictionaryAtItsOffset() throws IOException {
        assertReadable(entry -> {});
    }

    /**
     * Files of Impala, and of parquet-mr before it wrote separate offsets of dictionary and data (PARQUET-1850,
     * PARQUET-1977).
     */
    @Test
    void findsDictionaryAtDataPageOffset() throws IOException {
        for (Long dictionary : new Long[] {null, 0L, -1L, 4L}) {
            assertReadable(entry -> {
                entry.dataPageOffset = entry.fileOffset;
                entry.dictionaryPageOffset = dictionary;
            });
        }
    }

    @Test
    void ignoresInvalidDictionaryOffsetsOfChunksWithoutDictionary() throws IOException {
        for (long offset : new long[] {Long.MIN_VALUE, -1, 0, 1_000, Long.MAX_VALUE}) {
            assertThat(new PageFileBuilder("required int32 a;")
                            .v1(Encoding.PLAIN, 2, plain(1, 2))
                            .endRowGroup(2, entry -> entry.dictionaryPageOffset = offset)
                            .read())
                    .containsExactly(1, 2);
        }
    }

    /** Writers have stored 0, the offset of the chunk, or the offset of a copy of its metadata in this field. */
    @Test
    void ignoresFileOffsetsOfChunks() throws IOException {
        for (long offset : new long[] {0, -1, 4, 77, Long.MAX_VALUE}) {
            assertReadable(entry -> entry.fileOffset = offset);
        }
    }

    @Test
    void ignoresSizesOfRowGroups() throws IOException {
        for (long size : new long[] {0, 1, Long.MAX_VALUE}) {
            assertReadable(entry -> entry.totalByteSize = size);
            assertReadable(entry -> entry.groupCompressedSize = size);
            assertReadable(entry -> entry.groupFileOffset = size);
            assertReadable(entry -> entry.totalUncompressedSize = size);
        }
    }

    @Test
    void readsEachRowInOneSplitDespiteWrongRowGroupSizes() throws IOException {
        for (long size : new long[] {0, -5, 1, 1_000_000, Long.MAX_VALUE}) {
            PageFileBuilder pages = dictionaryAndData().endRowGroup(3, entry -> {
                entry.groupCompressedSize = size;
                entry.totalByteSize = 0;
            });
            long rows = 0;
            try (ParquetFile file = pages.open()) {
                long end = pages.bytes().length;
                for (long start = 0; start < end; start += 10) {
                    rows += file.scan()
                            .split(start, Math.min(10, end - start))
                            .plan()
                            .rowCount();
                }
            }
            assertThat(rows).as("total_compressed_size %d", size).isEqualTo(3);
        }
    }

    /** parquet-mr before 1.2.9 did not count the dictionary page's header in total_compressed_size (PARQUET-816). */
    @Test
    void acceptsOldChunkSizesWithoutDictionaryHeader() throws IOException {
        for (String writer : new String[] {"parquet-mr version 1.2.8", "parquet-mr"}) {
            PageFileBuilder pages = dictionaryAndData().createdBy(writer);
            assertThat(pages.endRowGroup(3, entry -> entry.totalCompressedSize -= 17)
                            .v1(Encoding.PLAIN, 1, levelsV1(1, 1), plain(7))
                            .endRowGroup(1)
                            .read())
                    .containsExactly(20, null, 10, 7);
        }
        PageFileBuilder later = dictionaryAndData().createdBy("parquet-mr version 1.10.0");
        assertThatThrownBy(() -> later.endRowGroup(3, entry -> entry.totalCompressedSize -= 17)
                        .read())
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("bytes remain, expected at least");
    }

    @Test
    void ignoresBytesAfterLastPage() throws IOException {
        assertThat(new PageFileBuilder("required int32 a;")
                        .v1(Encoding.PLAIN, 2, plain(1, 2))
                        .junk(500)
                        .endRowGroup(2)
                        .v1(Encoding.PLAIN, 1, plain(3))
                        .endRowGroup(1)
                        .read())
                .containsExactly(1, 2, 3);
    }

    @Test
    void skipsEmptyRowGroups() throws IOException {
        assertThat(new PageFileBuilder("required int32 a;")
                        .endRowGroup(0, entry -> {
                            entry.dataPageOffset = 0;
                            entry.fileOffset = 0;
                        })
                        .v1(Encoding.PLAIN, 1, plain(3))
                        .endRowGroup(1)
                        .v1(Encoding.PLAIN, 0)
                        .endRowGroup(0)
                        .read())
                .containsExactly(3);
    }

    @Test
    void readsFilesWithoutRows() throws IOException {
        assertThat(new PageFileBuilder("required int32 a;").read()).isEmpty();
        assertThat(new PageFileBuilder("optional int32 a;").endRowGroup(0).read())
                .isEmpty();
        assertThat(new PageFileBuilder("optional int32 a;")
                        .codec(CompressionCodec.SNAPPY)
                        .v1(Encoding.PLAIN, 0)
                        .endRowGroup(0)
                        .read())
                .isEmpty();
    }

    @Test
    void rejectsWrongValueCounts() {
        for (int wrong : new int[] {0, 2, 4}) {
            assertThatThrownBy(() -> dictionaryAndData()
                            .endRowGroup(3, entry -> entry.numValues = wrong)
                            .read())
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("ColumnMetaData.num_values is " + wrong);
        }
    }
}
