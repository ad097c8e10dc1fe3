package io.pq2.bench.measure;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rounds in which contestants take turns, so that changes of the machine's speed affect all of them alike.
 *
 * @param warmUp the rounds before the measured ones
 * @param measured the measured rounds
 */
public record Rounds(int warmUp, int measured) {

    /** A turn of a contestant. */
    @FunctionalInterface
    public interface Turn<K, C> {
        /** Performs the work and returns its cost. */
        C cost(K contestant) throws IOException, SQLException;
    }

    /** Runs all rounds. Returns the costs of the measured rounds by contestant, in the given order. */
    public <K, C> Map<K, List<C>> run(List<K> contestants, Turn<K, C> turn) throws IOException, SQLException {
        Map<K, List<C>> costs = new LinkedHashMap<>();
        for (int round = -warmUp; round < measured; round++) {
            for (K contestant : contestants) {
                C cost = turn.cost(contestant);
                if (round >= 0) {
                    costs.computeIfAbsent(contestant, key -> new ArrayList<>()).add(cost);
                }
            }
        }
        return costs;
    }
}
