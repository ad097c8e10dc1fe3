package io.pq2.write;

import io.pq2.io.ByteSink;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.KeyValue;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.SchemaElements;
import io.pq2.page.FileForm;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.statistics.BoundOrder;
import io.pq2.thrift.CompactWriter;
import io.pq2.thrift.FooterWriter;
import io.pq2.thrift.PageIndexWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Writes what stands behind the row groups: page indexes and footer. */
final class FileEnd {

    static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    private FileEnd() {}

    /** What the footer of a new file says beside its row groups. */
    static FileForm form(Schema schema, WriteOptions options) {
        List<KeyValue> keyValues = new ArrayList<>();
        options.keyValueMetadata().forEach((key, value) -> keyValues.add(new KeyValue(key, value)));
        return new FileForm(
                SchemaElements.fromSchema(schema),
                columnOrders(schema, options),
                keyValues.isEmpty() ? null : keyValues);
    }

    /** Writes the end of a file and returns its footer. */
    static FileMetaData write(ByteSink sink, FileForm form, WriteOptions options, List<WrittenRowGroup> rowGroups)
            throws IOException {
        List<List<IndexLocation>> indexes = new ArrayList<>();
        for (WrittenRowGroup rowGroup : rowGroups) {
            indexes.add(new ArrayList<>(Collections.nCopies(rowGroup.chunks().size(), IndexLocation.NONE)));
        }
        if (options.pageIndexes()) {
            CompactWriter buffer = new CompactWriter();
            writeColumnIndexes(sink, rowGroups, indexes, buffer);
            writeOffsetIndexes(sink, rowGroups, indexes, buffer);
        }
        FileMetaData metaData = metaData(form, rowGroups, indexes);
        writeFooter(sink, metaData);
        return metaData;
    }

    private static void writeColumnIndexes(
            ByteSink sink, List<WrittenRowGroup> rowGroups, List<List<IndexLocation>> indexes, CompactWriter buffer)
            throws IOException {
        for (int group = 0; group < rowGroups.size(); group++) {
            List<ChunkPages.Written> chunks = rowGroups.get(group).chunks();
            for (int i = 0; i < chunks.size(); i++) {
                if (chunks.get(i).columnIndex() != null) {
                    buffer.reset();
                    PageIndexWriter.write(chunks.get(i).columnIndex(), buffer);
                    indexes.get(group).set(i, new IndexLocation(sink.position(), buffer.size(), null, null));
                    sink.write(buffer.buffer(), 0, buffer.size());
                }
            }
        }
    }

    private static void writeOffsetIndexes(
            ByteSink sink, List<WrittenRowGroup> rowGroups, List<List<IndexLocation>> indexes, CompactWriter buffer)
            throws IOException {
        for (int group = 0; group < rowGroups.size(); group++) {
            List<ChunkPages.Written> chunks = rowGroups.get(group).chunks();
            for (int i = 0; i < chunks.size(); i++) {
                if (chunks.get(i).offsetIndex() == null) {
                    continue;
                }
                buffer.reset();
                PageIndexWriter.write(chunks.get(i).offsetIndex(), buffer);
                IndexLocation located = indexes.get(group).get(i).withOffsetIndex(sink.position(), buffer.size());
                indexes.get(group).set(i, located);
                sink.write(buffer.buffer(), 0, buffer.size());
            }
        }
    }

    private static FileMetaData metaData(
            FileForm form, List<WrittenRowGroup> rowGroups, List<List<IndexLocation>> indexes) {
        List<RowGroup> described = new ArrayList<>(rowGroups.size());
        long rows = 0;
        for (int i = 0; i < rowGroups.size(); i++) {
            described.add(rowGroups.get(i).metaData(i, indexes.get(i)));
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
            boolean total = BoundOrder.of(column.field(), options.totalOrder()).isTotal();
            orders.add(total ? ColumnOrder.IEEE_754_TOTAL_ORDER : ColumnOrder.TYPE_ORDER);
        }
        return orders;
    }

    private static void writeFooter(ByteSink sink, FileMetaData metaData) throws IOException {
        byte[] footer = FooterWriter.write(metaData);
        sink.write(footer, 0, footer.length);
        int length = footer.length;
        byte[] end = {
            (byte) length, (byte) (length >> 8), (byte) (length >> 16), (byte) (length >> 24), 'P', 'A', 'R', '1'
        };
        sink.write(end, 0, end.length);
    }
}
