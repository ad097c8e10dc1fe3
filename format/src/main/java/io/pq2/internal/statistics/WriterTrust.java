package io.pq2.internal.statistics;

import io.pq2.internal.writer.WriterFault;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.PageEncodingStats;
import io.pq2.metadata.PageType;
import io.pq2.metadata.Statistics;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.statistics.StatisticsTrust;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells which statistics of a file are believed, by the faults that its writer is known to have.
 *
 * @param trust what the caller believes
 * @param writer the application that wrote the file
 */
public record WriterTrust(StatisticsTrust trust, WriterVersion writer) {

    /** The number of bytes to which some writers cut the max of byte arrays. */
    private static final int CUT_BYTES = 16;

    /** The first byte in UTF-8 of characters that UTF-16 orders in another way: U+E000 and above. */
    private static final int FIRST_OF_UTF16_ORDER = 0xEE;

    /** Returns the trust that excludes known faults. */
    public static WriterTrust known(WriterVersion writer) {
        return new WriterTrust(StatisticsTrust.KNOWN, writer);
    }

    /** Returns the trust in a file with a footer. */
    public static WriterTrust of(StatisticsTrust trust, FileMetaData metadata) {
        return new WriterTrust(trust, WriterVersion.parse(metadata.createdBy()));
    }

    /** Whether statistics, indexes and bloom filters are believed at all. */
    public boolean isAny() {
        return trust != StatisticsTrust.NONE;
    }

    private boolean lies(WriterFault fault) {
        return trust == StatisticsTrust.NONE || (trust == StatisticsTrust.KNOWN && writer.has(fault));
    }

    private @Nullable WriterFault ifLies(boolean concerned, WriterFault fault) {
        return concerned && lies(fault) ? fault : null;
    }

