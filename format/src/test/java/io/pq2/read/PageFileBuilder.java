package io.pq2.read;

import io.pq2.internal.compression.Codecs;
import io.pq2.internal.compression.Compressor;
import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.internal.thrift.CompactWriter;
import io.pq2.internal.thrift.FooterWriter;
import io.pq2.internal.thrift.PageHeaderWriter;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.DataPageHeader;
import io.pq2.metadata.DataPageHeaderV2;
import io.pq2.metadata.DictionaryPageHeader;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.RowGroup;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;

/** Builds files with one column page by page. Footer fields can be set to wrong values. */
final class PageFileBuilder {

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    /** The metadata of a chunk and its row group in the footer, which tests change. */
    static final class ChunkEntry {
        long numValues;
        long totalCompressedSize;
        long totalUncompressedSize;
        long dataPageOffset;
        Long dictionaryPageOffset;
        long fileOffset;
        long totalByteSize;
        Long groupCompressedSize;
        Long groupFileOffset;
    }

    final Schema schema;
    private final List<RowGroup> rowGroups = new ArrayList<>();
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private UnaryOperator<byte[]> customCompressor;
    private CompressionCodec codec = CompressionCodec.UNCOMPRESSED;
    private Integer crcMask;
    private Integer fixedCrc;
    private String createdBy = "page file builder";
    private long rows;
    private ChunkEntry entry;

    PageFileBuilder(String schema) {
        this.schema = SchemaText.parse("message m { " + schema + " }");
        file.writeBytes(MAGIC);
        begin();
    }

    private void begin() {
        entry = new ChunkEntry();
        entry.fileOffset = file.size();
        entry.dataPageOffset = -1;
    }

    PageFileBuilder codec(CompressionCodec newCodec) {
        codec = newCodec;
        customCompressor = null;
        return this;
    }

    PageFileBuilder codec(CompressionCodec newCodec, UnaryOperator<byte[]> compress) {
        codec = newCodec;
        customCompressor = compress;
        return this;
    }

    /**
     * Sets the value that is XORed with page checksums: 0 for correct, other values for wrong ones, null for no
     * checksums.
     */
    PageFileBuilder crcMask(Integer mask) {
        crcMask = mask;
        return this;
    }

    /** Sets one checksum for all pages, without looking at their bytes. */
    PageFileBuilder fixedCrc(int value) {
        fixedCrc = value;
        return this;
    }

    PageFileBuilder createdBy(String writer) {
        createdBy = writer;
        return this;
    }

    int position() {
        return file.size();
    }

    PageFileBuilder dictionary(int... entries) {
        return dictionary(Encoding.PLAIN_DICTIONARY, entries);
    }

    PageFileBuilder dictionary(Encoding encoding, int... entries) {
        byte[] plain = plain(entries);
        byte[] body = compress(plain);
        entry.dictionaryPageOffset = entry.dictionaryPageOffset == null ? file.size() : entry.dictionaryPageOffset;
        DictionaryPageHeader special = new DictionaryPageHeader(entries.length, encoding, null);
        return page(PageHeader.of(special, plain.length, body.length, crc(body)), body);
    }

    /** Adds a data page of version 1. */
    PageFileBuilder v1(Encoding encoding, int numValues, byte[]... parts) {
        return v1(Encoding.RLE, encoding, numValues, parts);
    }

    PageFileBuilder v1(Encoding levels, Encoding encoding, int numValues, byte[]... parts) {
        byte[] plain = concat(parts);
        byte[] body = compress(plain);
        markData(numValues);
        DataPageHeader special = new DataPageHeader(numValues, encoding, levels, levels, null);
        return page(PageHeader.of(special, plain.length, body.length, crc(body)), body);
    }

    /** Adds a data page of version 2, with values that the codec compresses. */
    PageFileBuilder v2(
            Encoding encoding, int numValues, int numRows, byte[] repetition, byte[] definition, byte[] values) {
        return v2(encoding, numValues, numRows, repetition, definition, compress(values), values.length, null);
    }

    /** Adds a data page of version 2 with the given stored bytes and header fields. */
    PageFileBuilder v2(
            Encoding encoding,
            int numValues,
            int numRows,
            byte[] repetition,
            byte[] definition,
            byte[] stored,
            int declaredLength,
            Boolean isCompressed) {
        byte[] body = concat(repetition, definition, stored);
        markData(numValues);
        DataPageHeaderV2 special = new DataPageHeaderV2(
                numValues, 0, numRows, encoding, definition.length, repetition.length, isCompressed, null);
        int levels = repetition.length + definition.length;
        return page(PageHeader.of(special, levels + declaredLength, body.length, crc(body)), body);
    }

    private void markData(int numValues) {
        entry.dataPageOffset = entry.dataPageOffset < 0 ? file.size() : entry.dataPageOffset;
        entry.numValues += numValues;
    }

    /** Adds a page of any type number, without a type-specific header. */
    PageFileBuilder otherPage(int type, byte[] body) {
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        for (int value : new int[] {type, body.length, body.length}) {
            // The next field: an i32 as a zigzag varint of two bytes.
            header.write(0x15);
            header.write(value << 1 & 0x7F | 0x80);
            header.write(value << 1 >>> 7);
        }
        header.write(0);
        file.writeBytes(header.toByteArray());
        file.writeBytes(body);
        return this;
    }

    private PageFileBuilder page(PageHeader header, byte[] body) {
        file.writeBytes(bytes(header));
        file.writeBytes(body);
        return this;
    }

