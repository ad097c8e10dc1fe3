package io.pq2.bench.decode;

import java.nio.charset.StandardCharsets;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/**
 * A column type with its values.
 *
 * @param physical the physical type
 * @param length the length of a FIXED_LEN_BYTE_ARRAY
 * @param annotation the logical type; absent if there is none
 * @param values the values
 */
record LeafType(
        PrimitiveTypeName physical, int length, @Nullable LogicalTypeAnnotation annotation, Values values) {

    /** An infinite, deterministic sequence of values. */
    @FunctionalInterface
    interface Values {

        /** Writes value {@code n} with its levels. */
        void write(ColumnWriter column, int n, int repetitionLevel, int definitionLevel);
    }

    PrimitiveType field(Type.Repetition repetition, String name) {
        return Types.primitive(physical, repetition)
                .length(length)
                .as(annotation)
                .named(name);
    }

    private static LeafType of(PrimitiveTypeName physical, Values values) {
        return new LeafType(physical, 0, null, values);
    }

    private LeafType as(LogicalTypeAnnotation newAnnotation) {
        return new LeafType(physical, length, newAnnotation, values);
    }

    /** Returns booleans in runs of {@code run} equal values. Each run is true with a probability of one half. */
    static LeafType booleans(int run) {
        return of(PrimitiveTypeName.BOOLEAN, (column, n, r, d) -> column.write((mix(n / run) & 1) != 0, r, d));
    }

    static LeafType ints(Numbers numbers) {
        return of(PrimitiveTypeName.INT32, (column, n, r, d) -> column.write((int) numbers.at(n), r, d));
    }

    static LeafType longs(Numbers numbers) {
        return of(PrimitiveTypeName.INT64, (column, n, r, d) -> column.write(numbers.at(n), r, d));
    }

    static LeafType intDecimals(Numbers numbers) {
        return ints(numbers).as(LogicalTypeAnnotation.decimalType(2, 9));
    }

    static LeafType longDecimals(Numbers numbers) {
        return longs(numbers).as(LogicalTypeAnnotation.decimalType(2, 18));
    }

    static LeafType binaryDecimals(Numbers numbers) {
        return new LeafType(
                PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY,
                16,
                LogicalTypeAnnotation.decimalType(2, 38),
                (column, n, r, d) -> column.write(bigEndian(0, numbers.at(n)), r, d));
    }

    /** Hundredths. */
    static LeafType floats(Numbers numbers) {
        return of(PrimitiveTypeName.FLOAT, (column, n, r, d) -> column.write(numbers.at(n) / 100f, r, d));
    }

    /** Hundredths. */
    static LeafType doubles(Numbers numbers) {
        return of(PrimitiveTypeName.DOUBLE, (column, n, r, d) -> column.write(numbers.at(n) / 100.0, r, d));
    }

    /** Returns INT96 timestamps in seconds since 1970. */
    static LeafType int96(Numbers numbers) {
        return of(PrimitiveTypeName.INT96, (column, n, r, d) -> column.write(int96(numbers.at(n)), r, d));
    }

    private static Binary int96(long second) {
        byte[] bytes = new byte[12];
        java.nio.ByteBuffer.wrap(bytes)
                .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                .putLong(second % 86_400 * 1_000_000_000)
                .putInt((int) (second / 86_400) + 2_440_588);
        return Binary.fromConstantByteArray(bytes);
    }

    /** Returns 16-byte values that differ only in their first or their last half. */
    static LeafType sixteenBytes(Numbers numbers, boolean commonPrefix) {
        return new LeafType(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, 16, null, (column, n, r, d) -> {
            long number = numbers.at(n);
            column.write(commonPrefix ? bigEndian(mix(7), number) : bigEndian(mix((int) number), number), r, d);
        });
    }

    private static Binary bigEndian(long high, long low) {
        byte[] bytes = new byte[16];
        java.nio.ByteBuffer.wrap(bytes).putLong(high).putLong(low);
        return Binary.fromConstantByteArray(bytes);
    }

    static LeafType strings(Texts texts) {
        return of(
                        PrimitiveTypeName.BINARY,
                        (column, n, r, d) -> column.write(
                                Binary.fromConstantByteArray(texts.at(n).getBytes(StandardCharsets.UTF_8)), r, d))
                .as(LogicalTypeAnnotation.stringType());
    }

    /** A text for each index. */
    @FunctionalInterface
    interface Texts {
        String at(int n);

        /** Returns short texts with {@code distinct} different values. */
        static Texts words(int distinct) {
            return n -> "word " + Integer.toString((int) Math.floorMod(mix(n), (long) distinct), 36);
        }

        /** Returns texts of 20 to 100 letters. */
        static Texts sentences() {
            return n -> {
                int length = 20 + (int) Math.floorMod(mix(n), 81L);
                StringBuilder text = new StringBuilder(length + 16);
                for (int word = 0; text.length() < length; word++) {
                    text.append(Long.toString(mix(n * 31 + word) & 0xFF_FFFF, 36))
                            .append(' ');
                }
                text.setLength(length);
                return text.toString();
            };
        }

        /** Returns distinct, ascending texts with a common prefix. */
        static Texts keys() {
            return n -> "Customer#" + Integer.toString(1_000_000_000 + n).substring(1);
        }
    }

    /** A number for each index. */
    @FunctionalInterface
    interface Numbers {
        long at(int n);

        /** Returns numbers from 0 to {@code bound}, exclusive, in random order. */
        static Numbers below(long bound) {
            return n -> Math.floorMod(mix(n), bound);
        }

        /** Returns ascending numbers in steps of 0 to 20. */
        static Numbers ascending() {
            return n -> n * 10L + Math.floorMod(mix(n), 11L);
        }
    }

    /** Mixes the bits of a number with the finaliser of SplitMix64. */
    private static long mix(int n) {
        long z = (n + 1) * 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
