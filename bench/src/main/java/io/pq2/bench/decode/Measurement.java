package io.pq2.bench.decode;

import java.util.Map;

/**
 * A row of a table.
 *
 * @param group the table
 * @param name its title
 * @param rows of the file
 * @param bytes of the column chunks, as stored
 * @param floorMillis what reading and decompressing the pages takes; NaN if that is not possible
 * @param millis the median of each engine that reads the case, by the engine's name
 * @param remarks on each other engine, by its name
 */
public record Measurement(
        CaseGroup group,
        String name,
        long rows,
        long bytes,
        double floorMillis,
        Map<String, Double> millis,
        Map<String, String> remarks) {

    /** How many times as long as {@code base} an engine took; NaN if one of the two does not read the case. */
    double ratio(String engine, String base) {
        return millis.getOrDefault(engine, Double.NaN) / millis.getOrDefault(base, Double.NaN);
    }
}
