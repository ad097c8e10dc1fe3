package io.pq2.bench.store;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The costs of a query.
 *
 * @param query the query
 * @param costs the run with the median time, by source
 * @param floor the seconds that the distance of the store makes necessary
 * @param wrong the sources whose answer differs from that of the first
 */
public record StoreResult(StoreQuery query, Map<StoreSource, StoreCost> costs, double floor, List<String> wrong) {

    StoreCost cost(StoreSource source) {
        return Objects.requireNonNull(costs.get(source));
    }

    double ratio(StoreSource source) {
        return cost(source).seconds() / cost(StoreSource.BUILT_IN).seconds();
    }
}
