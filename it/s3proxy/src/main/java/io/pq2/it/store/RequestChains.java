package io.pq2.it.store;

import java.util.Comparator;
import java.util.List;

/** Finds out how many requests had to wait for each other. */
public final class RequestChains {

    private RequestChains() {}

    /**
     * Returns the largest number of requests of which each began after the one before it had been answered. A query of
     * one task takes at least that many times the delay of the store.
     *
     * @param requests requests in any order
     */
    public static int longest(List<StoreRequest> requests) {
        int length = 0;
        long end = Long.MIN_VALUE;
        // Of intervals on a line, those that end first leave the most room for others.
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
