package io.pq2.internal.write.file;

import io.pq2.encryption.FileEncryptionProperties;
import io.pq2.geospatial.BoxCovering;
import io.pq2.geospatial.GeoColumn;
import io.pq2.geospatial.GeoParquet;
import io.pq2.internal.geospatial.GeoParquetText;
import io.pq2.internal.write.options.WriteSettings;
import io.pq2.metadata.BoundingBox;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.metadata.KeyValue;
import io.pq2.metadata.Statistics;
import io.pq2.schema.Column;
import io.pq2.schema.EdgeInterpolation;
import io.pq2.schema.LogicalType;
import io.pq2.write.GeoParquetVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Makes the GeoParquet metadata of a new file from its schema and its geospatial statistics. */
final class GeoMetadata {

    private static final String UNKNOWN_CRS = "null";
    private static final String PROJJSON_PREFIX = "projjson:";

    /** GeoParquet orders axes by longitude and latitude in any case, so these are its default OGC:CRS84. */
    private static final List<String> DEFAULT_CRS = List.of("OGC:CRS84", "EPSG:4326", "srid:4326");

    private final WriteSettings settings;
    private final List<WrittenRowGroup> rowGroups;

    private GeoMetadata(WriteSettings settings, List<WrittenRowGroup> rowGroups) {
        this.settings = settings;
        this.rowGroups = rowGroups;
    }

    /**
     * Returns the key-value metadata with an entry for GeoParquet, if the settings request it, there is no such entry,
     * and the schema has a column that GeoParquet can describe.
     *
     * @param keyValues absent when there is none
     */
    static @Nullable List<KeyValue> add(
            @Nullable List<KeyValue> keyValues,
            List<Column> columns,
            WriteSettings settings,
            List<WrittenRowGroup> rowGroups) {
        GeoParquetVersion version = settings.metadata().geoParquet();
        boolean present = keyValues != null
                && keyValues.stream().anyMatch(entry -> entry.key().equals(GeoParquet.KEY));
        if (version == GeoParquetVersion.NONE || present) {
            return keyValues;
        }
        GeoMetadata metadata = new GeoMetadata(settings, rowGroups);
        Map<String, GeoColumn> described = new LinkedHashMap<>();
        for (Column column : columns) {
            GeoColumn geo = metadata.describe(column);
            if (geo != null) {
                described.put(column.path().get(0), geo);
            }
        }
        if (described.isEmpty()) {
            return keyValues;
        }
        String primary = described.keySet().iterator().next();
        List<KeyValue> all = new ArrayList<>(keyValues == null ? List.of() : keyValues);
        all.add(new KeyValue(GeoParquet.KEY, new GeoParquet(version + ".0", primary, described).toJson()));
        return all;
    }

    /** Describes a column; absent for columns that are not geospatial, or that GeoParquet cannot describe. */
    private @Nullable GeoColumn describe(Column column) {
        if (column.path().size() != 1 || column.maxRepetitionLevel() > 0) {
            return null;
        }
        LogicalType type = column.field().logicalType();
        String edges = null;
        String crs;
        if (type instanceof LogicalType.GeometryType geometry) {
            crs = geometry.crs();
        } else if (type instanceof LogicalType.GeographyType geography
                && (geography.algorithm() == null || geography.algorithm() == EdgeInterpolation.SPHERICAL)) {
            edges = "spherical";
            crs = geography.crs();
        } else {
            return null;
        }
        Summary summary = new Summary(edges != null);
        if (isReadableByAll(column)) {
            rowGroups.forEach(
                    group -> summary.add(group.chunks().get(column.index()).metadata()));
        } else {
            summary.addUnknown();
        }
        return new GeoColumn(
                GeoColumn.WKB, summary.types(), crs(crs), null, edges, summary.box(), null, covering(column));
    }

