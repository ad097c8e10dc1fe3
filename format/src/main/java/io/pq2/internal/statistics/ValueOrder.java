package io.pq2.internal.statistics;

/** Compares the values that {@link MinMaxDecoder} returns. Only values of one class have an order. */
public final class ValueOrder {

    private ValueOrder() {}

    /** Whether two values have an order. */
    public static boolean comparable(Comparable<?> left, Comparable<?> right) {
        return left.getClass() == right.getClass();
    }

    /**
     * Compares two values that are {@link #comparable}.
     *
     * @throws IllegalArgumentException if they are not comparable
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // values of one class compare with each other
    public static int compare(Comparable<?> left, Comparable<?> right) {
        if (!comparable(left, right)) {
            throw new IllegalArgumentException(left.getClass() + " and " + right.getClass() + " have no order");
        }
        return ((Comparable) left).compareTo(right);
    }
}
