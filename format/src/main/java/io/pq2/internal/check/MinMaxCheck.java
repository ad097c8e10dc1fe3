package io.pq2.internal.check;

import io.pq2.check.Rule;
import io.pq2.check.Severity;
import io.pq2.exception.FileLocation;
import io.pq2.inspect.PlainValue;
import io.pq2.internal.statistics.MinMaxDecoder;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.internal.vector.Float16;
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
    private final Severity ifWrong;

    /**
     * Creates a check of statistics.
     *
     * @param order the order of the column
     * @param ifWrong the severity of a wrong min or max: lower where readers know that they cannot trust it
     */
    MinMaxCheck(
            Column column, MinMaxOrder order, Findings findings, Rule rule, FileLocation location, Severity ifWrong) {
        this.column = column;
        this.order = order;
        this.findings = findings;
        this.rule = rule;
        this.location = location;
        this.ifWrong = ifWrong;
    }

    /**
     * Checks a stated min and max.
     *
     * @param minName the name of the min's field, for messages
     * @param maxName the name of the max's field, for messages
     * @param min the stated min; null if it is absent
     * @param max the stated max; null if it is absent
     * @param minExact whether the min is stated to be one of the values
     * @param maxExact whether the max is stated to be one of the values
     */
    void check(
            String minName,
            String maxName,
            byte @Nullable [] min,
            byte @Nullable [] max,
            boolean minExact,
            boolean maxExact,
            ValueSummary values) {
        byte[] least = values.min();
        byte[] greatest = values.max();
        if (values.isEmpty() && (min != null || max != null)) {
            findings.deviation(rule, location, "there are " + minName + " or " + maxName + ", but all values are null");
            return;
        }
        if (min != null && isValue(minName, min) && least != null) {
            int difference = compare(min, least);
            if (difference > 0) {
                wrong(minName + " is " + text(min) + ", but there is the value " + text(least));
            } else if (minExact && difference != 0) {
                wrong("is_" + minName + "_exact is true, but the smallest value is " + text(least) + " and not "
                        + text(min));
            }
        }
        if (max != null && isValue(maxName, max) && greatest != null) {
            int difference = compare(max, greatest);
            if (difference < 0) {
                wrong(maxName + " is " + text(max) + ", but there is the value " + text(greatest));
            } else if (maxExact && difference != 0) {
                wrong("is_" + maxName + "_exact is true, but the largest value is " + text(greatest) + " and not "
                        + text(max));
            }
        }
    }

    private void wrong(String message) {
        findings.add(ifWrong, rule, location, message);
    }

    /** Whether a stated value has the form of values of the column, and an order. */
    private boolean isValue(String name, byte[] stated) {
        if (!hasLength(stated)) {
            wrong(name + " has " + stated.length + " bytes, which is no value of "
                    + column.field().physicalType());
            return false;
        }
        boolean nan = !order.isTotal()
                && MinMaxDecoder.ofValues(column.field()).isFloating()
                && MinMaxDecoder.ofValues(column.field()).decode(stated) == null;
        if (nan) {
            findings.deviation(rule, location, name + " is NaN, which has no order; readers ignore it");
        }
        return !nan;
    }

    private boolean hasLength(byte[] stated) {
        int width = switch (order) {
            case BOOLEAN -> 1;
            case INT32, UINT32, FLOAT, FLOAT_TOTAL -> Integer.BYTES;
            case INT64, UINT64, DOUBLE, DOUBLE_TOTAL -> Long.BYTES;
            case FLOAT16, FLOAT16_TOTAL -> Float16.BYTES;
            case BYTES, TEXT, DECIMAL_BYTES, UNDEFINED -> -1;
        };
        return width < 0 || stated.length == width;
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
