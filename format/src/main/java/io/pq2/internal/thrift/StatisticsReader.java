package io.pq2.internal.thrift;

import io.pq2.metadata.BoundingBox;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.metadata.SizeStatistics;
import io.pq2.metadata.Statistics;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code Statistics}, {@code SizeStatistics} and {@code GeospatialStatistics}. */
final class StatisticsReader {

    private static final OptionalFields STATISTICS = OptionalFields.of("Statistics")
            .with(WireType.BINARY, 1, 2, 5, 6)
            .with(WireType.I64, 3, 4, 9)
            .with(WireType.TRUE, 7, 8);
    private static final OptionalFields SIZE_STATISTICS =
            OptionalFields.of("SizeStatistics").with(WireType.I64, 1).withLists(WireType.I64, 2, 3);
    private static final OptionalFields GEOSPATIAL_STATISTICS =
            OptionalFields.of("GeospatialStatistics").with(WireType.STRUCT, 1).withLists(WireType.I32, 2);
    private static final OptionalFields BOUNDING_BOX =
            OptionalFields.of("BoundingBox").with(WireType.DOUBLE, 5, 6, 7, 8);

    private StatisticsReader() {}

    static Statistics statistics(CompactReader in, String field) {
        byte[] max = null;
        byte[] min = null;
        Long nullCount = null;
        Long distinctCount = null;
        byte[] maxValue = null;
        byte[] minValue = null;
        Boolean isMaxValueExact = null;
        Boolean isMinValueExact = null;
        Long nanCount = null;
        int outer = in.beginStruct(field);
        while (in.nextField(STATISTICS)) {
            switch (in.fieldId()) {
                case 1 -> max = in.binary("Statistics.max");
                case 2 -> min = in.binary("Statistics.min");
                case 3 -> nullCount = in.i64("Statistics.null_count");
                case 4 -> distinctCount = in.i64("Statistics.distinct_count");
                case 5 -> maxValue = in.binary("Statistics.max_value");
                case 6 -> minValue = in.binary("Statistics.min_value");
                case 7 -> isMaxValueExact = in.bool("Statistics.is_max_value_exact");
                case 8 -> isMinValueExact = in.bool("Statistics.is_min_value_exact");
                case 9 -> nanCount = in.i64("Statistics.nan_count");
                default -> in.skip("Statistics");
            }
        }
        in.endStruct(outer);
        return new Statistics(
                max, min, nullCount, distinctCount, maxValue, minValue, isMaxValueExact, isMinValueExact, nanCount);
    }

    static SizeStatistics sizeStatistics(CompactReader in, String field) {
        Long unencodedByteArrayDataBytes = null;
        List<Long> repetitionLevelHistogram = null;
        List<Long> definitionLevelHistogram = null;
        int outer = in.beginStruct(field);
        while (in.nextField(SIZE_STATISTICS)) {
            switch (in.fieldId()) {
                case 1 -> unencodedByteArrayDataBytes = in.i64("SizeStatistics.unencoded_byte_array_data_bytes");
                case 2 -> repetitionLevelHistogram = longs(in, "SizeStatistics.repetition_level_histogram");
                case 3 -> definitionLevelHistogram = longs(in, "SizeStatistics.definition_level_histogram");
                default -> in.skip("SizeStatistics");
            }
        }
        in.endStruct(outer);
        return new SizeStatistics(unencodedByteArrayDataBytes, repetitionLevelHistogram, definitionLevelHistogram);
    }

    static GeospatialStatistics geospatialStatistics(CompactReader in, String field) {
        BoundingBox bbox = null;
        List<Integer> geospatialTypes = null;
        int outer = in.beginStruct(field);
        while (in.nextField(GEOSPATIAL_STATISTICS)) {
            switch (in.fieldId()) {
                case 1 -> bbox = boundingBox(in);
                case 2 -> geospatialTypes = geospatialTypes(in);
                default -> in.skip("GeospatialStatistics");
            }
        }
        in.endStruct(outer);
        return new GeospatialStatistics(bbox, geospatialTypes);
    }

    private static List<Integer> geospatialTypes(CompactReader in) {
        int size = in.beginList(WireType.I32, "GeospatialStatistics.geospatial_types");
        List<Integer> types = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            types.add(in.elementI32("GeospatialStatistics.geospatial_types"));
        }
        return types;
    }

    private static BoundingBox boundingBox(CompactReader in) {
        double[] bounds = new double[4];
        Double zmin = null;
        Double zmax = null;
        Double mmin = null;
        Double mmax = null;
        int seen = 0;
        int outer = in.beginStruct("GeospatialStatistics.bbox");
        while (in.nextField(BOUNDING_BOX)) {
            seen |= in.fieldBit();
            switch (in.fieldId()) {
                case 1 -> bounds[0] = in.real("BoundingBox.xmin");
                case 2 -> bounds[1] = in.real("BoundingBox.xmax");
                case 3 -> bounds[2] = in.real("BoundingBox.ymin");
                case 4 -> bounds[3] = in.real("BoundingBox.ymax");
                case 5 -> zmin = in.real("BoundingBox.zmin");
                case 6 -> zmax = in.real("BoundingBox.zmax");
                case 7 -> mmin = in.real("BoundingBox.mmin");
                case 8 -> mmax = in.real("BoundingBox.mmax");
                default -> in.skip("BoundingBox");
            }
        }
        in.endStruct(outer);
        in.require(seen, 1, "BoundingBox.xmin");
        in.require(seen, 2, "BoundingBox.xmax");
        in.require(seen, 3, "BoundingBox.ymin");
        in.require(seen, 4, "BoundingBox.ymax");
        return new BoundingBox(bounds[0], bounds[1], bounds[2], bounds[3], zmin, zmax, mmin, mmax);
    }

    /** Reads the current field as a list of i64. */
    static List<Long> longs(CompactReader in, String field) {
        int size = in.beginList(WireType.I64, field);
        List<Long> values = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            values.add(in.elementI64(field));
        }
        return values;
    }
}
