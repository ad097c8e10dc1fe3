package io.pq2.internal.inspect.doctor;

import io.pq2.inspect.PlainValue;
import io.pq2.inspect.TableDiagnosis;
import io.pq2.inspect.TableDiagnosis.Kind;
import io.pq2.inspect.TableDiagnosis.Remedy;
import io.pq2.internal.exception.NumberText;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.Statistics;
import io.pq2.predicate.ByteString;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ranges from min to max of a column in all row groups. */
public final class ColumnOverlap {

    /** A filter for one value that reads more than this share of the bytes is a finding. */
    private static final double MAX_SHARE = 0.25;

    private static final int MIN_RANGES = 4;
    private static final int PERCENT = 100;

    private record Range(Comparable<Object> min, Comparable<Object> max, long bytes) {}

    private final List<Range> ranges = new ArrayList<>();
    private long withoutRange;
    private long files;

    /** Adds the row groups of a file. */
    public void add(ParquetFile file, Column column) {
        files++;
        for (RowGroup group : file.metadata().rowGroups()) {
            ColumnMetaData metadata = group.columns().get(column.index()).metadata();
            Statistics statistics = metadata == null ? null : metadata.statistics();
            Comparable<Object> min = statistics == null ? null : value(column, statistics.minValue());
            Comparable<Object> max = statistics == null ? null : value(column, statistics.maxValue());
            boolean same = ranges.isEmpty()
                    || (min != null && min.getClass() == ranges.get(0).min().getClass());
            if (min == null || max == null || !same) {
                withoutRange++;
            } else {
                ranges.add(new Range(min, max, Math.max(0, group.totalByteSize())));
            }
        }
    }

    @SuppressWarnings("unchecked") // Values are only compared with values of the same class.
    private static @Nullable Comparable<Object> value(Column column, byte @Nullable [] plain) {
        if (plain == null) {
            return null;
        }
        Object value = PlainValue.of(column, plain);
        Object ordered = value instanceof String || value instanceof byte[] ? ByteString.of(plain) : value;
        return ordered instanceof Comparable ? (Comparable<Object>) ordered : null;
    }

    /** Adds a diagnosis if a filter for one value reads a large part of the table. */
    public void diagnose(String path, Diagnoses found) {
        if (ranges.size() < MIN_RANGES) {
            return;
        }
        double share = share();
        if (share <= MAX_SHARE) {
            return;
        }
        long all = ranges.stream().mapToLong(Range::bytes).sum();
        found.add(new TableDiagnosis(
                Kind.UNSORTED,
                path,
                files,
                "the ranges of " + NumberText.of(ranges.size(), "row group") + " overlap"
                        + (withoutRange > 0 ? "; " + NumberText.count(withoutRange) + " more have no min and max" : ""),
                "a filter for one value reads about " + Math.round(share * PERCENT) + " % of the bytes, "
                        + NumberText.bytes(Math.round(share * all)) + " uncompressed (estimate)",
                Remedy.SORT));
    }

    /**
     * Returns the share of the bytes whose ranges contain a value, on average over the smallest values of all ranges.
     */
    private double share() {
        List<Range> byMin = new ArrayList<>(ranges);
        byMin.sort(Comparator.comparing(Range::min));
        List<Range> byMax = new ArrayList<>(ranges);
        byMax.sort(Comparator.comparing(Range::max));
        double all = Math.max(1, ranges.stream().mapToLong(Range::bytes).sum());
        double sum = 0;
        double begun = 0;
        double ended = 0;
        int begin = 0;
        int end = 0;
        for (Range range : byMin) {
            while (begin < byMin.size() && byMin.get(begin).min().compareTo(range.min()) <= 0) {
                begun += byMin.get(begin).bytes();
                begin++;
            }
            while (end < byMax.size() && byMax.get(end).max().compareTo(range.min()) < 0) {
                ended += byMax.get(end).bytes();
                end++;
            }
            sum += (begun - ended) / all;
        }
        return sum / ranges.size();
    }
}
