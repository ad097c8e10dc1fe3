package io.pq2.inspect;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the values of a column are like.
 *
 * <p>Values are Java values as in {@link io.pq2.record.Row#get(int)}; numbers are {@code Long}, {@code BigInteger} or
 * {@code Double}. Min, max and quantiles are null or empty if there are no values, if their type has no order, or if
 * the column has different types in different files.
 *
 * @param path the dotted path of the column
 * @param type the type of the column in the notation of Parquet, in the first file that has it
 * @param values the number of values that are not null, in lists too
 * @param nulls the number of nulls. An empty list has neither values nor nulls
 * @param nans the number of NaNs, which are included in {@code values} and not in min, max and quantiles
 * @param distinct the estimated number of distinct values, with a standard error of 0.8 %
 * @param min the smallest value
 * @param max the largest value
 * @param minLength the length of the shortest text or bytes; -1 for other types and without values
 * @param maxLength the length of the longest text or bytes; -1 for other types and without values
 * @param meanLength the mean length of text or bytes; NaN for other types and without values
 * @param quantiles the values at {@link TableProfile#QUANTILES}, of a random sample of 4,096 values: their ranks differ
 *     from the exact ones by less than 2 percentage points in 19 of 20 cases. Text and bytes are cut after 64 bytes
 */
public record ColumnProfile(
        String path,
        String type,
        long values,
        long nulls,
        long nans,
        long distinct,
        @Nullable Object min,
        @Nullable Object max,
        long minLength,
        long maxLength,
        double meanLength,
        List<Object> quantiles) {

    public ColumnProfile {
        quantiles = List.copyOf(quantiles);
    }
}
