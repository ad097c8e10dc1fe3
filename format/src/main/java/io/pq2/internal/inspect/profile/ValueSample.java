package io.pq2.internal.inspect.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A random sample of values, each with the same probability (reservoir sampling). The rank of a quantile of n values
 * of a sample has a standard error of at most 0.5 / sqrt(n).
 */
final class ValueSample {

    /** The standard error of ranks is at most 0.8 %. */
    private static final int SIZE = 4096;

    /** The same values in the same order give the same sample. */
    private final SplittableRandom random = new SplittableRandom(1);

    private final List<Comparable<Object>> values = new ArrayList<>();
    private long seen;

    void clear() {
        values.clear();
    }

    /** Returns the place of the next value in the sample; -1 if it is not taken. */
    int next() {
        long place = seen < SIZE ? seen : random.nextLong(seen + 1);
        seen++;
        return place < SIZE ? (int) place : -1;
    }

    /** Puts a value to its place. */
    void put(int place, Comparable<Object> value) {
        if (place == values.size()) {
            values.add(value);
        } else {
            values.set(place, value);
        }
    }

    /** Returns the values at shares of the sorted sample; empty without values. */
    List<Object> quantiles(List<Double> shares) {
        List<Comparable<Object>> sorted = new ArrayList<>(values);
        sorted.sort(Comparable::compareTo);
        List<Object> quantiles = new ArrayList<>();
        for (double share : sorted.isEmpty() ? List.<Double>of() : shares) {
            quantiles.add(sorted.get((int) Math.min(sorted.size() - 1L, (long) (share * sorted.size()))));
        }
        return quantiles;
    }
}
