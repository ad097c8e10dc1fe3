package io.pq2.bench.decode;

import java.util.Map;

/**
 * A row of a result table.
 *
 * @param group the result table
 * @param name the title of the row
 * @param rows the rows of the file
 * @param bytes the stored size of the column chunks
 * @param floorMillis the time to read and decompress the pages, in milliseconds; NaN if not possible
 * @param millis the median time of each engine that supports the case, by engine name
 * @param remarks a remark on each other engine, by engine name
 */
public record Measurement(
        CaseGroup group,
        String name,
        long rows,
        long bytes,
        double floorMillis,
        Map<String, Double> millis,
        Map<String, String> remarks) {

    /** Returns the ratio of an engine's time to that of {@code base}; NaN if one of them does not support the case. */
    double ratio(String engine, String base) {
        return millis.getOrDefault(engine, Double.NaN) / millis.getOrDefault(base, Double.NaN);
    }
}
