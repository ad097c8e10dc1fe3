package io.pq2.internal.record;

import static io.pq2.exception.FileLocation.UNKNOWN;

import io.pq2.record.ListValue;
import io.pq2.record.MapValue;
import io.pq2.record.Row;
import io.pq2.record.RowList;
import io.pq2.record.RowMap;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Shape;
import io.pq2.vector.Vector;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Copies rows into records. Values of the same physical type are copied in their stored form. */
public final class RowCopy {

    private final Shape.Struct from;
    private final Shape.Struct to;
    /** For each field of the record, the index of the row's field with its name, or -1. */
    private final int[] fields;

    private RowCopy(Shape.Struct from, Shape.Struct to) {
        this.from = from;
        this.to = to;
        this.fields = to.children().stream()
                .mapToInt(child -> from.indexOf(child.name()))
                .toArray();
    }

    /**
     * Returns a copier, reusing the previous one if the shapes are the same.
     *
     * @param last the previous copier; absent at first
     */
    @SuppressWarnings("ReferenceEquality") // Rows of one scan have one shape; others only take more time.
    public static RowCopy of(@Nullable RowCopy last, Shape.Struct from, Shape.Struct to) {
        return last != null && last.from == from ? last : new RowCopy(from, to);
    }

    /** Copies a row into the cells of a record; fields without a counterpart become null. */
    public void copy(Row row, Cells cells) {
        for (int i = 0; i < fields.length; i++) {
            if (fields[i] < 0) {
                cells.setNull(i);
            } else {
                copy(
                        from.children().get(fields[i]),
                        row.vector(fields[i]),
                        row.slot(),
                        to.children().get(i),
                        cells,
                        i);
            }
        }
    }

    /** The caller of {@link #copy(Row, Cells)} adds the place to exceptions. */
    private static void copy(Shape from, Vector vector, int slot, Shape to, Cells cells, int cell) {
        if (vector.isNull(slot)) {
            cells.setNull(cell);
        } else if (from instanceof Shape.Leaf leaf && to instanceof Shape.Leaf target && sameType(leaf, target)) {
            copyLeaf(target, vector, slot, cells, cell);
        } else if (from instanceof Shape.Array array && to instanceof Shape.Array) {
            copyList(Objects.requireNonNull(SlotReader.getList(array, vector, slot, UNKNOWN)), cells.list(cell, to));
        } else if (from instanceof Shape.Map map && to instanceof Shape.Map target) {
            copyMap(Objects.requireNonNull(SlotReader.getMap(map, vector, slot, UNKNOWN)), target, cells.map(cell, to));
        } else if (from instanceof Shape.Struct struct
                && to instanceof Shape.Struct target
                && (!JavaValues.isVariant(from) || isStoredAlike(struct, target))) {
            cells.struct(cell, to).copy(Objects.requireNonNull(SlotReader.getStruct(struct, vector, slot, UNKNOWN)));
        } else {
            JavaCells.set(cells, cell, to, JavaValues.get(from, vector, slot, UNKNOWN));
        }
    }

    /** Whether variants have the same columns, so that a shredded variant can be copied as it is stored. */
    private static boolean isStoredAlike(Shape.Struct from, Shape.Struct to) {
        return from.field() != null
                && to.field() != null
                && from.field().fields().equals(to.field().fields());
    }

    private static boolean sameType(Shape.Leaf from, Shape.Leaf to) {
        PrimitiveField field = from.column().field();
        PrimitiveField target = to.column().field();
        return field.physicalType() == target.physicalType()
                && field.typeLength() == target.typeLength()
                && java.util.Objects.equals(field.logicalType(), target.logicalType());
    }

    private static void copyLeaf(Shape.Leaf to, Vector vector, int slot, Cells cells, int cell) {
        switch (to.column().field().physicalType()) {
            case BOOLEAN -> cells.setBoolean(cell, to, SlotReader.getBoolean(to, vector, slot));
            case INT32 -> cells.setInt(cell, to, SlotReader.getInt(to, vector, slot));
            case INT64 -> cells.setLong(cell, to, SlotReader.getLong(to, vector, slot));
            case FLOAT -> cells.setFloat(cell, to, SlotReader.getFloat(to, vector, slot));
            case DOUBLE -> cells.setDouble(cell, to, SlotReader.getDouble(to, vector, slot));
            case INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY ->
                cells.setBinary(cell, to, SlotReader.getBinary(to, vector, slot));
        }
    }

    private static void copyList(RowList from, ListValue to) {
        Cells cells = RecordStorage.of(to);
        for (int i = 0; i < from.size(); i++) {
            copy(from.element(), from.vector(), from.slot(i), to.element(), cells, RecordStorage.append(to));
        }
    }

    private static void copyMap(RowMap from, Shape.Map shape, MapValue to) {
        copyList(from.keys(), to.keys());
        if (shape.value() != null && from.values() != null) {
            copyList(from.values(), to.values());
        } else if (shape.value() != null) {
            for (int i = 0; i < from.size(); i++) {
                to.values().addNull();
            }
        }
    }
}
