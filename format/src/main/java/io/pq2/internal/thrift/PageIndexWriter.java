package io.pq2.internal.thrift;

import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.PageLocation;
import java.util.List;

/** Writes the column indexes and offset indexes of page indexes. */
public final class PageIndexWriter {

    private PageIndexWriter() {}

    /** Appends an offset index. */
    public static void write(OffsetIndex index, CompactWriter out) {
        int outer = out.beginStruct();
        out.beginList(1, WireType.STRUCT, index.pageLocations().size());
        for (PageLocation location : index.pageLocations()) {
            int list = out.beginStruct();
            out.i64(1, location.offset());
            out.i32(2, location.compressedPageSize());
            out.i64(3, location.firstRowIndex());
            out.endStruct(list);
        }
        StatisticsWriter.longs(out, 2, index.unencodedByteArrayDataBytes());
        out.endStruct(outer);
    }

    /** Appends a column index. */
    public static void write(ColumnIndex index, CompactWriter out) {
        int outer = out.beginStruct();
        out.beginList(1, WireType.TRUE, index.nullPages().size());
        index.nullPages().forEach(out::elementBool);
        values(out, 2, index.minValues());
        values(out, 3, index.maxValues());
        out.i32(4, index.boundaryOrder().id());
        StatisticsWriter.longs(out, 5, index.nullCounts());
        StatisticsWriter.longs(out, 6, index.repetitionLevelHistograms());
        StatisticsWriter.longs(out, 7, index.definitionLevelHistograms());
        StatisticsWriter.longs(out, 8, index.nanCounts());
        out.endStruct(outer);
    }

    private static void values(CompactWriter out, int id, List<byte[]> values) {
        out.beginList(id, WireType.BINARY, values.size());
        values.forEach(out::elementBinary);
    }
}