    private static @Nullable WriterFault first(@Nullable WriterFault... faults) {
        for (WriterFault fault : faults) {
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    /** Whether min and max of a column are believed, in all fields and in its column index. */
    public boolean minMax(Column column) {
        return minMaxFault(column) == null;
    }

    /** Returns the fault by which min and max of a column are not believed, the narrowest; absent when they are. */
    public @Nullable WriterFault minMaxFault(Column column) {
        boolean nested = column.maxRepetitionLevel() > 0 || column.path().size() > 1;
        LogicalType type = column.field().logicalType();
        PhysicalType stored = column.field().physicalType();
        WriterFault fault = null;
        if (type instanceof LogicalType.DecimalType) {
            fault = ofDecimals(stored);
        } else if (type instanceof LogicalType.Float16Type) {
            fault = WriterFault.FLOAT16_MIN_MAX;
        } else if (type instanceof LogicalType.UuidType) {
            fault = WriterFault.UUID_MIN_MAX;
        } else if (type instanceof LogicalType.TimestampType) {
            fault = WriterFault.TIMESTAMP_MIN_MAX;
        } else if (type instanceof LogicalType.IntType integer && !integer.signed()) {
            fault = WriterFault.UNSIGNED_MIN_MAX;
        } else if (isFloating(stored)) {
            fault = WriterFault.FLOATING_MIN_MAX;
        } else if (stored == PhysicalType.BYTE_ARRAY && !(type instanceof LogicalType.StringType)) {
            fault = WriterFault.LENGTH_IN_BINARY_MIN_MAX;
        }
        return first(
                fault == null ? null : ifLies(true, fault),
                ifLies(isBinary(stored), WriterFault.BINARY_MIN_MAX),
                ifLies(nested, WriterFault.NESTED_MIN_MAX),
                ifLies(true, WriterFault.MIN_MAX));
    }

    private static WriterFault ofDecimals(PhysicalType stored) {
        return switch (stored) {
            case BYTE_ARRAY -> WriterFault.BINARY_DECIMAL_MIN_MAX;
            case FIXED_LEN_BYTE_ARRAY -> WriterFault.FIXED_DECIMAL_MIN_MAX;
            case BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE -> WriterFault.INTEGER_DECIMAL_MIN_MAX;
        };
    }

    private static boolean isBinary(PhysicalType type) {
        return type == PhysicalType.BYTE_ARRAY || type == PhysicalType.FIXED_LEN_BYTE_ARRAY;
    }

    private static boolean isFloating(PhysicalType type) {
        return type == PhysicalType.FLOAT || type == PhysicalType.DOUBLE;
    }

    /** Whether the deprecated {@code min} and {@code max} of a column are believed where they are equal. */
    public boolean deprecatedMinMax(Column column) {
        return deprecatedFault(column) == null;
    }

    /** Returns the fault by which the deprecated {@code min} and {@code max} are not believed; absent when they are. */
    public @Nullable WriterFault deprecatedFault(Column column) {
        boolean binary = isBinary(column.field().physicalType());
        return first(minMaxFault(column), ifLies(binary, WriterFault.DEPRECATED_BINARY_MIN_MAX));
    }

    /** Returns the min of a column chunk; absent when it is not believed, although {@link #minMax} is true. */
    public byte @Nullable [] chunkMin(Column column, ColumnMetaData metadata, byte @Nullable [] min) {
        return min == null || chunkMinFault(column, metadata, min) != null ? null : min;
    }

    /** Returns the fault by which the min of a column chunk is not believed; absent when it is. */
    public @Nullable WriterFault chunkMinFault(Column column, ColumnMetaData metadata, byte[] min) {
        boolean text = column.field().physicalType() == PhysicalType.BYTE_ARRAY;
        return first(
                ifLies(text, WriterFault.MIN_WITHOUT_EMPTY_VALUES), chunkBounds(column, metadata), bound(column, min));
    }

    /** Returns the max of a column chunk; absent when it is not believed, although {@link #minMax} is true. */
    public byte @Nullable [] chunkMax(
            Column column, ColumnMetaData metadata, byte @Nullable [] max, @Nullable Boolean exact) {
        return max == null || chunkMaxFault(column, metadata, max, exact) != null ? null : max;
    }

    /** Returns the fault by which the max of a column chunk is not believed; absent when it is. */
    public @Nullable WriterFault chunkMaxFault(
            Column column, ColumnMetaData metadata, byte[] max, @Nullable Boolean exact) {
        boolean cut = exact == null
                && max.length == CUT_BYTES
                && isBinary(column.field().physicalType());
        return first(ifLies(cut, WriterFault.CUT_MAX), chunkBounds(column, metadata), bound(column, max));
    }

    /** Returns the fault by which min and max of a column chunk are not believed because of its pages. */
    private @Nullable WriterFault chunkBounds(Column column, ColumnMetaData metadata) {
        PhysicalType stored = column.field().physicalType();
        boolean merged = isBinary(stored) && mayHaveSeveralPages(metadata);
        return first(ifLies(merged, WriterFault.BINARY_MIN_MAX_OF_PAGES), partOfDictionary(stored, metadata));
    }

    /** Returns the fault by which the statistics of a column chunk cover only some of its values. */
    private @Nullable WriterFault partOfDictionary(PhysicalType stored, ColumnMetaData metadata) {
        boolean dictionary = stored == PhysicalType.BYTE_ARRAY && hasDictionary(metadata);
        return ifLies(dictionary, WriterFault.DICTIONARY_STATISTICS);
    }

    private static boolean hasDictionary(ColumnMetaData metadata) {
        return metadata.encodings().contains(Encoding.RLE_DICTIONARY)
                || metadata.encodings().contains(Encoding.PLAIN_DICTIONARY);
    }

    private static boolean mayHaveSeveralPages(ColumnMetaData metadata) {
        List<PageEncodingStats> stats = metadata.encodingStats();
        long pages = 0;
        for (PageEncodingStats entry : stats == null ? List.<PageEncodingStats>of() : stats) {
            pages += entry.pageType() == PageType.DICTIONARY_PAGE ? 0 : entry.count();
        }
        return pages != 1;
    }

    /** Returns the fault by which a min or max is not believed because of its value. */
    private @Nullable WriterFault bound(Column column, byte[] bound) {
        PhysicalType stored = column.field().physicalType();
        if (isFloating(stored)) {
            return ifLies(isZero(bound), WriterFault.ROUNDED_ZERO);
        }
        boolean utf16 = stored == PhysicalType.BYTE_ARRAY && lies(WriterFault.UTF16_ORDER) && isOrderedByUtf16(bound);
        return utf16 ? WriterFault.UTF16_ORDER : null;
    }

    /** Whether a FLOAT or DOUBLE is zero; its sign is the highest bit of the last byte. */
    private static boolean isZero(byte[] bound) {
        int bits = 0;
        for (int i = 0; i < bound.length; i++) {
            bits |= i == bound.length - 1 ? bound[i] & 0x7F : bound[i];
        }
        return bits == 0;
    }

    private static boolean isOrderedByUtf16(byte[] bound) {
        for (byte unit : bound) {
            if (Byte.toUnsignedInt(unit) >= FIRST_OF_UTF16_ORDER) {
                return true;
            }
        }
        return false;
    }

    /** Returns the {@code null_count} of a column chunk; absent when it is not believed. */
    public @Nullable Long nullCount(Column column, ColumnMetaData metadata, @Nullable Long nullCount) {
        if (nullCount == null || !isAny()) {
            return null;
        }
        return nullCountFault(column, metadata, nullCount) == null ? nullCount : null;
    }

    /** Returns the fault by which the {@code null_count} of a column chunk is not believed; absent when it is. */
    public @Nullable WriterFault nullCountFault(Column column, ColumnMetaData metadata, long nullCount) {
        boolean dictionary = hasDictionary(metadata);
        return first(
                ifLies(dictionary && nullCount == 0, WriterFault.ZERO_NULL_COUNT),
                ifLies(dictionary && mayHaveSeveralPages(metadata), WriterFault.NULL_COUNT_OF_PAGES),
                partOfDictionary(column.field().physicalType(), metadata));
    }

    /** Whether level histograms are believed. */
    public boolean levelHistograms() {
        return !lies(WriterFault.LEVEL_HISTOGRAMS);
    }

    /** Whether bloom filters are believed. */
    public boolean bloomFilters() {
        return !lies(WriterFault.BLOOM_FILTER);
    }

    /** Whether it is believed that a min or max of a column is one of its values, if the file says so. */
    public boolean exactness(Column column) {
        return switch (column.field().physicalType()) {
            case BOOLEAN -> !lies(WriterFault.INEXACT_BOOLEAN);
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> !lies(WriterFault.INEXACT_BINARY);
            case INT32, INT64, INT96, FLOAT, DOUBLE -> isAny();
        };
    }

    /** Whether the column index of a column is believed, apart from single bounds. */
    public boolean columnIndex(Column column) {
        return isAny()
                && !(column.maxRepetitionLevel() > 0 && lies(WriterFault.NULL_PAGES))
                && pageIndex(column, writer);
    }

    /**
     * Whether the offset index of a column can be used. This does not depend on what a caller believes: reading pages
     * by a wrong index returns wrong rows.
     */
    public static boolean pageIndex(Column column, WriterVersion writer) {
        boolean withinRows = column.maxRepetitionLevel() > 0 && writer.has(WriterFault.PAGES_WITHIN_ROWS);
        return !withinRows && !writer.has(WriterFault.PAGE_INDEX) && !writer.has(WriterFault.OFFSET_INDEX);
    }

    /** Returns the min of a page in the column index; absent when it is not believed. */
    public byte @Nullable [] indexMin(Column column, byte[] min) {
        return indexMinFault(column, min) == null ? min : null;
    }

    /** Returns the fault by which the min of a page in the column index is not believed; absent when it is. */
    public @Nullable WriterFault indexMinFault(Column column, byte[] min) {
        return bound(column, min);
    }

    /** Returns the max of a page in the column index; absent when it is not believed. */
    public byte @Nullable [] indexMax(Column column, byte[] max) {
        return indexMaxFault(column, max) == null ? max : null;
    }

    /** Returns the fault by which the max of a page in the column index is not believed; absent when it is. */
    public @Nullable WriterFault indexMaxFault(Column column, byte[] max) {
        PhysicalType stored = column.field().physicalType();
        boolean whole =
                stored == PhysicalType.FIXED_LEN_BYTE_ARRAY && column.field().typeLength() == CUT_BYTES;
        boolean cut = isBinary(stored) && max.length == CUT_BYTES && !whole;
        return first(
                ifLies(cut, WriterFault.CUT_INDEX_MAX),
                ifLies(cut, WriterFault.CUT_MAX),
                ifLies(isBinary(stored) && max.length == 0, WriterFault.EMPTY_INDEX_MAX),
                bound(column, max));
    }

    /** Whether everything in the column index of a column is believed, whatever it is. */
    public boolean wholeColumnIndex(Column column) {
        boolean binary = isBinary(column.field().physicalType());
        boolean cut = lies(WriterFault.CUT_INDEX_MAX)
                || lies(WriterFault.CUT_MAX)
                || lies(WriterFault.EMPTY_INDEX_MAX)
                || lies(WriterFault.UTF16_ORDER);
        boolean rounded = isFloating(column.field().physicalType()) && lies(WriterFault.ROUNDED_ZERO);
        return minMax(column) && columnIndex(column) && levelHistograms() && !(binary && cut) && !rounded;
    }

    /** Whether everything in the statistics of a column's page headers is believed. */
    public boolean pageHeaders(Column column) {
        boolean binary = isBinary(column.field().physicalType());
        return deprecatedMinMax(column)
                && !lies(WriterFault.ZERO_NULL_COUNT)
                && !(binary
                        && (lies(WriterFault.DICTIONARY_STATISTICS)
                                || lies(WriterFault.CUT_MAX)
                                || lies(WriterFault.INEXACT_BINARY)))
                && !(isFloating(column.field().physicalType()) && lies(WriterFault.ROUNDED_ZERO))
                && !(column.field().physicalType() == PhysicalType.BOOLEAN && lies(WriterFault.INEXACT_BOOLEAN))
                && !(binary && lies(WriterFault.UTF16_ORDER));
    }

    /**
     * Returns the statistics of a column chunk without those that are not believed.
     *
     * @param metadata the metadata of the chunk
     * @param ordered whether {@code min_value} and {@code max_value} have a known order
     * @return absent when the chunk has no statistics
     */
    public @Nullable Statistics believed(Column column, ColumnMetaData metadata, boolean ordered) {
        Statistics old = metadata.statistics();
        if (old == null) {
            return null;
        }
        boolean deprecated = deprecatedMinMax(column);
        boolean current = ordered && minMax(column);
        byte[] min = current ? chunkMin(column, metadata, old.minValue()) : null;
        byte[] max = current ? chunkMax(column, metadata, old.maxValue(), old.isMaxValueExact()) : null;
        boolean exactness = exactness(column);
        return new Statistics(
                deprecated ? chunkMax(column, metadata, old.max(), null) : null,
                deprecated ? chunkMin(column, metadata, old.min()) : null,
                nullCount(column, metadata, old.nullCount()),
                old.distinctCount(),
                max,
                min,
                max == null ? null : exactness(exactness, old.isMaxValueExact()),
                min == null ? null : exactness(exactness, old.isMinValueExact()),
                old.nanCount());
    }

    private static @Nullable Boolean exactness(boolean believed, @Nullable Boolean exact) {
        return believed ? exact : (Boolean) false;
    }

    /**
     * Returns a column index; absent when it is absent or one of its parts is not believed.
     *
     * @param ordered whether its min and max have a known order
     */
    public @Nullable ColumnIndex believed(Column column, @Nullable ColumnIndex index, boolean ordered) {
        if (index == null || !ordered || !minMax(column) || !columnIndex(column) || !levelHistograms()) {
            return null;
        }
        boolean bounds = index.minValues().stream().allMatch(min -> indexMin(column, min) != null)
                && index.maxValues().stream().allMatch(max -> indexMax(column, max) != null);
        return bounds ? index : null;
    }
}
