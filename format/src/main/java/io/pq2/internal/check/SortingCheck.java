package io.pq2.internal.check;

import io.pq2.check.Rule;
import io.pq2.exception.FileLocation;
import io.pq2.internal.statistics.MinMaxDecoder;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.SortingColumn;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import io.pq2.vector.Batch;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.Vector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks whether the rows of a row group are sorted as {@code RowGroup.sorting_columns} says. */
final class SortingCheck {

    /** The length in bytes from which an entry of a dictionary is kept instead of being copied for each row. */
    private static final int LONG = 1 << 10;

    private final ParquetFile file;
    private final Findings findings;

    SortingCheck(ParquetFile file, Findings findings) {
        this.file = file;
        this.findings = findings;
    }

    /** A sorting column, and its value in the previous row. */
    private static final class Key {

        private final Column column;
        private final SortingColumn claim;
        private final MinMaxOrder order;
        private final int field;
        private byte @Nullable [] previous;
        /** The dictionary whose long entries are kept. */
        private @Nullable Vector dictionary;
        /** By id: the long entries, which rows share so that they are neither copied nor compared again. */
        private final Map<Integer, byte[]> longEntries = new HashMap<>();

        Key(Column column, SortingColumn claim, int field) {
            this.column = column;
            this.claim = claim;
            this.order = MinMaxOrder.of(column.field());
            this.field = field;
        }

        /** Returns the value of a slot; null if it is null. */
        byte @Nullable [] value(Vector vector, int slot) {
            if (vector.isNull(slot)) {
                return null;
            }
            if (!(vector instanceof DictionaryVector encoded)
                    || PlainBytesOf.length(encoded.dictionary(), encoded.ids()[slot]) < LONG) {
                return PlainBytesOf.slot(vector, slot);
            }
            if (encoded.dictionary() != dictionary) {
                dictionary = encoded.dictionary();
                longEntries.clear();
            }
            return longEntries.computeIfAbsent(encoded.ids()[slot], id -> PlainBytesOf.slot(encoded.dictionary(), id));
        }

        /** Compares the previous value with the value of a row, in the stated direction. */
        int compare(byte @Nullable [] value) {
            if (previous == null || value == null) {
                boolean bothNull = previous == null && value == null;
                return bothNull ? 0 : (previous == null) == claim.nullsFirst() ? -1 : 1;
            }
            if (previous == value) {
                return 0;
            }
            if (isNan(previous) || isNan(value)) {
                return 0; // The format does not define where NaN is.
            }
            int comparison = order.compare(previous, value);
            return claim.descending() ? -comparison : comparison;
        }

        private boolean isNan(byte[] value) {
            MinMaxDecoder decoder = MinMaxDecoder.ofValues(column.field());
            return decoder.isFloating() && decoder.decode(value) == null;
        }
    }

    /** Checks a row group. */
    void check(int rowGroup) throws IOException {
        RowGroup group = file.metadata().rowGroups().get(rowGroup);
        List<SortingColumn> claims = group.sortingColumns();
        if (claims == null || claims.isEmpty()) {
            return;
        }
        FileLocation place = new FileLocation(file.input().location(), rowGroup, null, -1, -1);
        List<Column> columns = file.schema().columns();
        List<Column> sorted = new ArrayList<>();
        for (SortingColumn claim : claims) {
            if (claim.columnIdx() < 0 || claim.columnIdx() >= columns.size()) {
                findings.error(
                        Rule.SORTING,
                        place,
                        "sorting_columns names column " + claim.columnIdx() + "; the schema has " + columns.size());
                return;
            }
            sorted.add(columns.get(claim.columnIdx()));
        }
        List<Key> keys = keys(sorted, claims, place);
        if (!keys.isEmpty()) {
            compareRows(rowGroup, keys, place);
        }
    }

    /** Returns the leading keys that can be compared. */
    private List<Key> keys(List<Column> sorted, List<SortingColumn> claims, FileLocation place) {
        List<Column> read = sorted.stream()
                .distinct()
                .sorted((a, b) -> a.index() - b.index())
                .toList();
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < sorted.size(); i++) {
            Column column = sorted.get(i);
            if (column.path().size() > 1
                    || column.maxRepetitionLevel() > 0
                    || MinMaxOrder.of(column.field()) == MinMaxOrder.UNDEFINED) {
                findings.note(
                        Rule.NOT_CHECKED,
                        place,
                        "whether the rows are sorted by " + column.dottedPath() + " is not checked");
                return List.of();
            }
            keys.add(new Key(column, claims.get(i), read.indexOf(column)));
        }
        return keys;
    }

    private void compareRows(int rowGroup, List<Key> keys, FileLocation place) throws IOException {
        List<Integer> indexes =
                keys.stream().map(key -> key.column.index()).distinct().toList();
        try (BatchReader batches = file.scan()
                .rowGroups(ordinal -> ordinal == rowGroup)
                .columns(column -> indexes.contains(column.index()))
                .open()) {
            long row = 0;
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                for (int i = 0; i < batch.rowCount(); i++, row++) {
                    Key wrong = advance(keys, batch, i, row > 0);
                    if (wrong != null) {
                        findings.error(
                                Rule.SORTING,
                                place,
                                "sorting_columns says that the rows are sorted by " + wrong.column.dottedPath()
                                        + ", but row " + row + " is not");
                        return;
                    }
                }
            }
        }
    }

    /** Moves the keys to the next row; returns the key by which it is in the wrong order, or null. */
    private static @Nullable Key advance(List<Key> keys, Batch batch, int row, boolean compare) {
        Key wrong = null;
        boolean decided = !compare;
        for (Key key : keys) {
            Vector vector = batch.columns().get(key.field);
            byte[] value = key.value(vector, row);
            if (!decided) {
                int comparison = key.compare(value);
                decided = comparison != 0;
                wrong = comparison > 0 ? key : wrong;
            }
            key.previous = value;
        }
        return wrong;
    }
}
