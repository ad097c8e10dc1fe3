package io.pq2.internal.write.options;

import io.pq2.write.GeoParquetVersion;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The key-value metadata of the file and of column chunks, in the order of the footer.
 *
 * @param file the entries of the footer
 * @param byColumn the entries of each column chunk, by the dotted path of the column
 * @param geoParquet whether the footer gets an entry for GeoParquet
 * @param coverings the columns with the boxes of geometries, which that entry names
 */
public record MetadataOptions(
        Map<String, @Nullable String> file,
        Map<String, Map<String, @Nullable String>> byColumn,
        GeoParquetVersion geoParquet,
        CoveringOptions coverings) {

    /** No entries. */
    public static final MetadataOptions DEFAULT =
            new MetadataOptions(Map.of(), Map.of(), GeoParquetVersion.NONE, CoveringOptions.DEFAULT);

    /** Returns these options with one more entry of the footer. */
    public MetadataOptions with(String key, @Nullable String value) {
        return new MetadataOptions(added(file, key, value), byColumn, geoParquet, coverings);
    }

    /** Returns these options with one more entry of a column's chunks. */
    public MetadataOptions with(String dottedPath, String key, @Nullable String value) {
        Map<String, Map<String, @Nullable String>> changed = new HashMap<>(byColumn);
        changed.put(dottedPath, added(column(dottedPath), key, value));
        return new MetadataOptions(file, changed, geoParquet, coverings);
    }

    /** Returns these options with or without an entry for GeoParquet. */
    public MetadataOptions with(GeoParquetVersion value) {
        return new MetadataOptions(file, byColumn, value, coverings);
    }

    /** Returns these options with other columns for the boxes of geometries. */
    public MetadataOptions with(CoveringOptions value) {
        return new MetadataOptions(file, byColumn, geoParquet, value);
    }

    private static Map<String, @Nullable String> added(
            Map<String, @Nullable String> entries, String key, @Nullable String value) {
        Map<String, @Nullable String> changed = new LinkedHashMap<>(entries);
        changed.put(key, value);
        return Collections.unmodifiableMap(changed);
    }

    /** Returns the entries of a column's chunks. */
    public Map<String, @Nullable String> column(String dottedPath) {
        return byColumn.getOrDefault(dottedPath, Map.of());
    }

    /** Returns the dotted paths of the columns with entries, sorted. */
    public Set<String> columns() {
        return new TreeSet<>(byColumn.keySet());
    }
}
