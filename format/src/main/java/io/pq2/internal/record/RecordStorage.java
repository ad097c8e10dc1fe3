package io.pq2.internal.record;

import io.pq2.exception.InvalidDataException;
import io.pq2.record.ListValue;
import io.pq2.record.MapValue;
import io.pq2.record.RecordValue;
import io.pq2.schema.Shape;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The cells of records and lists. Only this package can get them.
 *
 * <p>The public types have no accessors for their cells. Their classes register accessors here before they have
 * instances.
 */
public final class RecordStorage {

    private static volatile @Nullable Function<RecordValue, Cells> recordCells;
    private static volatile @Nullable Function<ListValue, Cells> listCells;
    private static volatile @Nullable ToIntFunction<ListValue> listAppender;

    private RecordStorage() {}

    /**
     * Registers the accessor of records.
     *
     * @throws IllegalStateException if one is registered already
     */
    public static synchronized void registerRecords(Function<RecordValue, Cells> cellsOf) {
        requireAbsent(recordCells);
        recordCells = cellsOf;
    }

    /**
     * Registers the accessors of lists.
     *
     * @param cellsOf returns the cells of a list
     * @param appenderOf adds an element to a list and returns its cell, which the caller sets
     * @throws IllegalStateException if they are registered already
     */
    public static synchronized void registerLists(
            Function<ListValue, Cells> cellsOf, ToIntFunction<ListValue> appenderOf) {
        requireAbsent(listCells);
        listCells = cellsOf;
        listAppender = appenderOf;
    }

    private static void requireAbsent(@Nullable Object accessor) {
        if (accessor != null) {
            throw new IllegalStateException("an accessor is registered already");
        }
    }

    /** Returns the cells of a record's fields. */
    static Cells of(RecordValue record) {
        return Objects.requireNonNull(recordCells).apply(record);
    }

    /** Returns the cells of a list's elements. */
    static Cells of(ListValue list) {
        return Objects.requireNonNull(listCells).apply(list);
    }

    /** Adds an element to a list, and returns its cell, which the caller sets. */
    static int append(ListValue list) {
        return Objects.requireNonNull(listAppender).applyAsInt(list);
    }

    /**
     * Checks that a map has as many values as keys, or has keys only.
     *
     * @throws InvalidDataException if it does not
     */
    static void checkSizes(MapValue map, Shape.Map shape) {
        if (shape.value() != null && map.values().size() != map.keys().size()) {
            throw new InvalidDataException("the map " + shape.name() + " has "
                    + map.keys().size() + " keys and " + map.values().size() + " values");
        }
    }
}
