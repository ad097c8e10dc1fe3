package io.pq2.internal.geospatial;

import io.pq2.exception.InvalidDataException;
import io.pq2.geospatial.BoxCovering;
import io.pq2.geospatial.GeoColumn;
import io.pq2.geospatial.GeoParquet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the JSON of GeoParquet metadata. */
public final class GeoParquetText {

    private GeoParquetText() {}

    /**
     * Returns the value of the entry; see {@link GeoParquet#toJson}.
     *
     * @throws InvalidDataException if a coordinate reference system is not JSON, or a number is infinite or NaN
     */
    public static String write(GeoParquet metadata) {
        Map<String, Object> columns = new LinkedHashMap<>();
        metadata.columns().forEach((name, column) -> columns.put(name, column(column)));
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("version", metadata.version());
        root.put("primary_column", metadata.primaryColumn());
        root.put("columns", columns);
        return JsonTree.write(root);
    }

    private static Map<String, Object> column(GeoColumn column) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("encoding", column.encoding());
        fields.put("geometry_types", column.geometryTypes());
        put(fields, "crs", column.crs() == null ? null : JsonTree.read(column.crs(), "a coordinate reference system"));
        put(fields, "orientation", column.orientation());
        put(fields, "edges", column.edges());
        put(
                fields,
                "bbox",
                column.bbox() == null
                        ? null
                        : column.bbox().stream().map(GeoParquetText::number).toList());
        put(fields, "epoch", column.epoch() == null ? null : number(column.epoch()));
        put(fields, "covering", column.covering() == null ? null : Map.of("bbox", paths(column.covering())));
        return fields;
    }

    private static Map<String, Object> paths(BoxCovering covering) {
        Map<String, Object> fields = new LinkedHashMap<>();
        put(fields, "xmin", covering.xmin());
        put(fields, "ymin", covering.ymin());
        put(fields, "zmin", covering.zmin());
        put(fields, "xmax", covering.xmax());
        put(fields, "ymax", covering.ymax());
        put(fields, "zmax", covering.zmax());
        return fields;
    }

    private static JsonTree.Num number(double value) {
        if (!Double.isFinite(value)) {
            throw new InvalidDataException("GeoParquet metadata cannot contain the number " + value);
        }
        return new JsonTree.Num(Double.toString(value));
    }

    private static void put(Map<String, Object> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    /**
     * Returns PROJJSON as the metadata has it, without blanks; absent if a text is not a JSON object or is too large.
     */
    public static @Nullable String projJson(String text) {
        if (!text.startsWith("{")) {
            return null;
        }
        try {
            return JsonTree.read(text, "the coordinate reference system") instanceof Map<?, ?> object
                    ? JsonTree.write(object)
                    : null;
        } catch (InvalidDataException e) {
            return null;
        }
    }

    /** Returns the name of an ISO type code with the suffix of its dimensions; absent if GeoParquet has none. */
    public static @Nullable String typeName(int code) {
        List<String> names = List.of(
                "Point",
                "LineString",
                "Polygon",
                "MultiPoint",
                "MultiLineString",
                "MultiPolygon",
                "GeometryCollection");
        int kind = code % 1000;
        List<String> suffixes = List.of("", " Z");
        int dimensions = code / 1000;
        return kind < 1 || kind > names.size() || dimensions >= suffixes.size()
                ? null
                : names.get(kind - 1) + suffixes.get(dimensions);
    }
}
