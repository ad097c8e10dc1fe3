package io.pq2.internal.statistics;

/** The order of the values that {@link MinMaxDecoder} makes: those of one class are ordered, those of two are not. */
public final class ValueOrder {

    private ValueOrder() {}

    /** Whether two values have an order. */
    public static boolean comparable(Comparable<?> left, Comparable<?> right) {
        return left.getClass() == right.getClass();
    }

    /** Negative, zero or positive as {@code left} is before, the same as or behind {@code right}, which must be comparable. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // values of one class compare with each other
    public static int compare(Comparable<?> left, Comparable<?> right) {
        if (!comparable(left, right)) {
            throw new IllegalArgumentException(left.getClass() + " and " + right.getClass() + " have no order");
        }
        return ((Comparable) left).compareTo(right);
    }
}
