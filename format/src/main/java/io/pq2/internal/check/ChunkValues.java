package io.pq2.internal.check;

import io.pq2.internal.statistics.MinMaxDecoder;
import io.pq2.internal.statistics.VectorValues;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder;
import io.pq2.schema.Column;
import io.pq2.vector.Batch;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.ListVector;
import io.pq2.vector.MapVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads all values of a column chunk as the objects of {@link MinMaxDecoder}, without a filter. */
final class ChunkValues {

    /** The object for every value that is outside the range of the column's logical type. */
    static final Comparable<?> INVALID = Invalid.VALUE;

    private enum Invalid {
        VALUE
    }

    /** Receives the values of a chunk in their order. */
    @FunctionalInterface
    interface Visitor {

        /**
         * Receives a value. A row has exactly one, unless the column is below a list or map.
         *
         * @param row the index of the row in the row group
         * @param value absent for null; NaN is a {@link Double}
         */
        void value(int row, @Nullable Comparable<?> value);
    }

    private final ParquetFile file;
    private final int rowGroup;
    private final Column column;
    private final VectorValues values;
    private final boolean floating;

    ChunkValues(ParquetFile file, int rowGroup, Column column) {
        this.file = file;
        this.rowGroup = rowGroup;
        this.column = column;
        this.values = new VectorValues(column.field());
        this.floating = MinMaxDecoder.ofValues(column.field()).isFloating();
    }

    /** Reads the chunk. */
    void forEach(Visitor visitor) throws IOException {
        visit(scan(), 0, visitor);
    }

    /**
     * Reads some rows, whose pages the reader finds by the offset index.
     *
     * @param firstRow the index in the file of the first row of the row group
     * @param from the index in the row group of the first row to read
     * @param to the index in the row group after the last one
     */
    void forEach(long firstRow, int from, int to, Visitor visitor) throws IOException {
        visit(scan().rows(firstRow + from, to - from), from, visitor);
    }

    private ScanBuilder scan() {
        return file.scan()
                .rowGroups(ordinal -> ordinal == rowGroup)
                .columns(candidate -> candidate.index() == column.index());
    }

    private void visit(ScanBuilder scan, int firstRow, Visitor visitor) throws IOException {
        try (BatchReader reader = scan.open()) {
            int row = firstRow;
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                Vector vector = batch.columns().get(0);
                for (int i = 0; i < batch.rowCount(); i++) {
                    visit(vector, i, row++, visitor);
                }
            }
        }
    }

    private void visit(Vector vector, int slot, int row, Visitor visitor) {
        boolean isNull = vector.isNull(slot);
        if (vector instanceof ListVector list) {
            visitElements(list.elements(), list.offsets(), isNull, slot, row, visitor);
        } else if (vector instanceof MapVector map) {
            Vector entries = map.keys() != null ? map.keys() : map.values();
            if (entries != null) {
                visitElements(entries, map.offsets(), isNull, slot, row, visitor);
            }
        } else if (isNull) {
            visitor.value(row, null);
        } else if (vector instanceof StructVector struct) {
            visit(struct.children().get(0), slot, row, visitor);
        } else {
            visitor.value(row, value(vector, slot));
        }
    }

    private void visitElements(Vector elements, int[] offsets, boolean isNull, int slot, int row, Visitor visitor) {
        for (int i = offsets[slot]; !isNull && i < offsets[slot + 1]; i++) {
            visit(elements, i, row, visitor);
        }
    }

    private Comparable<?> value(Vector vector, int slot) {
        if (vector instanceof DictionaryVector encoded) {
            return value(encoded.dictionary(), encoded.ids()[slot]);
        }
        Comparable<?> value = values.get(vector, slot);
        if (value != null) {
            return value;
        }
        return floating ? (Comparable<?>) Double.NaN : INVALID;
    }
}
