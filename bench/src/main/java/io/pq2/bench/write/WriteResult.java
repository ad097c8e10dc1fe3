package io.pq2.bench.write;

import java.util.Map;

/**
 * What the engines made of a table in one compression.
 *
 * @param table the table's name
 * @param rows the table's rows
 * @param bytes the table's bytes, see {@link Table#bytes()}
 * @param compression the compression of pages
 * @param costs the medians of each engine with a right file
 * @param sizes the bytes of the same engines' files
 * @param peaks the peaks of their heap, for those that write in it
 * @param remarks what is wrong with the files of the others
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

    /** The CPU time of the thread that wrote. */
    double cpuSeconds(String engine) {
        return costs.containsKey(engine) ? costs.get(engine).threadSeconds() : Double.NaN;
    }

    double size(String engine) {
        return sizes.containsKey(engine) ? sizes.get(engine) : Double.NaN;
    }
}
