package io.pq2.read;

import static io.pq2.read.PageFileBuilder.compress;
import static io.pq2.read.PageFileBuilder.concat;
import static io.pq2.read.PageFileBuilder.ids;
import static io.pq2.read.PageFileBuilder.levels;
import static io.pq2.read.PageFileBuilder.levelsV1;
import static io.pq2.read.PageFileBuilder.plain;
import static io.pq2.read.PageFileBuilder.range;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.lzo.LzoCompressor;
import io.pq2.exception.CorruptFileException;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads column chunks with unusual but valid sequences and layouts of pages. */
class PageLayoutTest {

    private static final String REQUIRED = "required int32 a;";
    private static final String OPTIONAL = "optional int32 a;";
    private static final String LIST = "optional group a (LIST) { repeated group list { optional int32 element; } }";

    private static final byte[] NONE = {};

    @ParameterizedTest
    @EnumSource(names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "BROTLI", "LZ4", "LZ4_RAW"})
    void readsBothPageVersionsInEveryCodec(CompressionCodec codec) throws IOException {
        assertThat(new PageFileBuilder(OPTIONAL)
                        .codec(codec)
                        .v1(Encoding.PLAIN, 3, levelsV1(1, 1, 0, 1), plain(1, 3))
                        .v2(Encoding.PLAIN, 4, 4, NONE, levels(1, 0, 1, 1, 0), plain(5, 6))
                        .v1(Encoding.PLAIN, 1, levelsV1(1, 1), plain(8))
                        .endRowGroup(8)
                        .read())
                .containsExactly(1, null, 3, null, 5, 6, null, 8);
    }

    @Test
    void readsLzoPages() throws IOException {
        int[] many = range(0, 50_000);
        assertThat(new PageFileBuilder(REQUIRED)
                        .codec(CompressionCodec.LZO, PageLayoutTest::lzo)
                        .v1(Encoding.PLAIN, 3, plain(1, 2, 3))
                        .v2(Encoding.PLAIN, many.length, many.length, NONE, NONE, plain(many))
                        .endRowGroup(50_003)
                        .read())
                .startsWith(1, 2, 3, 0, 1)
                .endsWith(49_998, 49_999);
    }

    @Test
    void readsRowGroupsWithDifferentCodecsAndEncodings() throws IOException {
        assertThat(new PageFileBuilder(REQUIRED)
                        .codec(CompressionCodec.SNAPPY)
                        .v1(Encoding.PLAIN, 2, plain(1, 2))
                        .endRowGroup(2)
                        .codec(CompressionCodec.ZSTD)
                        .dictionary(30, 40)
                        .v1(Encoding.PLAIN_DICTIONARY, 2, ids(1, 0, 1))
                        .endRowGroup(2)
                        .codec(CompressionCodec.UNCOMPRESSED)
                        .dictionary(50, 60)
                        .v2(Encoding.RLE_DICTIONARY, 2, 2, NONE, NONE, ids(1, 1, 0))
                        .endRowGroup(2)
                        .codec(CompressionCodec.LZ4)
                        .v1(Encoding.PLAIN, 1, plain(7))
                        .endRowGroup(1)
                        .read())
                .containsExactly(1, 2, 30, 40, 60, 50, 7);
    }

    @Test
    void readsDictionaryPagesAfterPlainPages() throws IOException {
        assertThat(new PageFileBuilder(OPTIONAL)
                        .codec(CompressionCodec.SNAPPY)
                        .dictionary(10, 20, 30)
                        .v1(Encoding.RLE_DICTIONARY, 3, levelsV1(1, 1, 0, 1), ids(2, 2, 0))
                        .v1(Encoding.PLAIN, 2, levelsV1(1, 1, 1), plain(4, 5))
                        .v2(Encoding.PLAIN_DICTIONARY, 2, 2, NONE, levels(1, 1, 1), ids(2, 1, 1))
                        .endRowGroup(7)
                        .read())
                .containsExactly(30, null, 10, 4, 5, 20, 20);
    }

    @Test
    void followsIsCompressedFlagOfVersion2() throws IOException {
        int[] values = range(100, 200);
        byte[] plain = plain(values);
        for (CompressionCodec codec : new CompressionCodec[] {CompressionCodec.SNAPPY, CompressionCodec.ZSTD}) {
            byte[] compressed = compress(codec, plain);
            for (Boolean flag : new Boolean[] {null, true, false}) {
                boolean raw = Boolean.FALSE.equals(flag);
                assertThat(new PageFileBuilder(REQUIRED)
                                .codec(codec)
                                .v2(Encoding.PLAIN, 100, 100, NONE, NONE, raw ? plain : compressed, plain.length, flag)
                                .endRowGroup(100)
                                .read())
                        .containsExactlyElementsOf(Arrays.stream(values).boxed().toList());
            }
        }
    }

    /** parquet-cpp before Arrow 3.0 compressed the values and ignored the flag (ARROW-17100). */
    @Test
    void readsCompressedValuesFlaggedAsUncompressed() throws IOException {
        byte[] plain = plain(range(0, 100));
        byte[] levels =
                levels(1, IntStream.range(0, 104).map(i -> i < 100 ? 1 : 0).toArray());
        for (CompressionCodec codec : new CompressionCodec[] {CompressionCodec.SNAPPY, CompressionCodec.GZIP}) {
            assertThat(new PageFileBuilder(OPTIONAL)
                            .codec(codec)
                            .v2(Encoding.PLAIN, 104, 104, NONE, levels, compress(codec, plain), plain.length, false)
                            .endRowGroup(104)
                            .read())
                    .startsWith(0, 1, 2)
                    .endsWith(98, 99, null, null, null, null);
        }
    }

    /** Without compression, the stored bytes are the values, so that uncompressed_page_size is not needed. */
    @Test
    void ignoresWrongUncompressedSizeOfUncompressedPageOfVersion2() throws IOException {
        byte[] levels = levels(1, 1, 0, 1);
        for (CompressionCodec codec : new CompressionCodec[] {CompressionCodec.UNCOMPRESSED, CompressionCodec.SNAPPY}) {
            assertThat(new PageFileBuilder(OPTIONAL)
                            .codec(codec)
                            .v2(Encoding.PLAIN, 3, 3, NONE, levels, plain(1, 2), 8 - levels.length, false)
                            .endRowGroup(3)
                            .read())
                    .containsExactly(1, null, 2);
        }
    }

    @Test
    void readsPagesOfNullsWithoutValueBytes() throws IOException {
        for (int declaredSize : new int[] {0, 5}) {
            assertThat(new PageFileBuilder(OPTIONAL)
                            .codec(CompressionCodec.SNAPPY)
                            .v2(Encoding.PLAIN, 2, 2, NONE, levels(1, 0, 0), NONE, declaredSize, true)
                            .v2(Encoding.PLAIN, 1, 1, NONE, levels(1, 0), NONE, 0, false)
                            .v2(Encoding.RLE_DICTIONARY, 1, 1, NONE, levels(1, 0), NONE, 0, true)
                            .v2(Encoding.PLAIN, 1, 1, NONE, levels(1, 1), plain(7))
                            .v1(Encoding.PLAIN, 1, levelsV1(1, 0))
                            .endRowGroup(6)
                            .read())
                    .containsExactly(null, null, null, null, 7, null);
        }
    }

    @Test
    void skipsPagesWithoutValues() throws IOException {
        assertThat(new PageFileBuilder(REQUIRED)
                        .codec(CompressionCodec.GZIP)
                        .crcMask(0)
                        .v1(Encoding.PLAIN, 0)
                        .v2(Encoding.PLAIN, 0, 0, NONE, NONE, NONE, 0, true)
                        .v1(Encoding.PLAIN, 2, plain(1, 2))
                        .v1(Encoding.PLAIN, 0)
                        .endRowGroup(2)
                        .read())
                .containsExactly(1, 2);
    }

    @Test
    void skipsIndexPagesAndUnknownPageTypes() throws IOException {
        PageFileBuilder pages = new PageFileBuilder(REQUIRED);
        pages.otherPage(1, new byte[50])
                .dictionary(7, 8)
                .otherPage(17, new byte[300])
                .v1(Encoding.PLAIN_DICTIONARY, 2, ids(1, 0, 1))
                .otherPage(4, NONE)
                .v1(Encoding.PLAIN, 1, plain(9))
                .otherPage(1, new byte[50]);
        assertThat(pages.endRowGroup(3, declaredSize -> {
                            declaredSize.dataPageOffset = 4;
                            declaredSize.dictionaryPageOffset = null;
                        })
                        .read())
                .containsExactly(7, 8, 9);
    }

    @Test
    void readsChunkWith70000Pages() throws IOException {
        PageFileBuilder pages = new PageFileBuilder(REQUIRED);
        for (int i = 0; i < 70_000; i++) {
            pages.v1(Encoding.PLAIN, 1, plain(i));
        }
        assertThat(pages.endRowGroup(70_000).read())
                .containsExactlyElementsOf(IntStream.range(0, 70_000).boxed().toList());
    }

    @Test
    void readsRowsThatContinueInNextPageOfVersion1() throws IOException {
        assertThat(new PageFileBuilder(LIST)
                        .codec(CompressionCodec.SNAPPY)
                        .v1(Encoding.PLAIN, 2, levelsV1(1, 0, 1), levelsV1(2, 3, 3), plain(1, 2))
                        .v1(Encoding.PLAIN, 3, levelsV1(1, 1, 1, 0), levelsV1(2, 2, 3, 3), plain(4, 5))
                        .v1(Encoding.PLAIN, 1, levelsV1(1, 1), levelsV1(2, 3), plain(6))
                        .v1(Encoding.PLAIN, 2, levelsV1(1, 0, 0), levelsV1(2, 0, 1))
                        .endRowGroup(4)
                        .read())
                .containsExactly(Arrays.asList(1, 2, null, 4), List.of(5, 6), null, List.of());
    }

    @Test
    void readsRowsOfVersion2Pages() throws IOException {
        assertThat(new PageFileBuilder(LIST)
                        .codec(CompressionCodec.ZSTD)
                        .v2(Encoding.PLAIN, 3, 2, levels(1, 0, 1, 0), levels(2, 3, 3, 1), plain(1, 2))
                        .v2(Encoding.PLAIN, 2, 1, levels(1, 0, 1), levels(2, 2, 3), plain(4))
                        .endRowGroup(3)
                        .read())
                .containsExactly(List.of(1, 2), List.of(), Arrays.asList(null, 4));
    }

    @Test
    void rejectsSecondOrMisplacedDictionary() {
        PageFileBuilder twice = new PageFileBuilder(REQUIRED)
                .dictionary(1, 2)
                .dictionary(3, 4)
                .v1(Encoding.RLE_DICTIONARY, 1, ids(1, 0));
        assertThatThrownBy(() -> twice.endRowGroup(1).read())
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("a dictionary page follows another dictionary page");
        PageFileBuilder misplaced = new PageFileBuilder(REQUIRED)
                .v1(Encoding.PLAIN, 1, plain(1))
                .dictionary(3, 4)
                .v1(Encoding.RLE_DICTIONARY, 1, ids(1, 0));
        assertThatThrownBy(() -> misplaced.endRowGroup(2).read())
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("follows another dictionary page or a data page");
        PageFileBuilder without = new PageFileBuilder(REQUIRED).v1(Encoding.RLE_DICTIONARY, 1, ids(1, 0));
        assertThatThrownBy(() -> without.endRowGroup(1).read()).isInstanceOf(CorruptFileException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v2", "v2 uncompressed", "dictionary"})
    void verifiesChecksumsOfEveryPageKindUnlessDisabled(String kind) throws IOException {
        for (CompressionCodec codec : new CompressionCodec[] {CompressionCodec.UNCOMPRESSED, CompressionCodec.SNAPPY}) {
            assertThat(withChecksum(kind, codec, 0).read()).containsExactly(5, null, 6);
            PageFileBuilder wrong = withChecksum(kind, codec, 0x100);
            assertThatThrownBy(wrong::read)
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("the page's crc is");
            ReadOptions unverified =
                    ReadOptions.builder().verifyChecksums(false).build();
            assertThat(withChecksum(kind, codec, 0x100).read(unverified)).containsExactly(5, null, 6);
        }
    }

    private static PageFileBuilder withChecksum(String kind, CompressionCodec codec, int mask) {
        PageFileBuilder pages = new PageFileBuilder(OPTIONAL).codec(codec).crcMask(mask);
        byte[] definition = levels(1, 1, 0, 1);
        switch (kind) {
            case "v1" -> pages.v1(Encoding.PLAIN, 3, levelsV1(1, 1, 0, 1), plain(5, 6));
            case "v2" -> pages.v2(Encoding.PLAIN, 3, 3, NONE, definition, plain(5, 6));
            case "v2 uncompressed" -> pages.v2(Encoding.PLAIN, 3, 3, NONE, definition, plain(5, 6), Long.BYTES, false);
            default ->
                pages.dictionary(5, 6).crcMask(0).v1(Encoding.RLE_DICTIONARY, 3, levelsV1(1, 1, 0, 1), ids(1, 0, 1));
        }
        return pages.endRowGroup(3);
    }

    private static byte[] lzo(byte[] data) {
        LzoCompressor compressor = new LzoCompressor();
        byte[] block = new byte[compressor.maxCompressedLength(data.length)];
        int length = compressor.compress(data, 0, data.length, block, 0, block.length);
        return concat(bigEndian(data.length), bigEndian(length), Arrays.copyOf(block, length));
    }

    private static byte[] bigEndian(int value) {
        return plain(Integer.reverseBytes(value));
    }
}
