package io.pq2.spark.internal.files.keys;

import io.pq2.spark.internal.columns.leaf.FileColumns;
import io.pq2.spark.internal.versions.SparkVersion;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.unsafe.types.UTF8String;

/** The form in which keys are collected, sent and looked up. */
public enum KeyForm {

    /**
     * The numbers that Spark has for booleans, integers, dates, timestamps, intervals, and decimals of up to 18 digits.
     */
    NUMBERS,

    /**
     * The bytes of strings without a collation and of binary values, and the unscaled values of longer decimals in
     * two's complement, the most significant byte first, in as few bytes as possible.
     */
    BYTES,

    /** Other types: floating-point numbers, collated strings and nested types. */
    NONE;

    /** Returns the form of the keys of a type. */
    public static KeyForm of(DataType type) {
        if (isInt(type) || FileColumns.isLongs(type) && !SparkVersion.SPARK.isTime(type)) {
            return NUMBERS;
        }
        boolean isBytes =
                type.equals(DataTypes.StringType) || type instanceof BinaryType || type instanceof DecimalType;
        return isBytes ? BYTES : NONE;
    }

    /** Whether Spark has numbers of 32 bits for a type, also of fewer bits, which it hashes as 32 bits. */
    static boolean isInt(DataType type) {
        return type instanceof BooleanType || FileColumns.isInts(type);
    }

    /** Whether a type is an integer. */
    static boolean isInteger(DataType type) {
        return type instanceof ByteType
                || type instanceof ShortType
                || type instanceof IntegerType
                || type instanceof LongType;
    }

    /**
     * Returns a key as a number.
     *
     * @param key the key as Spark represents it internally
     */
    static long number(Object key) {
        return key instanceof Decimal decimal ? decimal.toUnscaledLong() : ((Number) key).longValue();
    }

    /** Returns the key of a number as Spark represents it internally. */
    static Object key(long number, DataType type) {
        if (type instanceof DecimalType decimal) {
            return Decimal.createUnsafe(number, decimal.precision(), decimal.scale());
        } else if (type instanceof ByteType) {
            return (byte) number;
        } else if (type instanceof ShortType) {
            return (short) number;
        }
        return isInt(type) ? (Object) (int) number : (Object) number;
    }

    /**
     * Returns a key as bytes.
     *
     * @param key the key as Spark represents it internally: a string or a decimal
     */
    static byte[] bytes(Object key) {
        return key instanceof Decimal decimal
                ? decimal.toJavaBigDecimal().unscaledValue().toByteArray()
                : ((UTF8String) key).getBytes();
    }

    /** Returns the key of bytes as Spark represents it internally. */
    static Object key(byte[] bytes, DataType type) {
        if (type instanceof DecimalType decimal) {
            BigDecimal value = new BigDecimal(new BigInteger(bytes), decimal.scale());
            return Decimal.apply(value, decimal.precision(), decimal.scale());
        }
        return UTF8String.fromBytes(bytes);
    }

    /** Returns the order of keys as bytes. */
    static Comparator<byte[]> order(DataType type) {
        return type instanceof DecimalType ? Comparator.comparing(BigInteger::new) : Arrays::compareUnsigned;
    }
}
