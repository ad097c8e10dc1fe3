package io.pq2.mapreduce.examples;

import io.pq2.exception.InvalidDataException;
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
                    "column " + column.name() + ": invalid value " + text + ": " + e.getMessage(), e);
        }
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
