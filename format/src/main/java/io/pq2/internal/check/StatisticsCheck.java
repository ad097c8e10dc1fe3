package io.pq2.internal.check;

import io.pq2.check.Rule;
import io.pq2.check.Severity;
import io.pq2.exception.FileLocation;
import io.pq2.internal.statistics.MinMaxDecoder;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.internal.statistics.WriterTrust;
import io.pq2.internal.writer.WriterVersion;
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
    private final WriterTrust trust;
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
            WriterVersion writer,
            Findings findings) {
        this.column = column;
        this.columnOrder = columnOrder;
        this.order = order;
        this.trust = WriterTrust.known(writer);
        this.findings = findings;
    }

    /** Whether {@code min_value} and {@code max_value} have an order that is known. */
    boolean hasOrder() {
        return order != MinMaxOrder.UNDEFINED && MinMaxDecoder.of(column, columnOrder) != null;
    }

    /** Returns a check of {@code min_value} and {@code max_value}, or of the column index. */
    MinMaxCheck minMax(Rule rule, FileLocation location) {
        Severity severity = trust.minMax(column) ? Severity.ERROR : Severity.NOTE;
        return new MinMaxCheck(column, order, findings, rule, location, severity);
    }

    /** Checks statistics; {@code distinct_count} only if {@code distinct} is not negative. */
    void statistics(@Nullable Statistics stated, ColumnFacts facts, long distinct, FileLocation location) {
        if (stated == null) {
            return;
        }
        count("null_count", stated.nullCount(), facts.nulls(), Rule.STATISTICS, location);
        count("nan_count", stated.nanCount(), facts.values().nans(), Rule.STATISTICS, location);
        if (distinct >= 0) {
            count("distinct_count", stated.distinctCount(), distinct, Rule.STATISTICS, location);
        }
        if (hasOrder()) {
            minMax(Rule.STATISTICS, location)
                    .check(
                            "min_value",
                            "max_value",
                            stated.minValue(),
                            stated.maxValue(),
                            Boolean.TRUE.equals(stated.isMinValueExact()),
                            Boolean.TRUE.equals(stated.isMaxValueExact()),
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
                            trust.deprecatedMinMax(column) ? Severity.ERROR : Severity.NOTE)
                    .check("min", "max", stated.min(), stated.max(), false, false, facts.values());
        }
    }

    /** Checks level histograms and sizes. */
    void sizes(@Nullable SizeStatistics stated, ColumnFacts facts, FileLocation location) {
        if (stated == null) {
            return;
        }
        Long bytes = stated.unencodedByteArrayDataBytes();
        if (column.field().physicalType() == PhysicalType.BYTE_ARRAY) {
            count("unencoded_byte_array_data_bytes", bytes, facts.values().bytes(), Rule.SIZE_STATISTICS, location);
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
            findings.error(rule, location, name + " is " + stated + ", but the levels are " + Arrays.toString(actual));
        }
    }

    /** Compares a count that may be absent. */
    void count(String name, @Nullable Long stated, long actual, Rule rule, FileLocation location) {
        if (stated != null && stated != actual) {
            findings.error(rule, location, name + " is " + stated + ", but there are " + actual);
        }
    }
}
