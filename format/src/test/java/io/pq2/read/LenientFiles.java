package io.pq2.read;

import static io.pq2.read.PageFileBuilder.concat;
import static io.pq2.read.PageFileBuilder.ids;
import static io.pq2.read.PageFileBuilder.levels;
import static io.pq2.read.PageFileBuilder.levelsV1;
import static io.pq2.read.PageFileBuilder.plain;

import io.pq2.internal.thrift.ThriftTree;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Files with one optional INT32 column that deviate from the specification in one point, by the name of the deviation
 * in docs/files.md. The rows of each are known.
 */
public final class LenientFiles {

    /** The values of the column. */
    static final List<Object> ROWS = Arrays.asList(30, null, 10, 4, 5, 7);

    private static final byte[] NONE = {};

    private final Map<String, byte[]> files = new LinkedHashMap<>();

    private LenientFiles() {}

    /** Returns the files by the name of their deviation. */
    public static Map<String, byte[]> all() {
        LenientFiles files = new LenientFiles();
        files.fields();
        files.schemas();
        files.footers();
        files.chunks();
        files.pages();
        return files.files;
    }

    /** Returns files with deviations that make rows uncertain, by the name of their deviation. */
    static Map<String, byte[]> refused() {
        LenientFiles files = new LenientFiles();
        files.uncertain();
        return files.files;
    }

    private void uncertain() {
        footer(
                "a row group without rows that lacks column chunks",
                footer -> footer.list(4)
                        .add(1, new ThriftTree().structs(1).i64(2, 0).i64(3, 0)));
        footer("no repetition of a field", footer -> footer.at(2, 1).remove(3));
        chunk("a path of another column", chunk -> chunk.at(3).list(3).set(0, new byte[] {'b'}));
        chunk("a wrong number of values of a column chunk", chunk -> chunk.at(3).i64(5, 4));
        chunk("a compressed size that cuts off pages", chunk -> chunk.at(3).i64(7, 50));
        chunk(
                "a compressed size beyond the end of the file",
                chunk -> chunk.at(3).i64(7, 99_999));
        footer("column chunks that overlap", footer -> {
            ThriftTree first = footer.at(4, 0).at(1, 0).at(3);
            ThriftTree second = footer.at(4, 1).at(1, 0).at(3);
            first.i64(7, ThriftTree.read(second.bytes(), 0).number(9) - 4 + 1);
        });
        footer(
                "a row count of a row group that differs from its columns",
                footer -> footer.at(4, 0).i64(3, 4));
        file(
                "a dictionary page after a data page",
                second(builder()
                        .v1(Encoding.PLAIN, 2, levelsV1(1, 1, 0), plain(30))
                        .dictionary(10, 20, 30)
                        .v1(Encoding.RLE_DICTIONARY, 1, levelsV1(1, 1), ids(2, 0))
                        .v1(Encoding.PLAIN, 2, levelsV1(1, 1, 1), plain(4, 5))
                        .endRowGroup(5, chunk -> {
                            chunk.dataPageOffset = 4;
                            chunk.dictionaryPageOffset = null;
                        })));
    }

    private static PageFileBuilder builder() {
        return new PageFileBuilder("optional int32 a;").codec(CompressionCodec.SNAPPY);
    }

    private static PageFileBuilder first(PageFileBuilder builder) {
        return builder.dictionary(10, 20, 30)
                .v1(Encoding.RLE_DICTIONARY, 3, levelsV1(1, 1, 0, 1), ids(2, 2, 0))
                .v1(Encoding.PLAIN, 2, levelsV1(1, 1, 1), plain(4, 5));
    }

    private static PageFileBuilder second(PageFileBuilder builder) {
        return builder.v1(Encoding.PLAIN, 1, levelsV1(1, 1), plain(7)).endRowGroup(1);
    }

    /** Returns a file without deviation. */
    static byte[] base() {
        return second(first(builder()).endRowGroup(5)).bytes();
    }

