package io.pq2.read;

import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.internal.thrift.CompactWriter;
import io.pq2.internal.thrift.FooterWriter;
import io.pq2.internal.thrift.PageHeaderWriter;
import io.pq2.io.MemoryInputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.DataPageHeader;
import io.pq2.metadata.DataPageHeaderV2;
import io.pq2.metadata.DictionaryPageHeader;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.PageHeader;
import io.pq2.metadata.RowGroup;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Builds files of any number of columns in which every size, count and offset can be a lie. */
final class CraftedFile {

    private final Schema schema;
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final List<ColumnChunk> chunks = new ArrayList<>();
    private final List<RowGroup> rowGroups = new ArrayList<>();
    private CompressionCodec codec = CompressionCodec.UNCOMPRESSED;
    private long rows;
    private int start;
    private int claimed = -1;
    private long claimedChunk = -1;

    CraftedFile(Schema schema) {
        this.schema = schema;
        file.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
        start = file.size();
    }

    CraftedFile(String fields) {
        this(SchemaText.parse("message m { " + fields + " }"));
    }

    CraftedFile codec(CompressionCodec newCodec) {
        codec = newCodec;
        return this;
    }

    /** Sets the uncompressed_page_size of the next pages. */
    CraftedFile claimedPage(int bytes) {
        claimed = bytes;
        return this;
    }

    /** Sets the total_uncompressed_size of the next chunks. */
    CraftedFile claimedChunk(long bytes) {
        claimedChunk = bytes;
        return this;
    }

    CraftedFile dictionary(int entries, byte[] body) {
        return page(
                PageHeader.of(
                        new DictionaryPageHeader(entries, Encoding.PLAIN, null), claim(body.length), body.length, null),
                body);
    }

    CraftedFile v1(Encoding encoding, int values, byte[] body) {
        DataPageHeader special = new DataPageHeader(values, encoding, Encoding.RLE, Encoding.RLE, null);
        return page(PageHeader.of(special, claim(body.length), body.length, null), body);
    }

    CraftedFile v2(Encoding encoding, int values, long pageRows, byte[] repetition, byte[] definition, byte[] data) {
        DataPageHeaderV2 special = new DataPageHeaderV2(
                values,
                0,
                (int) Math.min(pageRows, Integer.MAX_VALUE),
                encoding,
                definition.length,
                repetition.length,
                codec != CompressionCodec.UNCOMPRESSED,
                null);
        byte[] body = PageFileBuilder.concat(repetition, definition, data);
        return page(PageHeader.of(special, claim(body.length), body.length, null), body);
    }

    private int claim(int real) {
        return claimed < 0 ? real : claimed;
    }

    CraftedFile page(PageHeader header, byte[] body) {
        CompactWriter out = new CompactWriter();
        PageHeaderWriter.write(header, out);
        file.writeBytes(out.toByteArray());
        file.writeBytes(body);
        return this;
    }

    /** Ends the chunk of the next column. */
    CraftedFile chunk(long values) {
        int begin = start;
        start = file.size();
        return chunkAt(values, begin, start - begin);
    }

    /** Adds the chunk of the next column at any place. */
    CraftedFile chunkAt(long values, long offset, long length) {
        Column column = schema.columns().get(chunks.size());
        chunks.add(new ColumnChunk(
                null,
                0,
                ColumnMetaDataBuilder.of(column.field().physicalType(), column.path())
                        .encodings(List.of(Encoding.PLAIN, Encoding.RLE))
                        .codec(codec)
                        .values(values)
                        .bytes(claimedChunk < 0 ? length : claimedChunk, length)
                        .dataPageOffset(offset)
                        .build(),
                null,
                null,
                null,
                null,
                null,
                null));
        return this;
    }

    CraftedFile rowGroup(long rowCount) {
        rowGroups.add(new RowGroup(List.copyOf(chunks), 0, rowCount, null, null, null, null));
        chunks.clear();
        rows = Math.max(rows, rows + rowCount);
        return this;
    }

    int position() {
        return file.size();
    }

    byte[] bytes() {
        byte[] footer = FooterWriter.write(
                new FileMetaData(1, SchemaElements.fromSchema(schema), rows, rowGroups, null, null, null, null, null));
        ByteBuffer end = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putInt(footer.length);
        end.put("PAR1".getBytes(StandardCharsets.US_ASCII));
        return PageFileBuilder.concat(file.toByteArray(), footer, end.array());
    }

    ParquetFile open(ReadOptions options) throws IOException {
        return ParquetFile.open(new MemoryInputFile("crafted", bytes()), options);
    }

    /** Returns a hybrid run of one repeated value of a byte. */
    static byte[] run(int value, int count) {
        ByteArrayOutputStream run = new ByteArrayOutputStream();
        long header = (long) count << 1;
        for (; header > 0x7F; header >>>= 7) {
            run.write((int) (header & 0x7F | 0x80));
        }
        run.write((int) header);
        run.write(value);
        return run.toByteArray();
    }

    /** Returns a hybrid run after its length, as levels of a page of version 1. */
    static byte[] runV1(int value, int count) {
        byte[] run = run(value, count);
        return PageFileBuilder.concat(PageFileBuilder.littleEndian(run.length), run);
    }
}
