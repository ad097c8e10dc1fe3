package io.pq2.internal.check;

import io.pq2.check.Rule;
import io.pq2.check.Severity;
import io.pq2.exception.FileLocation;
import io.pq2.inspect.PlainValue;
import io.pq2.internal.statistics.MinMaxDecoder;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.internal.writer.FaultyWriters;
import io.pq2.schema.Column;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Compares a stated min and max with the values. */
final class MinMaxCheck {

    private final Column column;
    private final MinMaxOrder order;
    private final Findings findings;
    private final Rule rule;
    private final FileLocation location;
    private final WriterFaults faults;
    private final WriterFaults.Place statedIn;

    /**
     * Creates a check of statistics.
     *
     * @param order the order of the column
     * @param faults what the writer is known to do wrongly
     * @param statedIn where min and max are stated
     */
    MinMaxCheck(
            Column column,
            MinMaxOrder order,
            Findings findings,
            Rule rule,
            FileLocation location,
            WriterFaults faults,
            WriterFaults.Place statedIn) {
        this.column = column;
        this.order = order;
        this.findings = findings;
        this.rule = rule;
        this.location = location;
        this.faults = faults;
        this.statedIn = statedIn;
    }

    /**
     * Checks a stated min and max.
     *
     * @param minName the name of the min's field, for messages
     * @param maxName the name of the max's field, for messages
     * @param min the stated min; null if it is absent
     * @param max the stated max; null if it is absent
     * @param minExact whether the min is stated to be one of the values; null if nothing is stated
     * @param maxExact whether the max is stated to be one of the values; null if nothing is stated
     */
    void check(
            String minName,
            String maxName,
            byte @Nullable [] min,
            byte @Nullable [] max,
            @Nullable Boolean minExact,
            @Nullable Boolean maxExact,
            ValueSummary values) {
        byte[] least = values.min();
        byte[] greatest = values.max();
        if (values.isEmpty() && (min != null || max != null)) {
            findings.deviation(rule, location, "there are " + minName + " or " + maxName + ", but all values are null");
            return;
        }
        if (min != null && least != null) {
            bound(true, minName, min, minExact, least, values);
        }
        if (max != null && greatest != null) {
            bound(false, maxName, max, maxExact, greatest, values);
        }
    }

    /**
     * Checks a min or max.
     *
     * @param isMin whether it is a min
     * @param exact whether it is stated to be one of the values; null if nothing is stated
     * @param value the smallest or the largest value
     */
    private void bound(
            boolean isMin, String name, byte[] stated, @Nullable Boolean exact, byte[] value, ValueSummary values) {
        FaultyWriters.Row row = faults.ofBound(statedIn, isMin, stated, exact, values);
        if (!order.hasLength(stated)) {
            findings.wrong(
                    row,
                    rule,
                    location,
                    name + " has " + stated.length + " bytes, which is no value of "
                            + column.field().physicalType());
            return;
        }
        if (isUnorderedNan(stated)) {
            findings.deviation(rule, location, name + " is NaN, which has no order; readers ignore it");
            return;
        }
        int difference = isMin ? compare(stated, value) : compare(value, stated);
        if (difference > 0) {
            findings.wrong(
                    row, rule, location, name + " is " + text(stated) + ", but there is the value " + text(value));
        } else if (difference < 0) {
            inexact(isMin, name, stated, exact, value, row);
        }
    }

    /** Checks a min below all values, or a max above them. */
    private void inexact(
            boolean isMin,
            String name,
            byte[] stated,
            @Nullable Boolean exact,
            byte[] value,
            FaultyWriters.@Nullable Row ofBounds) {
        FaultyWriters.Row ofInexact = faults.ofInexactBound(isMin, stated, value);
        FaultyWriters.Row row = ofInexact == null ? ofBounds : ofInexact;
        String end = isMin ? "smallest" : "largest";
        if (Boolean.TRUE.equals(exact)) {
            findings.wrong(
                    row,
                    rule,
                    location,
                    "is_" + name + "_exact is true, but the " + end + " value is " + text(value) + " and not "
                            + text(stated));
        } else if (exact == null && statedIn == WriterFaults.Place.STATISTICS && isSupposedExact(stated, value, row)) {
            findings.wrong(
                    row,
                    Severity.NOTE,
                    rule,
                    location,
                    name + " is " + text(stated) + ", but the " + end + " value is " + text(value)
                            + "; some readers answer aggregates from it");
        }
    }

    /**
     * Whether readers take a bound without {@code is_min_value_exact} or {@code is_max_value_exact} for a value. They
     * do for numbers. Byte arrays may be shortened, so that only those of a writer with a known fault matter, and only
     * if they are not shorter than the value.
     */
    private boolean isSupposedExact(byte[] stated, byte[] value, FaultyWriters.@Nullable Row row) {
        return switch (order) {
            case BYTES, TEXT, DECIMAL_BYTES -> row != null && stated.length >= value.length;
            default -> true;
        };
    }

    private boolean isUnorderedNan(byte[] stated) {
        return !order.isTotal()
                && MinMaxDecoder.ofValues(column.field()).isFloating()
                && MinMaxDecoder.ofValues(column.field()).decode(stated) == null;
    }

    /** Compares values; both zeros are equal unless the order is total. */
    private int compare(byte[] a, byte[] b) {
        boolean zeros =
                !order.isTotal() && MinMaxDecoder.ofValues(column.field()).isFloating() && isZero(a) && isZero(b);
        return zeros ? 0 : order.compare(a, b);
    }

    private boolean isZero(byte[] plain) {
        return Double.valueOf(0).equals(MinMaxDecoder.ofValues(column.field()).decode(plain));
    }

    /** Returns a value as text, cut if it is long. */
    private String text(byte[] plain) {
        Object value = PlainValue.of(column, plain);
        String text = value == null || value instanceof byte[] ? hex(plain) : value.toString();
        return text.length() > 80 ? text.substring(0, 80) + "…" : text;
    }

    private static String hex(byte[] plain) {
        return "0x" + HexFormat.of().formatHex(plain, 0, Math.min(plain.length, 64));
    }

    /** Whether two stated values are the same bytes. */
    static boolean equal(byte @Nullable [] a, byte @Nullable [] b) {
        return a != null && Arrays.equals(a, b);
    }
}