    private static byte[] bytes(PageHeader header) {
        CompactWriter out = new CompactWriter();
        PageHeaderWriter.write(header, out);
        return out.toByteArray();
    }

    /** Returns the header of an uncompressed PLAIN data page of version 1. */
    static byte[] headerV1(int numValues, int length) {
        DataPageHeader special = new DataPageHeader(numValues, Encoding.PLAIN, Encoding.RLE, Encoding.RLE, null);
        return bytes(PageHeader.of(special, length, length, null));
    }

    PageFileBuilder junk(int bytes) {
        file.writeBytes(new byte[bytes]);
        return this;
    }

    PageFileBuilder endRowGroup(long rowCount) {
        return endRowGroup(rowCount, chunk -> {});
    }

    PageFileBuilder endRowGroup(long rowCount, Consumer<ChunkEntry> change) {
        long length = file.size() - entry.fileOffset;
        entry.totalCompressedSize = length;
        entry.totalUncompressedSize = length;
        entry.totalByteSize = length;
        entry.dataPageOffset = Math.max(4, entry.dataPageOffset);
        change.accept(entry);
        ColumnMetaData metadata = ColumnMetaDataBuilder.of(
                        schema.columns().get(0).field().physicalType(),
                        schema.columns().get(0).path())
                .encodings(List.of(Encoding.PLAIN, Encoding.RLE, Encoding.RLE_DICTIONARY))
                .codec(codec)
                .values(entry.numValues)
                .bytes(entry.totalUncompressedSize, entry.totalCompressedSize)
                .dataPageOffset(entry.dataPageOffset)
                .dictionaryPageOffset(entry.dictionaryPageOffset)
                .build();
        ColumnChunk chunk = new ColumnChunk(null, entry.fileOffset, metadata, null, null, null, null, null, null);
        rowGroups.add(new RowGroup(
                List.of(chunk),
                entry.totalByteSize,
                rowCount,
                null,
                entry.groupFileOffset,
                entry.groupCompressedSize,
                null));
        rows += rowCount;
        begin();
        return this;
    }

    byte[] bytes() {
        byte[] footer = FooterWriter.write(new FileMetaData(
                1, SchemaElements.fromSchema(schema), rows, rowGroups, null, createdBy, null, null, null));
        return concat(file.toByteArray(), footer, littleEndian(footer.length), MAGIC);
    }

    ParquetFile open() throws IOException {
        return open(ReadOptions.DEFAULT);
    }

    ParquetFile open(ReadOptions options) throws IOException {
        return ParquetFile.open(new MemoryInputFile("pages", bytes()), options);
    }

    /** Returns the values of the column; absent values are null. */
    List<Object> read() throws IOException {
        return read(ReadOptions.DEFAULT);
    }

    List<Object> read(ReadOptions options) throws IOException {
        List<Object> values = new ArrayList<>();
        try (ParquetFile opened = open(options);
                RowReader reader = new RowReader(opened.scan().batchSize(1_000).open())) {
            while (reader.next()) {
                Object value = reader.row().get(0);
                values.add(value instanceof List<?> list ? new ArrayList<>(list) : value);
            }
        }
        return values;
    }

    private byte[] compress(byte[] plain) {
        if (customCompressor != null) {
            return customCompressor.apply(plain);
        }
        return compress(codec, plain);
    }

    static byte[] compress(CompressionCodec codec, byte[] plain) {
        try (Compressor compressor = Codecs.compressor(codec, null)) {
            byte[] compressed = new byte[compressor.maxCompressedLength(plain.length)];
            return Arrays.copyOf(compressed, compressor.compress(plain, 0, plain.length, compressed, 0));
        }
    }

    private Integer crc(byte[] body) {
        if (crcMask == null) {
            return fixedCrc;
        }
        CRC32 crc = new CRC32();
        crc.update(body);
        return (int) crc.getValue() ^ crcMask;
    }

    static byte[] plain(int... values) {
        ByteBuffer buffer = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int value : values) {
            buffer.putInt(value);
        }
        return buffer.array();
    }

    static int[] range(int from, int to) {
        int[] values = new int[to - from];
        for (int i = 0; i < values.length; i++) {
            values[i] = from + i;
        }
        return values;
    }

    /** Returns dictionary ids: their bit width and bit-packed groups of eight. */
    static byte[] ids(int width, int... ids) {
        return concat(new byte[] {(byte) width}, levels(width, ids));
    }

    /** Returns levels without their length, in bit-packed groups of eight of the hybrid encoding. */
    static byte[] levels(int width, int... levels) {
        int groups = (levels.length + 7) / 8;
        byte[] packed = new byte[groups * width];
        for (int i = 0; i < levels.length; i++) {
            for (int bit = 0; bit < width; bit++) {
                int at = i * width + bit;
                packed[at >>> 3] |= (byte) ((levels[i] >>> bit & 1) << (at & 7));
            }
        }
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        int value = groups << 1 | 1;
        for (; value > 0x7F; value >>>= 7) {
            header.write(value & 0x7F | 0x80);
        }
        header.write(value);
        return concat(header.toByteArray(), packed);
    }

    /** Returns levels after their length, as in pages of version 1. */
    static byte[] levelsV1(int width, int... levels) {
        byte[] encoded = levels(width, levels);
        return concat(littleEndian(encoded.length), encoded);
    }

    static byte[] littleEndian(int value) {
        return plain(value);
    }

    static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }
}
