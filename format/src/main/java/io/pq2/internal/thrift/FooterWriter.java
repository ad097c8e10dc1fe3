package io.pq2.internal.thrift;

import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.SchemaElement;
import io.pq2.metadata.SortingColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes footers. */
public final class FooterWriter {

    private FooterWriter() {}

    /**
     * Returns the bytes of a footer, without the length and the magic that follow it in a file.
     *
     * @throws io.pq2.exception.InvalidDataException if an enum is UNKNOWN, or a logical type or union member is
     *     unrecognized
     */
    public static byte[] write(FileMetaData metadata) {
        CompactWriter out = new CompactWriter(4096);
        write(metadata, out);
        return out.toByteArray();
    }

    /**
     * Appends a footer.
     *
     * @throws io.pq2.exception.InvalidDataException if an enum is UNKNOWN, or a logical type or union member is
     *     unrecognized
     */
    public static void write(FileMetaData metadata, CompactWriter out) {
        int outer = out.beginStruct();
        out.i32(1, metadata.version());
        out.beginList(2, WireType.STRUCT, metadata.schema().size());
        for (SchemaElement element : metadata.schema()) {
            SchemaElementWriter.schemaElement(out, element);
        }
        out.i64(3, metadata.numRows());
        out.beginList(4, WireType.STRUCT, metadata.rowGroups().size());
        for (RowGroup rowGroup : metadata.rowGroups()) {
            rowGroup(out, rowGroup);
        }
        ColumnChunkWriter.keyValues(out, 5, metadata.keyValueMetadata());
        out.string(6, metadata.createdBy());
        columnOrders(out, metadata.columnOrders());
        CryptoMetaDataWriter.encryptionAlgorithm(out, 8, metadata.encryptionAlgorithm());
        out.binary(9, metadata.footerSigningKeyMetadata());
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

    private static void sortingColumns(CompactWriter out, @Nullable List<SortingColumn> columns) {
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

    private static void columnOrders(CompactWriter out, @Nullable List<ColumnOrder> orders) {
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
