package io.pq2.bench.store;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The costs of a write.
 *
 * @param costs the run with the median time
 * @param wrong the writers whose table has other rows than the ones that were written
 */
public record StoreWriteResult(StoreWrite write, Map<StoreWriter, StoreCost> costs, List<String> wrong) {

    StoreCost cost(StoreWriter writer) {
        return Objects.requireNonNull(costs.get(writer));
    }

    double ratio(StoreWriter writer) {
        return cost(writer).seconds() / cost(StoreWriter.BUILT_IN).seconds();
    }
}
