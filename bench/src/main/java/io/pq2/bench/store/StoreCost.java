package io.pq2.bench.store;

import io.pq2.it.store.RequestChains;
import io.pq2.it.store.StoreRequest;
import java.util.List;

/**
 * What one run of a query cost.
 *
 * @param seconds the time
 * @param requests the requests to the store
 */
record StoreCost(double seconds, List<StoreRequest> requests) {

    long count(String operation) {
        return requests.stream()
                .filter(request -> request.operation().equals(operation))
                .count();
    }

    /** Returns the length of all answers in bytes. */
    long bytes() {
        return requests.stream().mapToLong(StoreRequest::bytes).sum();
    }

    /** Returns the length of the longest chain of requests; see {@link RequestChains#longest}. */
    int chain() {
        return RequestChains.longest(requests);
    }
}
