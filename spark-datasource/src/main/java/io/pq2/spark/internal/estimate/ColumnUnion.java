package io.pq2.spark.internal.estimate;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Combines the estimates of a column in several files. What is unknown in one file is unknown.
 *
 * @param files the files with rows
 * @param column the index of the column
 */
record ColumnUnion(List<FileEstimate> files, int column) {

    /** Returns the estimate of the column in all files. */
    ColumnEstimate estimate(double bytes) {
        Object min = bound(ColumnEstimate::min, -1);
        Object max = bound(ColumnEstimate::max, 1);
        return new ColumnEstimate(bytes, nulls(), distinct(min, max), min, max);
    }

    private ColumnEstimate of(FileEstimate file) {
        return file.columns().get(column);
    }

    private @Nullable Long nulls() {
        return files.stream().anyMatch(file -> of(file).nulls() == null)
                ? null
                : Long.valueOf(files.stream()
                        .mapToLong(file -> Objects.requireNonNull(of(file).nulls()))
                        .sum());
    }

    private @Nullable Object bound(Function<ColumnEstimate, @Nullable Object> side, int direction) {
        Object best = null;
        for (FileEstimate file : files) {
            Object value = side.apply(of(file));
            if (value == null) {
                return null;
            }
            best = best == null || direction * SparkValues.compare(value, best) > 0 ? value : best;
        }
        return best;
    }

    /**
     * Returns the number of distinct values. Values that are mostly distinct in a file, such as keys, are taken for
     * other values in each file, and repeated values for the same.
     */
    private @Nullable Long distinct(@Nullable Object min, @Nullable Object max) {
        double distinct = 0;
        for (FileEstimate file : files) {
            Long ofFile = of(file).distinct();
            if (ofFile == null) {
                return null;
            }
            distinct = ofFile > file.rows() / 2 ? distinct + ofFile : Math.max(distinct, ofFile);
        }
        double range = min == null || max == null ? Double.POSITIVE_INFINITY : SparkValues.countBetween(min, max);
        return (long) Math.min(distinct, range);
    }
}
