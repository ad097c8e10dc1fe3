package io.pq2.internal.predicate.filter;

import java.util.List;

/**
 * The operands of AND or OR in the order in which they are best checked: those first that decide many rows in little time. Time
 * and rows are measured and soon forgotten, for data changes.
 */
final class FilterOperands {

    private static final int BATCHES_PER_ORDER = 16;

    private final FilterNode[] nodes;
    private final double[] nanos;
    private final double[] asked;
    private final double[] decided;
    private int batches;

    FilterOperands(List<FilterNode> operands) {
        nodes = operands.toArray(new FilterNode[0]);
        nanos = new double[nodes.length];
        asked = new double[nodes.length];
        decided = new double[nodes.length];
    }

    int size() {
        return nodes.length;
    }

    List<FilterNode> nodes() {
        return List.of(nodes);
    }

    FilterNode get(int index) {
        return nodes[index];
    }

    /** Remembers what an operand did. */
    void measured(int index, long time, int rowsAsked, int rowsDecided) {
        nanos[index] += time;
        asked[index] += rowsAsked;
        decided[index] += rowsDecided;
    }

    /** To be called after each batch. */
    void endBatch() {
        batches++;
        if (batches % BATCHES_PER_ORDER == 0 || batches == 2) {
            order();
            for (int i = 0; i < nodes.length; i++) {
                nanos[i] /= 2;
                asked[i] /= 2;
                decided[i] /= 2;
            }
        }
    }

    private void order() {
        for (int i = 1; i < nodes.length; i++) {
            for (int j = i; j > 0 && price(j) < price(j - 1); j--) {
                swap(nodes, j);
                swap(nanos, j);
                swap(asked, j);
                swap(decided, j);
            }
        }
    }

    /** Time a decided row. An operand that was not asked lately keeps what is known of it. */
    private double price(int index) {
        return (nanos[index] + 1) / (decided[index] + asked[index] / 1024 + 1e-9);
    }

    private static void swap(double[] values, int j) {
        double value = values[j];
        values[j] = values[j - 1];
        values[j - 1] = value;
    }

    private static void swap(FilterNode[] values, int j) {
        FilterNode value = values[j];
        values[j] = values[j - 1];
        values[j - 1] = value;
    }
}
