package io.pq2.internal.check;

import io.pq2.check.Rule;
import io.pq2.exception.FileLocation;
import io.pq2.internal.statistics.MinMaxDecoder;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.internal.writer.FaultyWriters;
import io.pq2.internal.writer.WriterFault;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.SizeStatistics;
import io.pq2.metadata.Statistics;
import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares the statistics of a column chunk or a page with its values. */
final class StatisticsCheck {

    private final Column column;
    private final @Nullable ColumnOrder columnOrder;
    private final MinMaxOrder order;
    private final WriterFaults faults;
    private final Findings findings;

    /**
     * Creates a check.
     *
     * @param columnOrder the column's element of {@code column_orders}; null if the file has none
     */
    StatisticsCheck(
            Column column,
            @Nullable ColumnOrder columnOrder,
            MinMaxOrder order,
            WriterFaults faults,
            Findings findings) {
        this.column = column;
        this.columnOrder = columnOrder;
        this.order = order;
        this.faults = faults;
        this.findings = findings;
    }

    /** Whether {@code min_value} and {@code max_value} have an order that is known. */
    boolean hasOrder() {
        return order != MinMaxOrder.UNDEFINED && MinMaxDecoder.of(column, columnOrder) != null;
    }

    /** Returns a check of the column index. */
    MinMaxCheck indexMinMax(FileLocation location) {
        return new MinMaxCheck(
                column, order, findings, Rule.COLUMN_INDEX, location, faults, WriterFaults.Place.COLUMN_INDEX);
    }

    /**
     * Checks statistics.
     *
     * @param distinct the number of different values; negative if it is not known
     */
    void statistics(@Nullable Statistics stated, ColumnFacts facts, long distinct, FileLocation location) {
        if (stated == null) {
            return;
        }
        nullCount("null_count", stated.nullCount(), facts, Rule.STATISTICS, location);
        count("nan_count", stated.nanCount(), facts.values().nans(), Rule.STATISTICS, location);
        distinctCount(stated.distinctCount(), facts, distinct, location);
        if (hasOrder()) {
            new MinMaxCheck(column, order, findings, Rule.STATISTICS, location, faults, WriterFaults.Place.STATISTICS)
                    .check(
                            "min_value",
                            "max_value",
                            stated.minValue(),
                            stated.maxValue(),
                            stated.isMinValueExact(),
                            stated.isMaxValueExact(),
                            facts.values());
        }
        deprecated(stated, facts, location);
    }

    /** Checks the deprecated min and max where readers use them: for signed numbers, and where both are equal. */
    private void deprecated(Statistics stated, ColumnFacts facts, FileLocation location) {
        MinMaxDecoder decoder = MinMaxDecoder.ofDeprecated(column);
        boolean used = decoder != null
                && order != MinMaxOrder.UNDEFINED
                && (decoder.isSigned() || MinMaxCheck.equal(stated.min(), stated.max()));
        if (used) {
            MinMaxOrder typeOrder = MinMaxOrder.of(column.field());
            new MinMaxCheck(
                            column,
                            typeOrder,
                            findings,
                            Rule.STATISTICS,
                            location,
                            faults,
                            WriterFaults.Place.DEPRECATED)
                    .check("min", "max", stated.min(), stated.max(), null, null, facts.values());
        }
    }

    private void distinctCount(@Nullable Long stated, ColumnFacts facts, long distinct, FileLocation location) {
        if (stated == null) {
            return;
        }
        boolean zero = stated == 0 && !facts.values().isEmpty();
        if (zero || (distinct >= 0 && stated != distinct)) {
            findings.wrong(
                    zero ? faults.row(WriterFault.ZERO_DISTINCT_COUNT) : null,
                    Rule.STATISTICS,
                    location,
                    "distinct_count is " + stated + ", but there are "
                            + (distinct < 0 ? "values" : distinct + " different values"));
        }
    }

    /** Compares a number of nulls that may be absent. */
    void nullCount(String name, @Nullable Long stated, ColumnFacts facts, Rule rule, FileLocation location) {
        if (stated != null && stated != facts.nulls()) {
            FaultyWriters.Row row = faults.ofNullCount(stated, facts);
            findings.wrong(
                    row == null && rule == Rule.COLUMN_INDEX ? faults.ofPageIndex() : row,
                    rule,
                    location,
                    name + " is " + stated + ", but there are " + facts.nulls());
        }
    }

    /** Checks level histograms and sizes. */
    void sizes(@Nullable SizeStatistics stated, ColumnFacts facts, FileLocation location) {
        if (stated == null) {
            return;
        }
        Long bytes = stated.unencodedByteArrayDataBytes();
        if (bytes != null && column.field().physicalType() == PhysicalType.BYTE_ARRAY) {
            bytes(bytes, facts.values().bytes(), Rule.SIZE_STATISTICS, "unencoded_byte_array_data_bytes", location);
        }
        histogram(
                "repetition_level_histogram",
                stated.repetitionLevelHistogram(),
                facts.repetitions(),
                Rule.SIZE_STATISTICS,
                location);
        histogram(
                "definition_level_histogram",
                stated.definitionLevelHistogram(),
                facts.definitions(),
                Rule.SIZE_STATISTICS,
                location);
    }

    /** Compares a histogram; an empty one is absent. */
    void histogram(String name, @Nullable List<Long> stated, long[] actual, Rule rule, FileLocation location) {
        if (stated == null || stated.isEmpty()) {
            return;
        }
        long[] values = stated.stream().mapToLong(Long::longValue).toArray();
        if (!Arrays.equals(values, actual)) {
            FaultyWriters.Row row = rule == Rule.COLUMN_INDEX
                    ? faults.first(WriterFault.PAGE_INDEX, WriterFault.OFFSET_INDEX, WriterFault.LEVEL_HISTOGRAMS)
                    : faults.row(WriterFault.LEVEL_HISTOGRAMS);
            findings.wrong(
                    row, rule, location, name + " is " + stated + ", but the levels are " + Arrays.toString(actual));
        }
    }

    /** Compares the bytes of byte arrays. */
    void bytes(long stated, long actual, Rule rule, String name, FileLocation location) {
        if (stated != actual) {
            findings.wrong(
                    faults.ofUnencodedBytes(stated, actual),
                    rule,
                    location,
                    name + " is " + stated + ", but there are " + actual);
        }
    }

    /** Compares a count that may be absent. */
    private void count(String name, @Nullable Long stated, long actual, Rule rule, FileLocation location) {
        if (stated != null && stated != actual) {
            findings.error(rule, location, name + " is " + stated + ", but there are " + actual);
        }
    }
}
