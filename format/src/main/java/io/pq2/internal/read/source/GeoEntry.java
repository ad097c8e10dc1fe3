package io.pq2.internal.read.source;

import io.pq2.exception.InvalidDataException;
import io.pq2.geospatial.GeoParquet;
import io.pq2.metadata.KeyValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The GeoParquet metadata of a file. */
public final class GeoEntry {

    private GeoEntry() {}

    /** Returns the JSON of the metadata; absent if the file has none. */
    public static @Nullable String json(OpenFile file) {
        String json = null;
        List<KeyValue> entries = file.metadata().keyValueMetadata();
        for (KeyValue entry : entries == null ? List.<KeyValue>of() : entries) {
            json = entry.key().equals(GeoParquet.KEY) ? entry.value() : json;
        }
        return json;
    }

    /** Returns the metadata; absent if the file has none or it cannot be read. */
    public static @Nullable GeoParquet of(OpenFile file) {
        String json = json(file);
        try {
            return json == null ? null : GeoParquet.parse(json);
        } catch (InvalidDataException e) {
            // A file whose rows are readable is not refused for it. The check of the file reports it.
            return null;
        }
    }
}
