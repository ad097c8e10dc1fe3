package io.pq2.spark.internal.kernel.values;

import java.util.Arrays;

/** Grows arrays with an element per group. */
public final class Sizes {

    private Sizes() {}

    /** Returns an array for at least {@code groups} elements, with the elements of another and zeros. */
    public static long[] grown(long[] array, int groups) {
        return array.length >= groups ? array : Arrays.copyOf(array, capacity(groups));
    }

    /** Returns an array for at least {@code groups} elements, with the elements of another and zeros. */
    public static double[] grown(double[] array, int groups) {
        return array.length >= groups ? array : Arrays.copyOf(array, capacity(groups));
    }

    /** Returns an array for at least {@code groups} elements, with the elements of another and false. */
    public static boolean[] grown(boolean[] array, int groups) {
        return array.length >= groups ? array : Arrays.copyOf(array, capacity(groups));
    }

    /** Returns the bytes of an array's elements. */
    public static long bytes(long[] array) {
        return (long) Long.BYTES * array.length;
    }

    /** Returns the bytes of an array's elements. */
    public static long bytes(double[] array) {
        return (long) Double.BYTES * array.length;
    }

    /** Returns the bytes of an array's elements. */
    public static long bytes(int[] array) {
        return (long) Integer.BYTES * array.length;
    }

    /** Returns the bytes of an array's elements. */
    public static long bytes(boolean[] array) {
        return array.length;
    }

    private static int capacity(int groups) {
        return Math.max(64, 2 * groups);
    }
}
