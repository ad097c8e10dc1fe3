package io.pq2.internal.thrift;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.ParquetException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.io.DecodeLimits;
import io.pq2.internal.metadata.LazyList;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.EncryptionAlgorithm;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.KeyValue;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.SchemaElement;
import io.pq2.metadata.SortingColumn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads footers.
 *
 * <p>Schema and row groups are decoded immediately. Column chunks, which are most of the bytes, are skipped, and only
 * the offset of each is kept. {@link RowGroup#columns()} decodes a column chunk on first access, and then throws the
 * exceptions of its decoding. The result therefore retains the bytes of the footer.
 */
public final class FooterReader {

    static final OptionalFields FILE_METADATA = OptionalFields.of("FileMetaData")
            .with(WireType.BINARY, 6, 9)
            .with(WireType.STRUCT, 8)
            .withLists(WireType.STRUCT, 5, 7);
    static final OptionalFields ROW_GROUP = OptionalFields.of("RowGroup")
            .with(WireType.I64, 5, 6)
            .with(WireType.I16, 7)
            .withLists(WireType.STRUCT, 4);

    private final LeafPaths paths = new LeafPaths();

    /** The approximate memory of a schema element, its field, its column and its shape, in bytes. */
    private static final long ELEMENT_BYTES = 512;
    /** The approximate memory of a row group without its column chunks, in bytes. */
    private static final long ROW_GROUP_BYTES = 192;
    /** The approximate memory of a column chunk that is not decoded, in bytes. */
    private static final long CHUNK_BYTES = 16;

    private final DecodeLimits limits;
    /** The location of the file for messages; absent if it is unknown. */
    private final @Nullable String file;
    /** The approximate memory of what was decoded, in bytes. */
    private long memory;

    private FooterReader(DecodeLimits limits, @Nullable String file) {
        this.limits = limits;
        this.file = file;
    }

    /**
     * Reads a footer.
     *
     * @param bytes array that contains the footer; it must not change afterwards
     * @param offset index of the first byte of the footer
     * @param length length of the footer in bytes; it may include bytes after the footer
     * @throws CorruptFileException if the bytes are not FileMetaData
     * @throws UnsupportedFeatureException if the schema has an unknown physical type
     */
    public static FileMetaData read(byte[] bytes, int offset, int length) {
        return read(bytes, offset, length, DecodeLimits.ofHeap(), null);
    }

    /**
     * Reads a footer within limits.
     *
     * @param bytes array that contains the footer; it must not change afterwards
     * @param offset index of the first byte of the footer
     * @param length length of the footer in bytes; it may include bytes after the footer
     * @param file the location of the file, for messages about column chunks; absent if it is unknown
     * @throws CorruptFileException if the bytes are not FileMetaData
     * @throws UnsupportedFeatureException if the schema has an unknown physical type
     * @throws io.pq2.exception.LimitExceededException if the decoded footer takes too much memory
     */
    public static FileMetaData read(byte[] bytes, int offset, int length, DecodeLimits limits, @Nullable String file) {
        return new FooterReader(limits, file).fileMetadata(new CompactReader(bytes, offset, offset + length));
    }

    /**
     * Reads a footer at the position of the reader, and advances the reader to its end.
     *
     * @throws CorruptFileException if the bytes are not FileMetaData
     * @throws UnsupportedFeatureException if the schema has an unknown physical type
     */
    public static FileMetaData read(CompactReader in) {
        return new FooterReader(DecodeLimits.ofHeap(), null).fileMetadata(in);
    }

    private void charge(int count, long bytesOfEach, String what) {
        memory += count * bytesOfEach;
        limits.checkFooter(memory, "the footer with " + count + " " + what);
    }

    private FileMetaData fileMetadata(CompactReader in) {
        int version = 0;
        List<SchemaElement> schema = null;
        long numRows = 0;
        List<RowGroup> rowGroups = null;
        List<KeyValue> keyValueMetadata = null;
        String createdBy = null;
        List<ColumnOrder> columnOrders = null;
        EncryptionAlgorithm encryptionAlgorithm = null;
        byte[] footerSigningKeyMetadata = null;
        int seen = 0;
        int outer = in.beginStruct();
        while (in.nextField(FILE_METADATA)) {
            seen |= in.fieldBit();
            switch (in.fieldId()) {
                case 1 -> version = in.i32("FileMetaData.version");
                case 2 -> schema = schema(in);
                case 3 -> numRows = in.count64("FileMetaData.num_rows");
                case 4 -> rowGroups = rowGroups(in);
                case 5 -> keyValueMetadata = ColumnChunkReader.keyValues(in, "FileMetaData.key_value_metadata");
                case 6 -> createdBy = in.string("FileMetaData.created_by");
                case 7 -> columnOrders = columnOrders(in);
                case 8 ->
                    encryptionAlgorithm =
                            CryptoMetaDataReader.encryptionAlgorithm(in, "FileMetaData.encryption_algorithm");
                case 9 -> footerSigningKeyMetadata = in.binary("FileMetaData.footer_signing_key_metadata");
                default -> in.skip("FileMetaData");
            }
        }
        in.endStruct(outer);
        in.require(seen, 1, "FileMetaData.version");
        schema = in.required(schema, "FileMetaData.schema");
        in.require(seen, 3, "FileMetaData.num_rows");
        rowGroups = in.required(rowGroups, "FileMetaData.row_groups");
        paths.set(schema);
        checkColumnCounts(in, rowGroups);
        checkRowCounts(in, rowGroups);
        return new FileMetaData(
                version,
                schema,
                numRows,
                rowGroups,
                keyValueMetadata,
                createdBy,
                columnOrders,
                encryptionAlgorithm,
                footerSigningKeyMetadata);
    }

    private List<SchemaElement> schema(CompactReader in) {
        int size = in.beginList(WireType.STRUCT, "FileMetaData.schema");
        charge(size, ELEMENT_BYTES, "schema elements");
        List<SchemaElement> elements = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            elements.add(SchemaElementReader.schemaElement(in));
        }
        return elements;
    }

    private List<RowGroup> rowGroups(CompactReader in) {
        int size = in.beginList(WireType.STRUCT, "FileMetaData.row_groups");
        charge(size, ROW_GROUP_BYTES, "row groups");
        List<RowGroup> rowGroups = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            rowGroups.add(rowGroup(in, i));
        }
        return rowGroups;
    }

    private RowGroup rowGroup(CompactReader in, int index) {
        List<ColumnChunk> columns = null;
        long totalByteSize = 0;
        long numRows = 0;
        List<SortingColumn> sortingColumns = null;
        Long fileOffset = null;
        Long totalCompressedSize = null;
        Short ordinal = null;
        int seen = 0;
        int outer = in.beginStruct();
        while (in.nextField(ROW_GROUP)) {
            seen |= in.fieldBit();
            switch (in.fieldId()) {
                case 1 -> columns = columns(in, index);
                case 2 -> totalByteSize = in.i64("RowGroup.total_byte_size");
                case 3 -> numRows = in.count64("RowGroup.num_rows");
                case 4 -> sortingColumns = sortingColumns(in);
                case 5 -> fileOffset = in.i64("RowGroup.file_offset");
                case 6 -> totalCompressedSize = in.i64("RowGroup.total_compressed_size");
                case 7 -> ordinal = in.i16("RowGroup.ordinal");
                default -> in.skip("RowGroup");
            }
        }
        in.endStruct(outer);
        columns = in.required(columns, "RowGroup.columns");
        in.require(seen, 2, "RowGroup.total_byte_size");
        in.require(seen, 3, "RowGroup.num_rows");
        return new RowGroup(columns, totalByteSize, numRows, sortingColumns, fileOffset, totalCompressedSize, ordinal);
    }

    private List<ColumnChunk> columns(CompactReader in, int rowGroup) {
        int size = in.beginList(WireType.STRUCT, "RowGroup.columns");
        charge(size, CHUNK_BYTES, "column chunks");
        int[] offsets = new int[size];
        for (int i = 0; i < size; i++) {
            offsets[i] = in.position();
            in.skipElementStruct("ColumnChunk");
        }
        byte[] bytes = in.bytes();
        int limit = in.position();
        return new LazyList<>(size, i -> column(new CompactReader(bytes, offsets[i], limit), rowGroup, i));
    }

    private ColumnChunk column(CompactReader in, int rowGroup, int index) {
        try {
            return ColumnChunkReader.columnChunk(in, () -> paths.get(index));
        } catch (ParquetException e) {
            throw e.locate(location(rowGroup, index));
        }
    }

    private FileLocation location(int rowGroup, int column) {
        return new FileLocation(file, rowGroup, String.join(".", paths.get(column)), -1, -1);
    }

    private void checkColumnCounts(CompactReader in, List<RowGroup> rowGroups) {
        for (int i = 0; i < rowGroups.size(); i++) {
            int found = rowGroups.get(i).columns().size();
            if (found != paths.size()) {
                throw in.corrupt(
                                "RowGroup.columns",
                                found + " column chunks, expected " + paths.size()
                                        + ", the number of leaves in FileMetaData.schema")
                        .locate(new FileLocation(null, i, null, -1, -1));
            }
        }
    }

    /** Checks that the file has at most 2<sup>63</sup> - 1 rows, so that sums of rows need no check. */
    private static void checkRowCounts(CompactReader in, List<RowGroup> rowGroups) {
        long rows = 0;
        for (int i = 0; i < rowGroups.size(); i++) {
            long more = rowGroups.get(i).numRows();
            if (rows > Long.MAX_VALUE - more) {
                throw in.corrupt("RowGroup.num_rows", "the row groups have more than 2^63 - 1 rows together")
                        .locate(new FileLocation(null, i, null, -1, -1));
            }
            rows += more;
        }
    }

    private static List<SortingColumn> sortingColumns(CompactReader in) {
        int size = in.beginList(WireType.STRUCT, "RowGroup.sorting_columns");
        List<SortingColumn> columns = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            columns.add(sortingColumn(in));
        }
        return columns;
    }

    private static SortingColumn sortingColumn(CompactReader in) {
        int columnIdx = 0;
        boolean descending = false;
        boolean nullsFirst = false;
        int seen = 0;
        int outer = in.beginStruct();
        while (in.nextField("SortingColumn")) {
            seen |= in.fieldBit();
            switch (in.fieldId()) {
                case 1 -> columnIdx = in.i32("SortingColumn.column_idx");
                case 2 -> descending = in.bool("SortingColumn.descending");
                case 3 -> nullsFirst = in.bool("SortingColumn.nulls_first");
                default -> in.skip("SortingColumn");
            }
        }
        in.endStruct(outer);
        in.require(seen, 1, "SortingColumn.column_idx");
        in.require(seen, 2, "SortingColumn.descending");
        in.require(seen, 3, "SortingColumn.nulls_first");
        return new SortingColumn(columnIdx, descending, nullsFirst);
    }

    private static List<ColumnOrder> columnOrders(CompactReader in) {
        int size = in.beginList(WireType.STRUCT, "FileMetaData.column_orders");
        List<ColumnOrder> orders = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            orders.add(ColumnOrder.of(EmptyUnion.readElement(in, "FileMetaData.column_orders")));
        }
        return orders;
    }
}
