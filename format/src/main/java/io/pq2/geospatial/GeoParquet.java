package io.pq2.geospatial;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.geospatial.GeoParquetReader;
import io.pq2.internal.geospatial.GeoParquetText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The metadata of a GeoParquet file, versions 1.0 and 1.1 (<a href="https://geoparquet.org">geoparquet.org</a>). It is
 * JSON in the entry {@value #KEY} of the file's key-value metadata.
 *
 * @param version the version of the specification, for example {@code 1.1.0}
 * @param primaryColumn the name of the geometry column that readers use by default
 * @param columns the geometry columns by name, in the order of the file. Unmodifiable
 */
public record GeoParquet(String version, String primaryColumn, Map<String, GeoColumn> columns) {

    /** The key of the entry. */
    public static final String KEY = "geo";

    /** Copies the map. */
    public GeoParquet {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(primaryColumn, "primaryColumn");
        columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
    }

    /**
     * Reads the value of the entry. Unknown fields are ignored, and versions, encodings and edges are not checked.
     *
     * @throws InvalidDataException if it is not JSON, is nested more than 64 levels deep, has more than 16 Mi
     *     characters, lacks a required field, or has a field of another type than the specification says; the message
     *     names the field
     */
    public static GeoParquet parse(String json) {
        return GeoParquetReader.read(json);
    }

    /**
     * Returns the value of the entry: JSON without blanks.
     *
     * @throws InvalidDataException if a coordinate reference system is not JSON, or a number is infinite or NaN
     */
    public String toJson() {
        return GeoParquetText.write(this);
    }
}
