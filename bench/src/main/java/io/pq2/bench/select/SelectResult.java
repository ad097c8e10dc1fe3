package io.pq2.bench.select;

import java.util.Map;

/**
 * What the engines took for a query.
 *
 * @param rows how many rows it has
 * @param costs by engine; none of an engine that does not take part, or got other rows
 * @param remarks by engine: what was wrong
 */
public record SelectResult(
        TableFiles table, SelectQuery query, long rows, Map<String, SelectCost> costs, Map<String, String> remarks) {

    /** The table and the query. */
    public String title() {
        return table.title() + ", " + query.title();
    }

    double seconds(String engine) {
        return costs.containsKey(engine) ? costs.get(engine).seconds() : Double.NaN;
    }

    double taskSeconds(String engine) {
        return costs.containsKey(engine) ? costs.get(engine).taskSeconds() : Double.NaN;
    }

    double bytes(String engine) {
        return costs.containsKey(engine) ? costs.get(engine).bytes() : Double.NaN;
    }
}
