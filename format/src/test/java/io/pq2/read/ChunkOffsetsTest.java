package io.pq2.read;

import static io.pq2.read.PageFileBuilder.ids;
import static io.pq2.read.PageFileBuilder.levelsV1;
import static io.pq2.read.PageFileBuilder.plain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.read.PageFileBuilder.Said;
import java.io.IOException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What footers of known writers say wrongly, or not at all, about where chunks lie and how long they are. */
class ChunkOffsetsTest {

    private static PageFileBuilder dictionaryAndData() {
        return new PageFileBuilder("optional int32 a;")
                .codec(CompressionCodec.SNAPPY)
                .dictionary(10, 20)
                .v1(Encoding.PLAIN_DICTIONARY, 3, levelsV1(1, 1, 0, 1), ids(1, 1, 0));
    }

    private static void reads(Consumer<Said> change) throws IOException {
        assertThat(dictionaryAndData().endRowGroup(3, change).read()).containsExactly(20, null, 10);
    }

    @Test
    void theDictionaryIsFoundWhereItIsSaidToBe() throws IOException {
        reads(said -> {});
    }

    /** Impala, and parquet-mr before it told dictionary and data apart (PARQUET-1850, PARQUET-1977). */
    @Test
    void theDictionaryIsFoundIfOnlyTheDataAreSaidToStartThere() throws IOException {
        for (Long dictionary : new Long[] {null, 0L, -1L, 4L}) {
            reads(said -> {
                said.dataPageOffset = said.fileOffset;
                said.dictionaryPageOffset = dictionary;
            });
        }
    }

    @Test
    void aDictionaryOffsetThatMeansNothingDoesNoHarm() throws IOException {
        for (long offset : new long[] {Long.MIN_VALUE, -1, 0, 1_000, Long.MAX_VALUE}) {
            assertThat(new PageFileBuilder("required int32 a;")
                            .v1(Encoding.PLAIN, 2, plain(1, 2))
                            .endRowGroup(2, said -> said.dictionaryPageOffset = offset)
                            .read())
                    .containsExactly(1, 2);
        }
    }

    /** Footers have had 0, the start of the chunk and that of a copy of its metadata there. */
    @Test
    void theFileOffsetOfAChunkDoesNotMatter() throws IOException {
        for (long offset : new long[] {0, -1, 4, 77, Long.MAX_VALUE}) {
            reads(said -> said.fileOffset = offset);
        }
    }

    @Test
    void theSizesOfARowGroupDoNotMatter() throws IOException {
        for (long size : new long[] {0, 1, Long.MAX_VALUE}) {
            reads(said -> said.totalByteSize = size);
            reads(said -> said.groupCompressedSize = size);
            reads(said -> said.groupFileOffset = size);
            reads(said -> said.totalUncompressedSize = size);
        }
    }

    @Test
    void splitsReadEveryRowOnceWhateverTheSizesOfItsRowGroupAre() throws IOException {
        for (long size : new long[] {0, -5, 1, 1_000_000, Long.MAX_VALUE}) {
            PageFileBuilder pages = dictionaryAndData().endRowGroup(3, said -> {
                said.groupCompressedSize = size;
                said.totalByteSize = 0;
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

    /** parquet-mr before 1.2.9 left the header of the dictionary page out of total_compressed_size (PARQUET-816). */
    @Test
    void oldSizesWithoutTheDictionarysHeaderAreForgiven() throws IOException {
        for (String writer : new String[] {"parquet-mr version 1.2.8", "parquet-mr"}) {
            PageFileBuilder pages = dictionaryAndData().createdBy(writer);
            assertThat(pages.endRowGroup(3, said -> said.totalCompressedSize -= 17)
                            .v1(Encoding.PLAIN, 1, levelsV1(1, 1), plain(7))
                            .endRowGroup(1)
                            .read())
                    .containsExactly(20, null, 10, 7);
        }
        PageFileBuilder later = dictionaryAndData().createdBy("parquet-mr version 1.10.0");
        assertThatThrownBy(() -> later.endRowGroup(3, said -> said.totalCompressedSize -= 17)
                        .read())
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("the bytes end early");
    }

    @Test
    void bytesBehindTheLastValueDoNotMatter() throws IOException {
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
    void emptyRowGroupsArePassedOver() throws IOException {
        assertThat(new PageFileBuilder("required int32 a;")
                        .endRowGroup(0, said -> {
                            said.dataPageOffset = 0;
                            said.fileOffset = 0;
                        })
                        .v1(Encoding.PLAIN, 1, plain(3))
                        .endRowGroup(1)
                        .v1(Encoding.PLAIN, 0)
                        .endRowGroup(0)
                        .read())
                .containsExactly(3);
    }

    @Test
    void filesWithoutRowsHaveNone() throws IOException {
        assertThat(new PageFileBuilder("required int32 a;").read()).isEmpty();
        assertThat(new PageFileBuilder("optional int32 a;").endRowGroup(0).read()).isEmpty();
        assertThat(new PageFileBuilder("optional int32 a;")
                        .codec(CompressionCodec.SNAPPY)
                        .v1(Encoding.PLAIN, 0)
                        .endRowGroup(0)
                        .read())
                .isEmpty();
    }

    @Test
    void aCountOfValuesThatIsNotThatOfTheRowsIsCorrupt() {
        for (int wrong : new int[] {0, 2, 4}) {
            assertThatThrownBy(() -> dictionaryAndData()
                            .endRowGroup(3, said -> said.numValues = wrong)
                            .read())
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("ColumnMetaData.num_values is " + wrong);
        }
    }
}
