package io.pq2.internal.write.file;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.internal.encryption.ChunkEncryptor;
import io.pq2.internal.encryption.FileEncryptor;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.page.FooterHeader;
import io.pq2.internal.schema.SchemaElements;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.internal.thrift.CompactWriter;
import io.pq2.internal.thrift.FooterWriter;
import io.pq2.internal.thrift.PageIndexWriter;
import io.pq2.internal.write.chunk.ChunkPages;
import io.pq2.io.ByteSink;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.KeyValue;
import io.pq2.metadata.RowGroup;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Writes what stands behind the row groups: page indexes and footer. */
public final class FileEnd {

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ENCRYPTED_MAGIC = "PARE".getBytes(StandardCharsets.US_ASCII);

    private final ByteSink sink;
    private final List<Column> columns;
    /** Null if the file is not encrypted. */
    private final FileEncryptor encryptor;

    /** @param encryptor null if the file is not encrypted */
    public FileEnd(ByteSink sink, Schema schema, FileEncryptor encryptor) {
        this.sink = sink;
        this.columns = schema.columns();
        this.encryptor = encryptor;
    }

    /**
     * What a file begins and ends with.
     *
     * @param encryption null if it is not encrypted
     */
    public static byte[] magic(FileEncryptionProperties encryption) {
        return encryption == null || encryption.plaintextFooter() ? MAGIC : ENCRYPTED_MAGIC;
    }

    /** What the footer of a new file says beside its row groups. */
    public static FooterHeader form(Schema schema, WriteOptions options) {
        List<KeyValue> keyValues = new ArrayList<>();
        options.keyValueMetadata().forEach((key, value) -> keyValues.add(new KeyValue(key, value)));
        return new FooterHeader(
                SchemaElements.fromSchema(schema),
                columnOrders(schema, options),
                keyValues.isEmpty() ? null : keyValues);
    }

    /** Writes the end of a file and returns its footer. */
    public FileMetaData write(FooterHeader form, WriteOptions options, List<WrittenRowGroup> rowGroups)
            throws IOException {
        List<List<IndexLocation>> indexes = new ArrayList<>();
        for (WrittenRowGroup rowGroup : rowGroups) {
            indexes.add(new ArrayList<>(Collections.nCopies(rowGroup.chunks().size(), IndexLocation.NONE)));
        }
        if (options.pageIndexes()) {
            CompactWriter buffer = new CompactWriter();
            writeColumnIndexes(rowGroups, indexes, buffer);
            writeOffsetIndexes(rowGroups, indexes, buffer);
        }
        FileMetaData metadata = metadata(form, rowGroups, indexes);
        byte[] footer = encryptor == null
                ? FooterWriter.write(metadata)
                : new EncryptedFooter(encryptor, columns).bytes(metadata);
        writeFooter(footer, magic(options.encryption()));
        return metadata;
    }

    private void writeColumnIndexes(
            List<WrittenRowGroup> rowGroups, List<List<IndexLocation>> indexes, CompactWriter buffer)
            throws IOException {
        for (int group = 0; group < rowGroups.size(); group++) {
            List<ChunkPages.Written> chunks = rowGroups.get(group).chunks();
            for (int i = 0; i < chunks.size(); i++) {
                if (chunks.get(i).columnIndex() != null) {
                    buffer.reset();
                    PageIndexWriter.write(chunks.get(i).columnIndex(), buffer);
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
            List<ChunkPages.Written> chunks = rowGroups.get(group).chunks();
            for (int i = 0; i < chunks.size(); i++) {
                if (chunks.get(i).offsetIndex() == null) {
                    continue;
                }
                buffer.reset();
                PageIndexWriter.write(chunks.get(i).offsetIndex(), buffer);
                long offset = sink.position();
                int length = writeIndex(ModuleType.OFFSET_INDEX, group, i, buffer);
                indexes.get(group).set(i, indexes.get(group).get(i).withOffsetIndex(offset, length));
            }
        }
    }

    /** Writes an index, encrypted if its column is; returns how many bytes it has in the file. */
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
            FooterHeader form, List<WrittenRowGroup> rowGroups, List<List<IndexLocation>> indexes) {
        List<RowGroup> described = new ArrayList<>(rowGroups.size());
        long rows = 0;
        for (int i = 0; i < rowGroups.size(); i++) {
            described.add(rowGroups.get(i).metadata(i, indexes.get(i)));
            rows += rowGroups.get(i).rows();
        }
        return new FileMetaData(
                1,
                form.schema(),
                rows,
                described,
                form.keyValueMetadata(),
                CreatedBy.TEXT,
                form.columnOrders(),
                null,
                null);
    }

    private static List<ColumnOrder> columnOrders(Schema schema, WriteOptions options) {
        List<ColumnOrder> orders = new ArrayList<>();
        for (Column column : schema.columns()) {
            boolean total = MinMaxOrder.of(column.field(), options.totalOrder()).isTotal();
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
