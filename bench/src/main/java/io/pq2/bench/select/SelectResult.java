package io.pq2.bench.select;

import java.util.Map;

/**
 * The costs of the engines for a query.
 *
 * @param rows the number of rows of the query
 * @param costs the costs by engine; absent for engines that were not selected or returned wrong rows
 * @param remarks the errors by engine
 */
public record SelectResult(
        TableFiles table, SelectQuery query, long rows, Map<String, SelectCost> costs, Map<String, String> remarks) {

    /** Returns the title of the table and the query. */
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
