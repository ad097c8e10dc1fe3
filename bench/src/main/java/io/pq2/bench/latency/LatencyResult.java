package io.pq2.bench.latency;

import java.util.Map;
import java.util.Objects;

/**
 * The times of a query.
 *
 * @param title names the query and how it reached the table
 * @param seconds the median by name of the source
 * @param wrong by name of the source: its answer, if it differs from that of the built-in source
 */
public record LatencyResult(String title, Map<String, Double> seconds, Map<String, String> wrong) {

    /** Returns the median time of a source in seconds. */
    double seconds(LatencySource source) {
        return Objects.requireNonNull(seconds.get(source.name()));
    }

    /** Returns the time of a source, divided by that of the built-in source. */
    double ratio(LatencySource source) {
        return seconds(source) / seconds(LatencySource.BUILT_IN);
    }
}
