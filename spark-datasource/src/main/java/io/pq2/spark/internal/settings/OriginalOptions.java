package io.pq2.spark.internal.settings;

import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap;
import scala.collection.immutable.Map;

/** Options with their keys as the user wrote them. A key may end with the name of a column. */
public final class OriginalOptions {

    private OriginalOptions() {}

    /**
     * Returns the options of a map. A {@link CaseInsensitiveMap} lists its keys in lower case; all other maps are
     * returned unchanged.
     */
    public static Map<String, String> of(Map<String, String> options) {
        return options instanceof CaseInsensitiveMap<String> map ? map.originalMap() : options;
    }
}
