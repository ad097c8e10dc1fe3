package io.pq2.internal.write.file;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.internal.encryption.ChunkEncryptor;
import io.pq2.internal.encryption.FileEncryptor;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.page.FooterHeader;
import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.internal.thrift.CompactWriter;
import io.pq2.internal.thrift.FooterWriter;
import io.pq2.internal.thrift.PageIndexWriter;
import io.pq2.internal.write.chunk.WrittenChunk;
import io.pq2.internal.write.options.WriteSettings;
import io.pq2.io.ByteSink;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.KeyValue;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.RowGroup;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the end of a file, after the row groups: page indexes, footer, length of the footer, and magic. */
public final class FileEnd {

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ENCRYPTED_MAGIC = "PARE".getBytes(StandardCharsets.US_ASCII);

    private final ByteSink sink;
    private final List<Column> columns;
    private final @Nullable FileEncryptor encryptor;

    /**
     * Prepares the end of a file.
     *
     * @param encryptor absent when the file is not encrypted
     */
    public FileEnd(ByteSink sink, Schema schema, @Nullable FileEncryptor encryptor) {
        this.sink = sink;
        this.columns = schema.columns();
        this.encryptor = encryptor;
    }

    /**
     * Returns the magic with which a file begins and ends: {@code PARE} if its footer is encrypted, and {@code PAR1}
     * otherwise.
     *
     * @param encryption absent when the file is not encrypted
     */
    public static byte[] magic(@Nullable FileEncryptionProperties encryption) {
        return encryption == null || encryption.plaintextFooter() ? MAGIC : ENCRYPTED_MAGIC;
    }

    /** Returns the header of the footer of a new file. */
    public static FooterHeader header(Schema schema, WriteSettings settings) {
        List<KeyValue> keyValues = new ArrayList<>();
        settings.metadata().file().forEach((key, value) -> keyValues.add(new KeyValue(key, value)));
        return new FooterHeader(
                SchemaElements.fromSchema(schema),
                columnOrders(schema, settings.statistics().totalOrder()),
                keyValues.isEmpty() ? null : keyValues);
    }

    /** Writes the end of the file and returns the footer without encryption. */
    public FileMetaData write(FooterHeader header, WriteSettings settings, List<WrittenRowGroup> rowGroups)
            throws IOException {
        List<List<IndexLocation>> indexes = new ArrayList<>();
        for (WrittenRowGroup rowGroup : rowGroups) {
            indexes.add(new ArrayList<>(Collections.nCopies(rowGroup.chunks().size(), IndexLocation.NONE)));
        }
        if (settings.statistics().pageIndexes()) {
            CompactWriter buffer = new CompactWriter();
            writeColumnIndexes(rowGroups, indexes, buffer);
            writeOffsetIndexes(rowGroups, indexes, buffer);
        }
        List<KeyValue> keyValues = GeoMetadata.add(header.keyValueMetadata(), columns, settings, rowGroups);
        FileMetaData metadata = metadata(header, keyValues, rowGroups, indexes);
        byte[] footer = encryptor == null
                ? FooterWriter.write(metadata)
                : new EncryptedFooter(encryptor, columns).bytes(metadata);
        writeFooter(footer, magic(settings.encryption()));
        return metadata;
    }

    private void writeColumnIndexes(
            List<WrittenRowGroup> rowGroups, List<List<IndexLocation>> indexes, CompactWriter buffer)
            throws IOException {
        for (int group = 0; group < rowGroups.size(); group++) {
            List<WrittenChunk> chunks = rowGroups.get(group).chunks();
            for (int i = 0; i < chunks.size(); i++) {
                ColumnIndex columnIndex = chunks.get(i).columnIndex();
                if (columnIndex != null) {
                    buffer.reset();
                    PageIndexWriter.write(columnIndex, buffer);
                    long offset = sink.position();
                    int length = writeIndex(ModuleType.COLUMN_INDEX, group, i, buffer);
                    indexes.get(group).set(i, new IndexLocation(offset, length, null, null));
                }
            }
        }
    }

    private void writeOffsetIndexes(
            List<WrittenRowGroup> rowGroups, List<List<IndexLocation>> indexes, CompactWriter buffer)
            throws IOException {
        for (int group = 0; group < rowGroups.size(); group++) {
            List<WrittenChunk> chunks = rowGroups.get(group).chunks();
            for (int i = 0; i < chunks.size(); i++) {
                OffsetIndex offsetIndex = chunks.get(i).offsetIndex();
                if (offsetIndex == null) {
                    continue;
                }
                buffer.reset();
                PageIndexWriter.write(offsetIndex, buffer);
                long offset = sink.position();
                int length = writeIndex(ModuleType.OFFSET_INDEX, group, i, buffer);
                indexes.get(group).set(i, indexes.get(group).get(i).withOffsetIndex(offset, length));
            }
        }
    }

    /** Writes an index, encrypted if its column is. Returns its length in the file, in bytes. */
    private int writeIndex(ModuleType type, int rowGroup, int column, CompactWriter index) throws IOException {
        ChunkEncryptor ofColumn = encryptor == null ? null : encryptor.column(columns.get(column));
        if (ofColumn == null) {
            sink.write(index.buffer(), 0, index.size());
            return index.size();
        }
        ofColumn.rowGroup(rowGroup);
        byte[] module = ofColumn.module(type, -1, index.buffer(), 0, index.size());
        sink.write(module, 0, module.length);
        return module.length;
    }

    private static FileMetaData metadata(
            FooterHeader header,
            @Nullable List<KeyValue> keyValues,
            List<WrittenRowGroup> rowGroups,
            List<List<IndexLocation>> indexes) {
        List<RowGroup> described = new ArrayList<>(rowGroups.size());
        long rows = 0;
        for (int i = 0; i < rowGroups.size(); i++) {
            described.add(rowGroups.get(i).metadata(i, indexes.get(i)));
            rows += rowGroups.get(i).rows();
        }
        return new FileMetaData(
                1, header.schema(), rows, described, keyValues, CreatedBy.TEXT, header.columnOrders(), null, null);
    }

    private static List<ColumnOrder> columnOrders(Schema schema, boolean totalOrder) {
        List<ColumnOrder> orders = new ArrayList<>();
        for (Column column : schema.columns()) {
            boolean total = MinMaxOrder.of(column.field(), totalOrder).isTotal();
            orders.add(total ? ColumnOrder.IEEE_754_TOTAL_ORDER : ColumnOrder.TYPE_ORDER);
        }
        return orders;
    }

    private void writeFooter(byte[] footer, byte[] magic) throws IOException {
        sink.write(footer, 0, footer.length);
        int length = footer.length;
        byte[] end = {(byte) length, (byte) (length >> 8), (byte) (length >> 16), (byte) (length >> 24)};
        sink.write(end, 0, end.length);
        sink.write(magic, 0, magic.length);
    }
}
