package io.pq2.spark.internal.estimate;

import io.pq2.metadata.ColumnMetaData;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import io.pq2.statistics.ColumnStatistics;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/** Estimates nulls, distinct values, min and max of a column from the statistics of its column chunks. */
final class ValueEstimator {

    /** Dictionaries compress less than pages of ids. */
    private static final double MAX_EXPANSION = 3;

    private final DataType type;
    private long nulls;
    private double distinct;
    private @Nullable Object min;
    private @Nullable Object max;

    /** Whether a row group has no usable statistics, so that nulls, min or max are unknown. */
    private boolean nullsUnknown;

    private boolean boundsUnknown;
    private boolean distinctUnknown;

    ValueEstimator(DataType type) {
        this.type = type;
    }

    /**
     * Adds a row group.
     *
     * @param chunks the column chunks of the column; none if the file does not store it
     */
    void add(ParquetFile file, RowGroupPlan rowGroup, List<ChunkPlan> chunks) {
        if (chunks.size() != 1 || chunks.get(0).column().maxRepetitionLevel() > 0) {
            nullsUnknown = true;
            boundsUnknown = true;
            distinctUnknown = true;
            return;
        }
        ChunkPlan chunk = chunks.get(0);
        ColumnStatistics statistics = file.statistics(rowGroup.ordinal(), chunk.column());
        Long nullCount = statistics.nullCount();
        if (nullCount == null) {
            nullsUnknown = true;
        } else {
            nulls += nullCount;
        }
        addDistinct(chunk.metadata());
        if (statistics.mayHaveNonNull()) {
            addBounds(SparkValues.of(statistics.min(), type), SparkValues.of(statistics.max(), type));
        }
    }

    private void addBounds(@Nullable Object lower, @Nullable Object upper) {
        if (lower == null || upper == null) {
            boundsUnknown = true;
            return;
        }
        min = min == null || SparkValues.compare(lower, min) < 0 ? lower : min;
        max = max == null || SparkValues.compare(upper, max) > 0 ? upper : max;
    }

    /**
     * Counts the distinct values of a chunk: those of its dictionary, or all. Values that are nearly all distinct are
     * taken for other values in each chunk, and others for the same.
     */
    private void addDistinct(ColumnMetaData chunk) {
        double present = ColumnWidth.present(chunk);
        double ofChunk = Math.min(present, dictionarySize(chunk, present));
        distinct = ofChunk > present / 2 ? distinct + ofChunk : Math.max(distinct, ofChunk);
    }

    /** Returns the estimated number of entries of a chunk's dictionary; {@code present} if it has no dictionary. */
    private static double dictionarySize(ColumnMetaData chunk, double present) {
        OptionalLong bytes = PageEncodings.dictionaryBytes(chunk);
        if (bytes.isEmpty()) {
            return present;
        }
        double expansion = (double) chunk.totalUncompressedSize() / Math.max(1, chunk.totalCompressedSize());
        return Math.max(
                1, bytes.getAsLong() * Math.max(1, Math.min(MAX_EXPANSION, expansion)) / PageEncodings.width(chunk));
    }

    /** Returns the estimate. */
    ColumnEstimate estimate(double bytes) {
        Long bounded = distinctUnknown ? null : Long.valueOf((long) Math.min(distinct, distinctOfRange()));
        return new ColumnEstimate(
                bytes,
                nullsUnknown ? null : Long.valueOf(nulls),
                bounded,
                boundsUnknown ? null : min,
                boundsUnknown ? null : max);
    }

    private double distinctOfRange() {
        return boundsUnknown || min == null
                ? Double.POSITIVE_INFINITY
                : SparkValues.countBetween(min, Objects.requireNonNull(max));
    }
}
