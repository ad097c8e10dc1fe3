package io.pq2.internal.check;

import io.pq2.internal.read.decode.PageEntries.Entries;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.schema.Column;

/** What is true of the entries of a page or of a column chunk. */
final class ColumnFacts {

    /** The approximate memory of an object without its arrays, and of the page that it is about, in bytes. */
    private static final int OBJECT_BYTES = 512;

    private final Column column;
    private final ValueSummary values;
    private final long[] repetitions;
    private final long[] definitions;
    private long entries;
    private long rows;
    private boolean startsAtRow = true;

    ColumnFacts(Column column, MinMaxOrder order) {
        this.column = column;
        this.values = new ValueSummary(column.field(), order);
        this.repetitions = new long[column.maxRepetitionLevel() + 1];
        this.definitions = new long[column.maxDefinitionLevel() + 1];
    }

    /** Adds the entries of a page. */
    void add(Entries page) {
        byte[] repetition = page.repetitionLevels();
        byte[] definition = page.definitionLevels();
        if (entries == 0 && page.count() > 0) {
            startsAtRow = repetition == null || repetition[0] == 0;
        }
        for (int i = 0; i < page.count(); i++) {
            int level = repetition == null ? 0 : repetition[i];
            rows += level == 0 ? 1 : 0;
            repetitions[level]++;
            definitions[definition == null ? 0 : definition[i]]++;
        }
        entries += page.count();
        values.add(page.values());
    }

    /** Returns the number of entries, nulls included. */
    long entries() {
        return entries;
    }

    /** Whether the first entry begins a row. */
    boolean startsAtRow() {
        return startsAtRow;
    }

    /** Returns the number of rows that begin. */
    long rows() {
        return rows;
    }

    /** Returns the number of entries without value. */
    long nulls() {
        return entries - definitions[column.maxDefinitionLevel()];
    }

    /** Returns the approximate memory of these facts, in bytes. */
    long memoryBytes() {
        return OBJECT_BYTES + (long) Long.BYTES * (repetitions.length + definitions.length) + values.memoryBytes();
    }

    ValueSummary values() {
        return values;
    }

    /** Returns by repetition level: the number of entries. */
    long[] repetitions() {
        return repetitions;
    }

    /** Returns by definition level: the number of entries. */
    long[] definitions() {
        return definitions;
    }
}
