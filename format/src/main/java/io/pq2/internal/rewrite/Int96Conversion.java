package io.pq2.internal.rewrite;

import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.ListVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.MapVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts the INT96 timestamps of a file to microseconds since 1970-01-01T00:00:00Z. An INT96 timestamp is 8 bytes
 * with the nanoseconds of the day and 4 bytes with the Julian day number, both little-endian. Refuses values that are
 * not exactly a number of microseconds, and old ones that readers would take for others.
 */
public final class Int96Conversion implements BatchConversion {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int JULIAN_DAY_OF_EPOCH = 2_440_588;
    private static final long SECONDS_PER_DAY = 86_400;
    private static final long MICROS_PER_DAY = 86_400_000_000L;
    private static final long NANOS_PER_DAY = 86_400_000_000_000L;
    private static final int NANOS_PER_MICRO = 1000;

    private static final String REMEDY = ". Leave out this conversion of timestamps, or write the rows with Spark and"
            + " spark.sql.parquet.outputTimestampType = TIMESTAMP_MICROS";

    private final Shape.Struct rows;
    private final @Nullable String oldObstacle;

    /**
     * Creates a conversion.
     *
     * @param rows the shape of the rows
     * @param oldObstacle why timestamps before 1900 cannot be converted; absent if they can
     */
    public Int96Conversion(Shape.Struct rows, @Nullable String oldObstacle) {
        this.rows = rows;
        this.oldObstacle = oldObstacle;
    }

    /** The lists or maps that contain the slots of a vector. */
    private static final class Lists {

        /** The first slot of each list. */
        private final int[] offsets;
        /** The lists that contain these lists; absent for lists of rows. */
        private final @Nullable Lists outer;

        Lists(int[] offsets, @Nullable Lists outer) {
            this.offsets = offsets;
            this.outer = outer;
        }

        /** Returns the list with a slot. */
        int listOf(int slot) {
            int list = 0;
            while (offsets[list + 1] <= slot) {
                list++;
            }
            return list;
        }
    }

    @Override
    public Batch convert(Batch batch, long firstRow) {
        List<Vector> columns = new ArrayList<>();
        for (int i = 0; i < batch.columns().size(); i++) {
            Shape shape = rows.children().get(i);
            Vector column = batch.columns().get(i);
            boolean changes = shape.columns().stream().anyMatch(Int96Columns::isInt96);
            columns.add(changes ? converted(column, shape, null, firstRow) : column);
        }
        return new Batch(batch.rowCount(), columns, batch.names());
    }

    private Vector converted(Vector vector, Shape shape, @Nullable Lists lists, long firstRow) {
        if (shape instanceof Shape.Leaf leaf) {
            return Int96Columns.isInt96(leaf.column()) ? micros(vector, leaf.column(), lists, firstRow) : vector;
        } else if (shape instanceof Shape.Struct struct) {
            List<Vector> children = new ArrayList<>();
            for (int i = 0; i < struct.children().size(); i++) {
                Vector child = ((StructVector) vector).children().get(i);
                children.add(converted(child, struct.children().get(i), lists, firstRow));
            }
            return new StructVector(vector.length(), children, vector.validity());
        } else if (shape instanceof Shape.Array array) {
            ListVector list = (ListVector) vector;
            Vector elements = converted(list.elements(), array.element(), new Lists(list.offsets(), lists), firstRow);
            return new ListVector(list.length(), list.offsets(), elements, list.validity());
        }
        Shape.Map entries = (Shape.Map) shape;
        MapVector map = (MapVector) vector;
        Lists inner = new Lists(map.offsets(), lists);
        return new MapVector(
                map.length(),
                map.offsets(),
                part(map.keys(), entries.key(), inner, firstRow),
                part(map.values(), entries.value(), inner, firstRow),
                map.validity());
    }

    private @Nullable Vector part(@Nullable Vector vector, @Nullable Shape shape, Lists lists, long firstRow) {
        return vector == null || shape == null ? vector : converted(vector, shape, lists, firstRow);
    }

    private LongVector micros(Vector vector, Column column, @Nullable Lists lists, long firstRow) {
        // Entries of a dictionary that no row uses may be of any kind, so single rows are converted.
        int[] ids = vector instanceof DictionaryVector encoded ? encoded.ids() : null;
        FixedBinaryVector timestamps =
                (FixedBinaryVector) (vector instanceof DictionaryVector encoded ? encoded.dictionary() : vector);
        long[] micros = new long[vector.length()];
        for (int i = 0; i < micros.length; i++) {
            if (vector.isNull(i)) {
                continue;
            }
            int position = timestamps.offset() + (ids == null ? i : ids[i]) * timestamps.width();
            long nanosOfDay = (long) LONG.get(timestamps.bytes(), position);
            int julianDay = (int) INT.get(timestamps.bytes(), position + Long.BYTES);
            try {
                micros[i] = micros(nanosOfDay, julianDay);
            } catch (InvalidDataException e) {
                throw new InvalidDataException("row " + (firstRow + row(i, lists)) + ": " + e.detail(), e)
                        .locate(FileLocation.column(column.dottedPath()));
            }
        }
        return new LongVector(micros.length, micros, vector.validity());
    }

    private static int row(int slot, @Nullable Lists lists) {
        int row = slot;
        for (Lists containing = lists; containing != null; containing = containing.outer) {
            row = containing.listOf(row);
        }
        return row;
    }

    private long micros(long nanosOfDay, int julianDay) {
        if (nanosOfDay < 0 || nanosOfDay >= NANOS_PER_DAY) {
            throw new InvalidDataException("the INT96 timestamp has " + nanosOfDay + " nanoseconds of the day, expected"
                    + " 0 to " + (NANOS_PER_DAY - 1) + REMEDY);
        }
        long day = (long) julianDay - JULIAN_DAY_OF_EPOCH;
        if (nanosOfDay % NANOS_PER_MICRO != 0) {
            throw new InvalidDataException("the INT96 timestamp " + text(day, nanosOfDay)
                    + " is no whole number of microseconds" + REMEDY + ", which drops the remaining nanoseconds");
        }
        long micros;
        try {
            micros = micros(day, nanosOfDay / NANOS_PER_MICRO);
        } catch (ArithmeticException e) {
            throw new InvalidDataException(
                    "the INT96 timestamp " + text(day, nanosOfDay) + " does not fit 64 bits with microseconds since"
                            + " 1970. Leave out this conversion of timestamps",
                    e);
        }
        if (oldObstacle != null && micros < TimestampCalendar.FIRST_COMMON_MICROS) {
            throw new InvalidDataException("the INT96 timestamp " + text(day, nanosOfDay)
                    + " is before 1900, when calendars differ, and " + oldObstacle + REMEDY);
        }
        return micros;
    }

    /** Throws an ArithmeticException if the result does not fit. */
    private static long micros(long day, long microsOfDay) {
        // The first microseconds of the first day do not fit, so days before 1970 count back from their end.
        return day < 0
                ? Math.addExact(Math.multiplyExact(day + 1, MICROS_PER_DAY), microsOfDay - MICROS_PER_DAY)
                : Math.addExact(Math.multiplyExact(day, MICROS_PER_DAY), microsOfDay);
    }

    private static String text(long day, long nanosOfDay) {
        return Instant.ofEpochSecond(day * SECONDS_PER_DAY, nanosOfDay).toString();
    }
}