    /** Adds the base file with another footer. */
    private void footer(String deviation, Consumer<ThriftTree> change) {
        files.put(deviation, withFooter(base(), change));
    }

    /** Adds the base file with another entry of the first column chunk. */
    private void chunk(String deviation, Consumer<ThriftTree> change) {
        footer(deviation, footer -> change.accept(footer.at(4, 0).at(1, 0)));
    }

    private void file(String deviation, PageFileBuilder builder) {
        files.put(deviation, builder.bytes());
    }

    static byte[] withFooter(byte[] file, Consumer<ThriftTree> change) {
        int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
        int start = file.length - 8 - length;
        ThriftTree footer = ThriftTree.read(file, start);
        change.accept(footer);
        return withFooter(Arrays.copyOf(file, start), footer.bytes());
    }

    private static byte[] withFooter(byte[] pages, byte[] footer) {
        return concat(pages, footer, plain(footer.length), new byte[] {'P', 'A', 'R', '1'});
    }

    private void fields() {
        footer("an optional Thrift field of another wire type", footer -> {
            footer.i32(6, 1).numbers(5, 1, 2).i64(7, 3);
            footer.at(4, 0).i32(5, 4).binary(7, (byte) 1);
            footer.at(4, 0).at(1, 0).i32(4, 0).i64(1, 0);
            footer.at(4, 0)
                    .at(1, 0)
                    .at(3)
                    .i32(10, 0)
                    .numbers(12, 1)
                    .i32(14, 0)
                    .numbers(15, 1)
                    .i64(16, 0);
            footer.at(2, 1).binary(6, (byte) 0).i64(9, 7);
        });
        footer("an unknown field", footer -> {
            footer.i32(100, 1).at(4, 0).at(1, 0).at(3).binary(32767, new byte[40]);
        });
        footer("an enum constant that the specification does not have", footer -> {
            footer.at(2, 1).i32(6, 99);
            ThriftTree chunk = footer.at(4, 0).at(1, 0).at(3);
            chunk.structs(13, new ThriftTree().i32(1, 77).i32(2, 88).i32(3, 1));
        });
        footer(
                "a union without a member",
                footer -> footer.structs(7, new ThriftTree()).at(2, 1).struct(10, new ThriftTree()));
        footer(
                "a member of a union that the specification does not have",
                footer -> footer.structs(7, new ThriftTree().struct(14, new ThriftTree()))
                        .at(2, 1)
                        .struct(10, new ThriftTree().struct(29, new ThriftTree())));
        byte[] base = base();
        int length = ByteBuffer.wrap(base).order(ByteOrder.LITTLE_ENDIAN).getInt(base.length - 8);
        files.put(
                "bytes between the footer and its length",
                withFooter(
                        Arrays.copyOf(base, base.length - 8 - length),
                        Arrays.copyOfRange(base, base.length - 8 - length, base.length - 8 + 5)));
        byte[] otherMagic = base();
        otherMagic[1] = 'Z';
        files.put("another magic at the start", otherMagic);
    }

    private void schemas() {
        footer("a type on the root", footer -> footer.at(2, 0).i32(1, 1));
        footer(
                "a repetition, field id or logical type on the root",
                footer -> footer.at(2, 0).i32(3, 0).i32(9, 1).struct(10, new ThriftTree().struct(1, new ThriftTree())));
        footer(
                "a number of children on a leaf, which is 0",
                footer -> footer.at(2, 1).i32(5, 0));
        footer("a group without leaves", footer -> {
            footer.list(2).add(new ThriftTree().i32(3, 1).string(4, "empty").i32(5, 0));
            footer.at(2, 0).i32(5, 2);
        });
        footer("a group without a number of children", footer -> {
            footer.list(2).add(new ThriftTree().i32(3, 1).string(4, "empty"));
            footer.at(2, 0).i32(5, 2);
        });
        footer(
                "a logical type that does not fit the physical type",
                footer -> footer.at(2, 1).struct(10, new ThriftTree().struct(1, new ThriftTree())));
        footer("DECIMAL without precision", footer -> footer.at(2, 1).i32(6, 5));
        footer(
                "a type length on a type of fixed length",
                footer -> footer.at(2, 1).i32(2, 77));
    }

