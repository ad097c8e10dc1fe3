package io.pq2.mapreduce.examples;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.exception.DisplayText;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PrimitiveField;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Converts fields of lines to values of columns. */
final class TextFields {

    private TextFields() {}

    /**
     * Returns the value to store in a record for a column; absent for null.
     *
     * @param text the field; empty for null
     * @throws InvalidDataException if the text is not a value of the column's type
     */
    static @Nullable Object value(PrimitiveField column, String text) {
        if (text.isEmpty()) {
            return null;
        }
        try {
            return value(column.logicalType(), column, text);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new InvalidDataException(
                    "column " + column.name() + ": expected " + expected(column) + ", found \"" + DisplayText.name(text)
                            + '"',
                    e);
        }
    }

    /** Returns the format of the fields of a column for messages. */
    static String expected(PrimitiveField column) {
        LogicalType type = column.logicalType();
        if (type instanceof LogicalType.DecimalType) {
            return "a number such as 12.50";
        } else if (type instanceof LogicalType.DateType) {
            return "a date such as 2020-02-29";
        } else if (type instanceof LogicalType.TimeType) {
            return "a time such as 23:59:59.5";
        } else if (type instanceof LogicalType.TimestampType timestamp) {
            return timestamp.utc() ? "a time such as 2020-02-29T23:59:59Z" : "a time such as 2020-02-29 23:59:59";
        } else if (type instanceof LogicalType.UuidType) {
            return "a UUID";
        }
        return switch (column.physicalType()) {
            case BOOLEAN -> "true or false";
            case INT32, INT64 -> "an integer";
            case FLOAT, DOUBLE -> "a number such as 1.5e3";
            case INT96 -> "a time such as 2020-02-29T23:59:59Z";
            case BYTE_ARRAY -> "text";
            case FIXED_LEN_BYTE_ARRAY -> type instanceof LogicalType.Float16Type ? "a number such as 1.5e3" : "text";
        };
    }

    private static Object value(@Nullable LogicalType type, PrimitiveField column, String text) {
        if (type instanceof LogicalType.DecimalType) {
            return new BigDecimal(text);
        } else if (type instanceof LogicalType.DateType) {
            return LocalDate.parse(text);
        } else if (type instanceof LogicalType.TimeType) {
            return LocalTime.parse(text);
        } else if (type instanceof LogicalType.TimestampType timestamp) {
            return timestamp.utc() ? Instant.parse(text) : (Object) LocalDateTime.parse(text.replace(' ', 'T'));
        } else if (type instanceof LogicalType.UuidType) {
            return UUID.fromString(text);
        } else if (type instanceof LogicalType.Float16Type) {
            return Float.valueOf(text);
        }
        return switch (column.physicalType()) {
            case BOOLEAN -> bool(text);
            case INT32, INT64 -> new BigInteger(text);
            case FLOAT -> Float.valueOf(text);
            case DOUBLE -> Double.valueOf(text);
            case INT96 -> Instant.parse(text);
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> text;
        };
    }

    private static Boolean bool(String text) {
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return text.equalsIgnoreCase("true");
        }
        throw new IllegalArgumentException("expected true or false");
    }
}
