package io.pq2.bench.write;

import java.util.Map;

/**
 * The results of the engines for a table with one compression.
 *
 * @param table the table's name
 * @param rows the table's rows
 * @param bytes the table's bytes, see {@link Table#bytes()}
 * @param compression the compression of pages
 * @param costs the medians of each engine that wrote a correct file
 * @param sizes the sizes of these files in bytes, by engine
 * @param peaks the peak heap use in bytes, for engines that use the Java heap
 * @param remarks the errors in the files of the other engines
 */
public record WriteResult(
        String table,
        long rows,
        long bytes,
        PageCompression compression,
        Map<String, Cost> costs,
        Map<String, Long> sizes,
        Map<String, Long> peaks,
        Map<String, String> remarks) {

    String title() {
        return table + ", " + compression.title();
    }

    double seconds(String engine) {
        return costs.containsKey(engine) ? costs.get(engine).seconds() : Double.NaN;
    }

    /** Returns the CPU time of the writing thread. */
    double cpuSeconds(String engine) {
        return costs.containsKey(engine) ? costs.get(engine).threadSeconds() : Double.NaN;
    }

    /** Returns the bytes that the writing thread allocated. */
    double allocatedBytes(String engine) {
        return costs.containsKey(engine) ? costs.get(engine).allocatedBytes() : Double.NaN;
    }

    double size(String engine) {
        return sizes.containsKey(engine) ? sizes.get(engine) : Double.NaN;
    }
}
