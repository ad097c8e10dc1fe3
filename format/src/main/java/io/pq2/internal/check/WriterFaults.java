package io.pq2.internal.check;

import io.pq2.internal.statistics.MinMaxDecoder;
import io.pq2.internal.statistics.WriterTrust;
import io.pq2.internal.vector.Float16;
import io.pq2.internal.writer.FaultyWriters;
import io.pq2.internal.writer.WriterFault;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.Encoding;
import io.pq2.schema.Column;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Finds the known fault of a file's writer that explains what is wrong about a column chunk. A fault explains only what
 * it leads to: anything else is an error, also in files of a writer with faults.
 */
final class WriterFaults {

    /** Where a min or max is stated. */
    enum Place {
        /** {@code min_value} and {@code max_value} of a column chunk or a page. */
        STATISTICS,
        /** The deprecated {@code min} and {@code max}. */
        DEPRECATED,
        /** The column index. */
        COLUMN_INDEX
    }

    private final WriterVersion writer;
    private final WriterTrust trust;
    private final Column column;
    private final ColumnMetaData metadata;

    /** The definition level at which the innermost list has an element; 0 if the column is not below a list. */
    private final int elementLevel;

    /** Whether the column is a field of a struct in a list, or a key or value of a map. */
    private final boolean inStruct;

    WriterFaults(WriterVersion writer, Schema schema, Column column, ColumnMetaData metadata) {
        this.writer = writer;
        this.trust = WriterTrust.known(writer);
        this.column = column;
        this.metadata = metadata;
        int definition = 0;
        int element = 0;
        boolean struct = false;
        for (Field field : LevelCheck.path(schema, column)) {
            definition += field.repetition() == Repetition.REQUIRED ? 0 : 1;
            struct |= field instanceof GroupField;
            if (field.repetition() == Repetition.REPEATED) {
                element = definition;
                // A repeated group with one field is the wrapper of a list's elements.
                struct = field instanceof GroupField group && group.fields().size() > 1;
            }
        }
        this.elementLevel = element;
        this.inStruct = element > 0 && struct;
    }

    /** Returns the row of a fault; null if the writer is not known to have it. */
    FaultyWriters.@Nullable Row row(@Nullable WriterFault fault) {
        return fault == null ? null : FaultyWriters.of(writer, fault);
    }

    /** Returns the row of the first of several faults that the writer is known to have; null if it has none. */
    FaultyWriters.@Nullable Row first(WriterFault... faults) {
        for (WriterFault fault : faults) {
            FaultyWriters.Row row = row(fault);
            if (row != null) {
                return row;
            }
        }
        return null;
    }

    /**
     * Returns the fault that explains a min that is greater than a value, or a max that is less.
     *
     * @param exact what the file says about the exactness of the bound; null if it says nothing
     */
    FaultyWriters.@Nullable Row ofBound(
            Place place, boolean min, byte[] bound, @Nullable Boolean exact, ValueSummary values) {
        FaultyWriters.Row row = row(boundFault(place, min, bound, exact, values));
        if (row == null) {
            row = row(trust.minMaxFault(column));
            if (row != null && row.fault() == WriterFault.FLOATING_MIN_MAX && values.nans() == 0) {
                row = null;
            }
        }
        if (row == null && place == Place.DEPRECATED && isBinary()) {
            row = row(WriterFault.DEPRECATED_BINARY_MIN_MAX);
        }
        return row == null && place == Place.COLUMN_INDEX ? ofPageIndex() : row;
    }

    /** Returns the fault of a min or max that depends on its value or on the column chunk. */
    private @Nullable WriterFault boundFault(
            Place place, boolean min, byte[] bound, @Nullable Boolean exact, ValueSummary values) {
        if (place == Place.COLUMN_INDEX) {
            return min ? trust.indexMinFault(column, bound) : trust.indexMaxFault(column, bound);
        } else if (!min) {
            return trust.chunkMaxFault(column, metadata, bound, exact);
        }
        byte[] least = values.min();
        WriterFault fault = trust.chunkMinFault(column, metadata, bound);
        boolean emptyValue = least != null && least.length == 0;
        return fault == WriterFault.MIN_WITHOUT_EMPTY_VALUES && !emptyValue ? null : fault;
    }

    /**
     * Returns the fault that explains a min below all values, or a max above them, which is said or supposed to be one
     * of the values.
     *
     * @param value the least or greatest value
     */
    FaultyWriters.@Nullable Row ofInexactBound(boolean min, byte[] bound, byte[] value) {
        PhysicalType type = column.field().physicalType();
        if (type == PhysicalType.BOOLEAN) {
            return min ? row(WriterFault.INEXACT_BOOLEAN) : null;
        } else if (isBinary() && !isFloating()) {
            return column.field().logicalType() instanceof LogicalType.DecimalType
                    ? row(WriterFault.INEXACT_BINARY)
                    : first(WriterFault.INEXACT_BINARY, WriterFault.CATEGORY_MIN_MAX);
        }
        boolean infinite = isFloating() && isInfinity(value) && isGreatest(bound);
        return infinite ? row(WriterFault.ALL_INFINITE_MIN_MAX) : null;
    }

