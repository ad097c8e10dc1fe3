package io.pq2.internal.thrift;

import io.pq2.metadata.BoundaryOrder;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageLocation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the column indexes and offset indexes of page indexes. */
public final class PageIndexReader {

    private static final OptionalFields OFFSET_INDEX =
            OptionalFields.of("OffsetIndex").withLists(WireType.I64, 2);
    private static final OptionalFields COLUMN_INDEX =
            OptionalFields.of("ColumnIndex").withLists(WireType.I64, 5, 6, 7, 8);

    private PageIndexReader() {}

    /**
     * Reads an offset index at the position of the reader, and advances the reader to its end. Offsets, sizes and row
     * indexes of the result are not negative. The caller checks their order.
     *
     * @throws io.pq2.exception.CorruptFileException if the bytes are not an offset index
     */
    public static OffsetIndex readOffsetIndex(CompactReader in) {
        List<PageLocation> pageLocations = null;
        List<Long> unencodedByteArrayDataBytes = null;
        int outer = in.beginStruct();
        while (in.nextField(OFFSET_INDEX)) {
            switch (in.fieldId()) {
                case 1 -> pageLocations = pageLocations(in);
                case 2 ->
                    unencodedByteArrayDataBytes =
                            StatisticsReader.longs(in, "OffsetIndex.unencoded_byte_array_data_bytes");
                default -> in.skip("OffsetIndex");
            }
        }
        in.endStruct(outer);
        pageLocations = in.required(pageLocations, "OffsetIndex.page_locations");
        sameSize(in, "OffsetIndex.unencoded_byte_array_data_bytes", unencodedByteArrayDataBytes, pageLocations.size());
        return new OffsetIndex(pageLocations, unencodedByteArrayDataBytes);
    }

    private static List<PageLocation> pageLocations(CompactReader in) {
        int size = in.beginList(WireType.STRUCT, "OffsetIndex.page_locations");
        List<PageLocation> locations = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            locations.add(pageLocation(in));
        }
        return locations;
    }

    private static PageLocation pageLocation(CompactReader in) {
        long offset = 0;
        int compressedPageSize = 0;
        long firstRowIndex = 0;
        int seen = 0;
        int outer = in.beginStruct();
        while (in.nextField("PageLocation")) {
            seen |= in.fieldBit();
            switch (in.fieldId()) {
                case 1 -> offset = in.count64("PageLocation.offset");
                case 2 -> compressedPageSize = in.count32("PageLocation.compressed_page_size");
                case 3 -> firstRowIndex = in.count64("PageLocation.first_row_index");
                default -> in.skip("PageLocation");
            }
        }
        in.endStruct(outer);
        in.require(seen, 1, "PageLocation.offset");
        in.require(seen, 2, "PageLocation.compressed_page_size");
        in.require(seen, 3, "PageLocation.first_row_index");
        return new PageLocation(offset, compressedPageSize, firstRowIndex);
    }

    /**
     * Reads a column index at the position of the reader, and advances the reader to its end. Lists with an element
     * per page have the same length. The caller checks the length of the histograms.
     *
     * @throws io.pq2.exception.CorruptFileException if the bytes are not a column index
     */
    public static ColumnIndex readColumnIndex(CompactReader in) {
        List<Boolean> nullPages = null;
        List<byte[]> minValues = null;
        List<byte[]> maxValues = null;
        BoundaryOrder boundaryOrder = null;
        List<Long> nullCounts = null;
        List<Long> repetitionLevelHistograms = null;
        List<Long> definitionLevelHistograms = null;
        List<Long> nanCounts = null;
        int outer = in.beginStruct();
        while (in.nextField(COLUMN_INDEX)) {
            switch (in.fieldId()) {
                case 1 -> nullPages = nullPages(in);
                case 2 -> minValues = values(in, "ColumnIndex.min_values");
                case 3 -> maxValues = values(in, "ColumnIndex.max_values");
                case 4 -> boundaryOrder = BoundaryOrder.of(in.i32("ColumnIndex.boundary_order"));
                case 5 -> nullCounts = StatisticsReader.longs(in, "ColumnIndex.null_counts");
                case 6 ->
                    repetitionLevelHistograms = StatisticsReader.longs(in, "ColumnIndex.repetition_level_histograms");
                case 7 ->
                    definitionLevelHistograms = StatisticsReader.longs(in, "ColumnIndex.definition_level_histograms");
                case 8 -> nanCounts = StatisticsReader.longs(in, "ColumnIndex.nan_counts");
                default -> in.skip("ColumnIndex");
            }
        }
        in.endStruct(outer);
        nullPages = in.required(nullPages, "ColumnIndex.null_pages");
        minValues = in.required(minValues, "ColumnIndex.min_values");
        maxValues = in.required(maxValues, "ColumnIndex.max_values");
        boundaryOrder = in.required(boundaryOrder, "ColumnIndex.boundary_order");
        int pages = nullPages.size();
        sameSize(in, "ColumnIndex.min_values", minValues, pages);
        sameSize(in, "ColumnIndex.max_values", maxValues, pages);
        sameSize(in, "ColumnIndex.null_counts", nullCounts, pages);
        sameSize(in, "ColumnIndex.nan_counts", nanCounts, pages);
        return new ColumnIndex(
                nullPages,
                minValues,
                maxValues,
                boundaryOrder,
                nullCounts,
                repetitionLevelHistograms,
                definitionLevelHistograms,
                nanCounts);
    }

    private static List<Boolean> nullPages(CompactReader in) {
        int size = in.beginList(WireType.TRUE, "ColumnIndex.null_pages");
        List<Boolean> values = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            values.add(in.elementBool("ColumnIndex.null_pages"));
        }
        return values;
    }

    private static List<byte[]> values(CompactReader in, String field) {
        int size = in.beginList(WireType.BINARY, field);
        List<byte[]> values = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            values.add(in.elementBinary(field));
        }
        return values;
    }

    private static void sameSize(CompactReader in, String field, @Nullable List<?> list, int pages) {
        if (list != null && list.size() != pages) {
            throw in.corrupt(field, list.size() + " elements, expected one for each of " + pages + " pages");
        }
    }
}
