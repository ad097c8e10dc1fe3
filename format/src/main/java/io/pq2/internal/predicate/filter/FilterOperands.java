package io.pq2.internal.predicate.filter;

import java.util.List;

/**
 * The operands of AND or OR, ordered by measured cost: operands that decide many rows in little time come first.
 * Measurements decay, because data changes.
 */
final class FilterOperands {

    private static final int BATCHES_PER_ORDER = 16;

    private final FilterNode[] nodes;
    private final double[] nanos;
    private final double[] rowsIn;
    private final double[] decided;
    private int batches;

    FilterOperands(List<FilterNode> operands) {
        nodes = operands.toArray(new FilterNode[0]);
        nanos = new double[nodes.length];
        rowsIn = new double[nodes.length];
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

    /**
     * Records one evaluation of an operand.
     *
     * @param time nanoseconds
     * @param rowsChecked rows that the operand checked
     * @param rowsDecided rows that later operands need not check
     */
    void measured(int index, long time, int rowsChecked, int rowsDecided) {
        nanos[index] += time;
        rowsIn[index] += rowsChecked;
        decided[index] += rowsDecided;
    }

    /** Ends a batch; every 16 batches the operands are reordered. */
    void endBatch() {
        batches++;
        if (batches % BATCHES_PER_ORDER == 0 || batches == 2) {
            order();
            for (int i = 0; i < nodes.length; i++) {
                nanos[i] /= 2;
                rowsIn[i] /= 2;
                decided[i] /= 2;
            }
        }
    }

    private void order() {
        for (int i = 1; i < nodes.length; i++) {
            for (int j = i; j > 0 && cost(j) < cost(j - 1); j--) {
                swap(nodes, j);
                swap(nanos, j);
                swap(rowsIn, j);
                swap(decided, j);
            }
        }
    }

    /** Returns the nanoseconds per decided row. An operand that was not evaluated lately keeps its last estimate. */
    private double cost(int index) {
        return (nanos[index] + 1) / (decided[index] + rowsIn[index] / 1024 + 1e-9);
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