    /** Whether the values are numbers with infinities. */
    private boolean isFloating() {
        return MinMaxDecoder.ofValues(column.field()).isFloating();
    }

    private boolean isInfinity(byte[] plain) {
        return MinMaxDecoder.ofValues(column.field()).decode(plain) instanceof Double number
                && Double.isInfinite(number);
    }

    private boolean isGreatest(byte[] plain) {
        double greatest = switch (column.field().physicalType()) {
            case DOUBLE -> Double.MAX_VALUE;
            case FLOAT -> Float.MAX_VALUE;
            case BOOLEAN, INT32, INT64, INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> Float16.MAX_VALUE;
        };
        return MinMaxDecoder.ofValues(column.field()).decode(plain) instanceof Double number
                && Math.abs(number) == greatest;
    }

    private boolean isBinary() {
        PhysicalType type = column.field().physicalType();
        return type == PhysicalType.BYTE_ARRAY || type == PhysicalType.FIXED_LEN_BYTE_ARRAY;
    }

    /** Returns the fault that explains a wrong number of nulls in statistics or in the header of a page. */
    FaultyWriters.@Nullable Row ofNullCount(long stated, ColumnFacts facts) {
        FaultyWriters.Row row =
                stated < 0 ? row(WriterFault.NEGATIVE_NULL_COUNT) : row(trust.nullCountFault(column, metadata, stated));
        if (row == null && stated >= 0 && leavesOutEmptyLists(stated, facts)) {
            boolean fixed = column.field().physicalType() != PhysicalType.BYTE_ARRAY;
            row = row(WriterFault.NULL_COUNT_WITHOUT_EMPTY_LISTS);
            row = row == null && inStruct && fixed ? row(WriterFault.STRUCT_NULL_COUNT_WITHOUT_EMPTY_LISTS) : row;
        }
        if (row == null && stated >= 0 && column.path().size() > 1) {
            row = row(WriterFault.NESTED_NULL_COUNT);
        }
        return row;
    }

    /** Whether a number of nulls is too small by no more than the null and empty lists around the elements. */
    private boolean leavesOutEmptyLists(long stated, ColumnFacts facts) {
        long lists = 0;
        for (int level = 0; level < elementLevel; level++) {
            lists += facts.definitions()[level];
        }
        return stated < facts.nulls() && facts.nulls() - stated <= lists;
    }

    /**
     * Returns the fault that explains a wrong {@code num_nulls} of a page of version 2.
     *
     * @param statistics whether the page has statistics
     */
    FaultyWriters.@Nullable Row ofNumNulls(int stated, boolean statistics, ColumnFacts facts) {
        // Without statistics, parquet-mr writes -1 and Arrow C++ 0.
        FaultyWriters.Row row = statistics || stated > 0 ? null : row(WriterFault.NUM_NULLS);
        return row == null ? ofNullCount(stated, facts) : row;
    }

    /** Returns the fault that explains anything wrong about the page index of a column. */
    FaultyWriters.@Nullable Row ofPageIndex() {
        return first(WriterFault.PAGE_INDEX, WriterFault.OFFSET_INDEX);
    }

    /** Returns the fault that explains a wrong part of an offset index. */
    FaultyWriters.@Nullable Row ofOffsetIndex() {
        FaultyWriters.Row row = ofPageIndex();
        return row == null && column.maxRepetitionLevel() > 0 ? row(WriterFault.PAGES_WITHIN_ROWS) : row;
    }

    /** Returns the fault that explains a wrong {@code num_rows} of a page of version 2. */
    FaultyWriters.@Nullable Row ofNumRows(int stated, ColumnFacts facts) {
        boolean values = stated == facts.entries() || stated == 0;
        return column.maxRepetitionLevel() > 0 && values ? row(WriterFault.NUM_ROWS_OF_PAGES) : null;
    }

    /** Returns the fault that explains too few bytes of byte arrays in size statistics. */
    FaultyWriters.@Nullable Row ofUnencodedBytes(long stated, long actual) {
        boolean delta = metadata.encodings().contains(Encoding.DELTA_BYTE_ARRAY);
        return delta && stated < actual ? row(WriterFault.UNENCODED_BYTES) : null;
    }

    /** Returns the fault that explains a wrong element of {@code null_pages}. */
    FaultyWriters.@Nullable Row ofNullPage(boolean stated) {
        if (!stated) {
            return first(WriterFault.NULL_PAGES_WITH_MIN_MAX, WriterFault.PAGE_INDEX, WriterFault.OFFSET_INDEX);
        }
        boolean lists = column.maxRepetitionLevel() > 0;
        FaultyWriters.Row row = ofPageIndex();
        return row == null && lists ? row(WriterFault.NULL_PAGES) : row;
    }
}