    private void footers() {
        footer("no created_by", footer -> footer.remove(6));
        footer("a created_by without version", footer -> footer.string(6, "somebody"));
        footer("an unknown version of the format", footer -> footer.i32(1, 0));
        footer("column orders for fewer columns", footer -> footer.structs(7));
        footer("a row count of the file that differs from its row groups", footer -> footer.i64(3, 77));
        footer("sizes, offsets and ordinals of row groups that are wrong", footer -> {
            footer.at(4, 0).i64(2, -1).i64(5, 0).i64(6, 3).i16(7, 9);
            footer.at(4, 1).i64(2, 0).remove(7);
        });
        footer(
                "sorting columns that do not exist",
                footer -> footer.at(4, 0).structs(4, sortingColumn(-1), sortingColumn(9)));
        footer(
                "key-value metadata without value, and keys that occur twice",
                footer -> footer.structs(
                        5,
                        new ThriftTree().string(1, "k"),
                        new ThriftTree().string(1, "k").string(2, "v")));
        footer("an empty column chunk with offsets and sizes of 0 or -1", footer -> {
            ThriftTree metadata = emptyChunk(footer);
            footer.list(4)
                    .add(
                            1,
                            new ThriftTree()
                                    .structs(1, new ThriftTree().i64(2, -1).struct(3, metadata))
                                    .i64(2, 0)
                                    .i64(3, 0));
        });
    }

    private static ThriftTree sortingColumn(int index) {
        ThriftTree column = ThriftTree.read(new byte[] {0x15, 0, 0x11, 0x11, 0}, 0);
        return column.i32(1, index);
    }

    private static ThriftTree emptyChunk(ThriftTree footer) {
        ThriftTree metadata = ThriftTree.read(footer.at(4, 1).at(1, 0).at(3).bytes(), 0);
        return metadata.i64(5, 0).i64(6, -1).i64(7, -1).i64(9, -1).i64(11, -1);
    }

    private void chunks() {
        chunk("no path of the column", chunk -> chunk.at(3).remove(3));
        chunk("no offset of the column chunk in its file", chunk -> chunk.remove(2));
        chunk("another offset of the column chunk in its file", chunk -> chunk.i64(2, 99_999));
        chunk("no encodings", chunk -> chunk.at(3).numbers(2));
        chunk(
                "encodings that no page has, or that the specification does not have",
                chunk -> chunk.at(3).numbers(2, 5, 1, 99));
        chunk(
                "a data page offset of the dictionary page",
                chunk -> chunk.at(3).i64(9, 4).remove(11));
        chunk("both page offsets of the dictionary page", chunk -> chunk.at(3).i64(9, 4));
        chunk(
                "a data page offset inside of the dictionary page",
                chunk -> chunk.at(3).i64(9, 9));
        chunk("a dictionary page offset of 0", chunk -> chunk.at(3).i64(9, 4).i64(11, 0));
        footer(
                "a dictionary page offset without dictionary",
                footer -> footer.at(4, 1).at(1, 0).at(3).i64(11, 99_999));
        chunk("an index page offset", chunk -> chunk.at(3).i64(10, 4));
        chunk(
                "a wrong uncompressed size of the column chunk",
                chunk -> chunk.at(3).i64(6, -5));
        chunk(
                "statistics with values of a wrong length",
                chunk -> chunk.at(3)
                        .struct(
                                12,
                                new ThriftTree()
                                        .binary(1, new byte[3])
                                        .binary(2, new byte[9])
                                        .binary(5, new byte[1])
                                        .binary(6)
                                        .i64(3, -1)
                                        .i64(4, -7)));
        chunk(
                "page indexes that are not in the file",
                chunk -> chunk.i64(4, 1 << 30).i32(5, 20).i64(6, -4).i32(7, 20));
        chunk(
                "page indexes that cannot be decoded",
                chunk -> chunk.i64(4, 5).i32(5, 9).i64(6, 6).i32(7, 8));
        chunk(
                "a bloom filter that is not in the file",
                chunk -> chunk.at(3).i64(14, 1 << 30).i32(15, 32));
        chunk(
                "level histograms of a wrong length",
                chunk -> chunk.at(3)
                        .struct(16, new ThriftTree().numbers(2, 1, 2, 3).numbers(3)));
        file(
                "bytes after the last page of a column chunk",
                second(first(builder()).junk(40).endRowGroup(5)));
    }

