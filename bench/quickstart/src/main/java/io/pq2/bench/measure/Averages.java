package io.pq2.bench.measure;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** Medians and geometric means. */
public final class Averages {

    private Averages() {}

    /** Returns the median of at least one number; the larger of the two in the middle for an even count. */
    public static double median(double... numbers) {
        double[] sorted = numbers.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** Returns the median of a number over a list with at least one element. */
    public static <T> double median(List<T> elements, ToDoubleFunction<T> number) {
        return median(elements.stream().mapToDouble(number).toArray());
    }

    /** Returns the geometric mean of the finite numbers; NaN if there is none. */
    public static double geometricMean(DoubleStream numbers) {
        return Math.exp(
                numbers.filter(Double::isFinite).map(Math::log).average().orElse(Double.NaN));
    }

    /** Returns the geometric mean of the finite numbers over a list; NaN if there is none. */
    public static <T> double geometricMean(List<T> elements, ToDoubleFunction<T> number) {
        return geometricMean(elements.stream().mapToDouble(number));
    }
}
