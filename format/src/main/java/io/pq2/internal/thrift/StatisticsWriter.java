package io.pq2.internal.thrift;

import io.pq2.metadata.BoundingBox;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.metadata.SizeStatistics;
import io.pq2.metadata.Statistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes {@code Statistics}, {@code SizeStatistics} and {@code GeospatialStatistics}. */
final class StatisticsWriter {

    private StatisticsWriter() {}

    static void statistics(CompactWriter out, int id, @Nullable Statistics statistics) {
        if (statistics == null) {
            return;
        }
        int outer = out.beginStruct(id);
        out.binary(1, statistics.max());
        out.binary(2, statistics.min());
        out.i64(3, statistics.nullCount());
        out.i64(4, statistics.distinctCount());
        out.binary(5, statistics.maxValue());
        out.binary(6, statistics.minValue());
        out.bool(7, statistics.isMaxValueExact());
        out.bool(8, statistics.isMinValueExact());
        out.i64(9, statistics.nanCount());
        out.endStruct(outer);
    }

    static void sizeStatistics(CompactWriter out, int id, @Nullable SizeStatistics statistics) {
        if (statistics == null) {
            return;
        }
        int outer = out.beginStruct(id);
        out.i64(1, statistics.unencodedByteArrayDataBytes());
        longs(out, 2, statistics.repetitionLevelHistogram());
        longs(out, 3, statistics.definitionLevelHistogram());
        out.endStruct(outer);
    }

    static void geospatialStatistics(CompactWriter out, int id, @Nullable GeospatialStatistics statistics) {
        if (statistics == null) {
            return;
        }
        int outer = out.beginStruct(id);
        if (statistics.bbox() != null) {
            boundingBox(out, statistics.bbox());
        }
        List<Integer> types = statistics.geospatialTypes();
        if (types != null) {
            out.beginList(2, WireType.I32, types.size());
            types.forEach(out::elementI32);
        }
        out.endStruct(outer);
    }

    private static void boundingBox(CompactWriter out, BoundingBox bbox) {
        int outer = out.beginStruct(1);
        out.real(1, bbox.xmin());
        out.real(2, bbox.xmax());
        out.real(3, bbox.ymin());
        out.real(4, bbox.ymax());
        out.real(5, bbox.zmin());
        out.real(6, bbox.zmax());
        out.real(7, bbox.mmin());
        out.real(8, bbox.mmax());
        out.endStruct(outer);
    }

    /** Writes an optional list of i64. */
    static void longs(CompactWriter out, int id, @Nullable List<Long> values) {
        if (values != null) {
            out.beginList(id, WireType.I64, values.size());
            values.forEach(out::elementI64);
        }
    }
}