    private void pages() {
        file(
                "pages of other types",
                second(first(builder().otherPage(1, new byte[7]))
                        .otherPage(17, NONE)
                        .endRowGroup(5, chunk -> {
                            chunk.dataPageOffset = 4;
                            chunk.dictionaryPageOffset = null;
                        })));
        file(
                "pages without values",
                second(first(builder()).v1(Encoding.PLAIN, 0).endRowGroup(5)));
        file(
                "a dictionary page with the encoding of data pages",
                second(builder()
                        .dictionary(Encoding.RLE_DICTIONARY, 10, 20, 30)
                        .v1(Encoding.RLE_DICTIONARY, 3, levelsV1(1, 1, 0, 1), ids(2, 2, 0))
                        .v1(Encoding.PLAIN, 2, levelsV1(1, 1, 1), plain(4, 5))
                        .endRowGroup(5)));
        file(
                "levels in the encoding BIT_PACKED",
                second(builder()
                        .v1(Encoding.BIT_PACKED, Encoding.PLAIN, 5, new byte[] {(byte) 0xB8}, plain(30, 10, 4, 5))
                        .endRowGroup(5)));
        file(
                "bytes after the values of a page",
                second(builder()
                        .v1(Encoding.PLAIN, 5, levelsV1(1, 1, 0, 1, 1, 1), plain(30, 10, 4, 5), new byte[9])
                        .endRowGroup(5)));
        file(
                "bytes of repetition levels in a column without lists",
                second(builder()
                        .v2(Encoding.PLAIN, 5, 5, new byte[] {10, 0}, levels(1, 1, 0, 1, 1, 1), plain(30, 10, 4, 5))
                        .endRowGroup(5)));
        file(
                "pages of version 2 with other row and null counts",
                second(builder()
                        .v2(Encoding.PLAIN, 5, 3, NONE, levels(1, 1, 0, 1, 1, 1), plain(30, 10, 4, 5))
                        .endRowGroup(5)));
        byte[] plain = plain(30, 10, 4, 5);
        file(
                "compressed values that claim not to be compressed",
                second(builder()
                        .v2(
                                Encoding.PLAIN,
                                5,
                                5,
                                NONE,
                                levels(1, 1, 0, 1, 1, 1),
                                PageFileBuilder.compress(CompressionCodec.SNAPPY, plain),
                                plain.length,
                                false)
                        .endRowGroup(5)));
        file(
                "a wrong uncompressed size of a page without compression",
                second(builder()
                        .codec(CompressionCodec.UNCOMPRESSED)
                        .v2(Encoding.PLAIN, 5, 5, NONE, levels(1, 1, 0, 1, 1, 1), plain, 1, null)
                        .endRowGroup(5)));
        file(
                "crc=0 of Parquet.jl",
                second(first(builder().createdBy("Parquet.jl 0.8.6").fixedCrc(0))
                        .endRowGroup(5)));
        file(
                "crc=0 in every page of a file without created_by",
                second(first(builder().createdBy(null).fixedCrc(0)).endRowGroup(5)));
    }
}
