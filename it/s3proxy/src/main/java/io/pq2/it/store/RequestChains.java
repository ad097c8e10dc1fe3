package io.pq2.it.store;

import java.util.Comparator;
import java.util.List;

/** Finds out how many requests had to wait for each other. */
public final class RequestChains {

    private RequestChains() {}

    /**
     * Returns the length of the longest chain. In a chain, each request was sent after the previous one had been
     * answered. A query takes at least as many delays of the store.
     *
     * @param requests requests in any order
     */
    public static int longest(List<StoreRequest> requests) {
        int length = 0;
        long end = Long.MIN_VALUE;
        // The request that ends first leaves the most time for the rest of the chain.
        for (StoreRequest request : requests.stream()
                .sorted(Comparator.comparingLong(StoreRequest::end))
                .toList()) {
            if (request.start() >= end) {
                length++;
                end = request.end();
            }
        }
        return length;
    }
}
