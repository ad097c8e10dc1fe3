package io.pq2.internal.thrift;

import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.SchemaElement;
import io.pq2.metadata.SortingColumn;
import java.util.List;

/** Writes footers. */
public final class FooterWriter {

    private FooterWriter() {}

    /**
     * The bytes of a footer, without the length and the magic that stand behind it in a file.
     *
     * @throws io.pq2.exception.InvalidDataException if something in it has no number in the format: an UNKNOWN, an unrecognised type
     */
    public static byte[] write(FileMetaData metaData) {
        CompactWriter out = new CompactWriter(4096);
        write(metaData, out);
        return out.toByteArray();
    }

    /** Appends a footer. */
    public static void write(FileMetaData metaData, CompactWriter out) {
        int outer = out.beginStruct();
        out.i32(1, metaData.version());
        out.beginList(2, WireType.STRUCT, metaData.schema().size());
        for (SchemaElement element : metaData.schema()) {
            SchemaElementWriter.schemaElement(out, element);
        }
        out.i64(3, metaData.numRows());
        out.beginList(4, WireType.STRUCT, metaData.rowGroups().size());
        for (RowGroup rowGroup : metaData.rowGroups()) {
            rowGroup(out, rowGroup);
        }
        ColumnChunkWriter.keyValues(out, 5, metaData.keyValueMetadata());
        out.string(6, metaData.createdBy());
        columnOrders(out, metaData.columnOrders());
        CryptoMetaDataWriter.encryptionAlgorithm(out, 8, metaData.encryptionAlgorithm());
        out.binary(9, metaData.footerSigningKeyMetadata());
        out.endStruct(outer);
    }

    private static void rowGroup(CompactWriter out, RowGroup rowGroup) {
        int outer = out.beginStruct();
        out.beginList(1, WireType.STRUCT, rowGroup.columns().size());
        for (ColumnChunk chunk : rowGroup.columns()) {
            ColumnChunkWriter.columnChunk(out, chunk);
        }
        out.i64(2, rowGroup.totalByteSize());
        out.i64(3, rowGroup.numRows());
        sortingColumns(out, rowGroup.sortingColumns());
        out.i64(5, rowGroup.fileOffset());
        out.i64(6, rowGroup.totalCompressedSize());
        out.i16(7, rowGroup.ordinal());
        out.endStruct(outer);
    }

    private static void sortingColumns(CompactWriter out, List<SortingColumn> columns) {
        if (columns == null) {
            return;
        }
        out.beginList(4, WireType.STRUCT, columns.size());
        for (SortingColumn column : columns) {
            int outer = out.beginStruct();
            out.i32(1, column.columnIdx());
            out.bool(2, column.descending());
            out.bool(3, column.nullsFirst());
            out.endStruct(outer);
        }
    }

    private static void columnOrders(CompactWriter out, List<ColumnOrder> orders) {
        if (orders == null) {
            return;
        }
        out.beginList(7, WireType.STRUCT, orders.size());
        for (ColumnOrder order : orders) {
            int outer = out.beginStruct();
            int union = out.beginStruct(EnumNumbers.known("FileMetaData.column_orders", order.id()));
            out.endStruct(union);
            out.endStruct(outer);
        }
    }
}