    /** Returns the columns with the boxes of a column's geometries; absent if the writer has not added any. */
    private @Nullable BoxCovering covering(Column column) {
        String group =
                settings.metadata().coverings().written().get(column.path().get(0));
        return group == null
                ? null
                : new BoxCovering(
                        List.of(group, "xmin"),
                        List.of(group, "ymin"),
                        List.of(group, "xmax"),
                        List.of(group, "ymax"),
                        null,
                        null);
    }

    /** Whether everybody who can read the footer may know the extent of a column. */
    private boolean isReadableByAll(Column column) {
        FileEncryptionProperties encryption = settings.encryption();
        return encryption == null || !encryption.isEncrypted(column);
    }

    /** Returns a coordinate reference system as PROJJSON; absent for the default. */
    private @Nullable String crs(@Nullable String crs) {
        if (crs == null || DEFAULT_CRS.stream().anyMatch(crs::equalsIgnoreCase)) {
            return null;
        }
        String text = crs.startsWith(PROJJSON_PREFIX)
                ? settings.metadata().file().get(crs.substring(PROJJSON_PREFIX.length()))
                : crs;
        String json = text == null ? null : GeoParquetText.projJson(text);
        return json == null ? UNKNOWN_CRS : json;
    }

    /** Collects the statistics of the chunks of a column. */
    private static final class Summary {

        private final boolean geography;
        private final TreeSet<String> types = new TreeSet<>();
        private final List<BoundingBox> boxes = new ArrayList<>();
        private boolean typesKnown = true;
        private boolean boxKnown = true;

        Summary(boolean geography) {
            this.geography = geography;
        }

        void addUnknown() {
            typesKnown = false;
            boxKnown = false;
        }

        void add(ColumnMetaData chunk) {
            GeospatialStatistics statistics = chunk.geospatialStatistics();
            List<Integer> codes = statistics == null ? null : statistics.geospatialTypes();
            if (statistics == null || codes == null || codes.isEmpty()) {
                if (!hasOnlyNulls(chunk)) {
                    addUnknown();
                }
                return;
            }
            for (int code : codes) {
                String name = GeoParquetText.typeName(code);
                typesKnown &= name != null;
                if (name != null) {
                    types.add(name);
                }
            }
            BoundingBox box = statistics.bbox();
            if (box != null) {
                boxes.add(box);
            } else {
                // GEOMETRY chunks lack a box if they have no coordinates, GEOGRAPHY chunks also if it is unknown.
                boxKnown &= !geography;
            }
        }

        private static boolean hasOnlyNulls(ColumnMetaData chunk) {
            Statistics statistics = chunk.statistics();
            return statistics != null && statistics.nullCount() != null && statistics.nullCount() == chunk.numValues();
        }

        List<String> types() {
            return typesKnown ? List.copyOf(types) : List.of();
        }

        /** Returns the box around all boxes; absent if one is unknown, crosses the antimeridian or is infinite. */
        @Nullable
        List<Double> box() {
            if (!boxKnown || boxes.isEmpty() || boxes.stream().anyMatch(box -> box.xmin() > box.xmax())) {
                return null;
            }
            boolean z = boxes.stream().allMatch(box -> box.zmin() != null && box.zmax() != null);
            List<Double> bounds = new ArrayList<>();
            bounds.add(min(BoundingBox::xmin));
            bounds.add(min(BoundingBox::ymin));
            if (z) {
                bounds.add(min(box -> Objects.requireNonNull(box.zmin())));
            }
            bounds.add(max(BoundingBox::xmax));
            bounds.add(max(BoundingBox::ymax));
            if (z) {
                bounds.add(max(box -> Objects.requireNonNull(box.zmax())));
            }
            return bounds.stream().allMatch(Double::isFinite) ? bounds : null;
        }

        private double min(ToDoubleFunction<BoundingBox> bound) {
            return boxes.stream().mapToDouble(bound).min().orElseThrow();
        }

        private double max(ToDoubleFunction<BoundingBox> bound) {
            return boxes.stream().mapToDouble(bound).max().orElseThrow();
        }
    }
}
