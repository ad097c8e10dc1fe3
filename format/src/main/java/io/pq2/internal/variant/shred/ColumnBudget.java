package io.pq2.internal.variant.shred;

/** The number of columns that inferred types may still have. */
final class ColumnBudget {

    private int left;

    ColumnBudget(int columns) {
        left = columns;
    }

    /** Whether columns are left. */
    boolean isLeft() {
        return left > 0;
    }

    /** Takes one column. Returns whether another one is left. */
    boolean take() {
        left--;
        return left > 0;
    }
}
