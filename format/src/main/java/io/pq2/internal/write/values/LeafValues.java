package io.pq2.internal.write.values;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.bloomfilter.BloomFilterBuilder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.geospatial.GeospatialStatisticsBuilder;
import io.pq2.internal.schema.Int96;
import io.pq2.internal.statistics.BinaryMinMax;
import io.pq2.internal.statistics.BinaryOrder;
import io.pq2.internal.statistics.BooleanMinMax;
import io.pq2.internal.statistics.DoubleMinMax;
import io.pq2.internal.statistics.Float16MinMax;
import io.pq2.internal.statistics.FloatMinMax;
import io.pq2.internal.statistics.IntMinMax;
import io.pq2.internal.statistics.LongMinMax;
import io.pq2.internal.statistics.MinMax;
import io.pq2.internal.statistics.MinMaxOrder;
import io.pq2.internal.write.options.WriteSettings;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.work.ColumnBuffers;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.schema.Column;
import io.pq2.schema.PrimitiveField;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/**
 * The values of one column, in arrays of its physical type: the present values of the current batch, the dictionary of
 * the column chunk, and the min and max of the open page. Value indexes count the present values of the current batch
 * from 0; ranges of indexes exclude {@code to}.
 */
public sealed interface LeafValues permits ArrayLeafValues, BinaryLeafValues, FixedBinaryLeafValues {

    /**
     * Sets the present values of a vector. Values in consecutive slots are not copied; others are gathered into the
     * worker's buffers.
     *
     * @throws io.pq2.exception.InvalidDataException if the vector has the wrong kind for this column
     */
    void load(Vector vector, PresentSlots slots);

    /** Returns the index of the first value that the column's logical type does not allow, or -1. */
    int firstInvalid();

    /** Describes an invalid value and the rule that it breaks, for an error message. */
    String describe(int index);

    /** Returns the number of present values in the current batch. */
    int count();

    /** Returns the size of all values of the current batch in PLAIN encoding, in bytes. */
    long plainBytes();

    /** Returns the bytes of one value in PLAIN encoding, or 0 when values vary in length. */
    int width();

    /** Updates the min/max statistics of the open page with a range of values. */
    void updateMinMax(int from, int to);

    /**
     * Whether a dictionary encoded page computes min and max from the distinct dictionary entries that it uses, which
     * is cheaper than from all of its values.
     */
    boolean hasMinMaxByEntry();

    /**
     * Updates the min/max statistics of the open page with dictionary entries. Requires {@link #hasMinMaxByEntry()}.
     */
    void updateMinMaxOfEntries(int[] ids, int count);

    /** Returns the min and max of the open page; absent when the column has no min/max statistics. */
    @Nullable
    MinMax minMax();

    /** Sets the encoding of values that are not dictionary encoded. The open page must be empty. */
    void setEncoding(Encoding encoding);

    /**
     * Returns the geospatial statistics of the column chunk and starts those of the next one. Absent when the column
     * has none or the chunk holds invalid well-known binary.
     */
    default @Nullable GeospatialStatistics endGeospatialStatistics() {
        return null;
    }

    /** Encodes a range of values into the open page, without the dictionary. */
    void encode(int from, int to);

    /** Encodes dictionary entries into the open page, without the dictionary. */
    void encodeEntries(int[] ids, int count);

    /** Estimates how many bytes {@link #finish()} adds to the open page. */
    int pendingBytes();

    /** Completes an open page that is not dictionary encoded and returns its encoding. */
    Encoding finish();

    /** Whether columns of this type can have a dictionary. */
    boolean supportsDictionary();

    /** Looks up a range of values in the dictionary, adds the new ones, and stores the ids from {@code idOffset} on. */
    void lookUp(int from, int to, int[] ids, int idOffset);

    /** Returns the number of dictionary entries. */
    int dictionarySize();

    /** Returns the size of the dictionary entries in PLAIN encoding, in bytes. */
    long dictionaryBytes();

    /** Appends the first {@code count} dictionary entries in PLAIN encoding. */
    void encodeDictionary(int count, EncodedBytes out);

    /** Adds a range of values to a bloom filter. Not supported by BOOLEAN columns. */
    void addToFilter(int from, int to, BloomFilterBuilder filter);

    /** Adds the first {@code entries} dictionary entries to a bloom filter. */
    void addEntriesToFilter(int entries, BloomFilterBuilder filter);

    /** Discards the dictionary and frees its memory if it is large. */
    void dropDictionary();

    /** Returns the memory of the dictionary in bytes. */
    long memoryBytes();

    /**
     * Creates the values of a column.
     *
     * @param encoding the encoding of values that are not dictionary encoded
     * @param page the buffer that receives the encoded values of the open page
     * @param buffers the arrays to work with
     * @throws UnsupportedFeatureException if the format does not define the encoding for the column's type
     */
    static LeafValues of(
            Column column, WriteSettings settings, Encoding encoding, EncodedBytes page, ColumnBuffers buffers) {
        PrimitiveField field = column.field();
        MinMaxOrder order = settings.statistics().minMax().get(column.dottedPath())
                ? MinMaxOrder.of(field, settings.statistics().totalOrder())
                : MinMaxOrder.UNDEFINED;
        boolean ordered = order != MinMaxOrder.UNDEFINED;
        return switch (field.physicalType()) {
            case BOOLEAN -> new BooleanLeafValues(encoding, ordered ? new BooleanMinMax() : null, page, buffers);
            case INT32 ->
                new IntLeafValues(
                        field, encoding, ordered ? new IntMinMax(order == MinMaxOrder.UINT32) : null, page, buffers);
            case INT64 ->
                new LongLeafValues(
                        field, encoding, ordered ? new LongMinMax(order == MinMaxOrder.UINT64) : null, page, buffers);
            case FLOAT ->
                new FloatLeafValues(encoding, ordered ? new FloatMinMax(order.isTotal()) : null, page, buffers);
            case DOUBLE ->
                new DoubleLeafValues(encoding, ordered ? new DoubleMinMax(order.isTotal()) : null, page, buffers);
            case BYTE_ARRAY ->
                new BinaryLeafValues(
                        field,
                        encoding,
                        settings.checks().text(),
                        binaryMinMax(order),
                        geospatialStatistics(column, settings),
                        page,
                        buffers);
            case INT96 -> new FixedBinaryLeafValues(Int96.WIDTH, encoding, null, null, page, buffers);
            case FIXED_LEN_BYTE_ARRAY ->
                new FixedBinaryLeafValues(
                        field.typeLength(),
                        encoding,
                        DecimalCheck.of(field),
                        isFloat16(order) ? new Float16MinMax(order.isTotal()) : binaryMinMax(order),
                        page,
                        buffers);
        };
    }

    private static boolean isFloat16(MinMaxOrder order) {
        return order == MinMaxOrder.FLOAT16 || order == MinMaxOrder.FLOAT16_TOTAL;
    }

    private static @Nullable GeospatialStatisticsBuilder geospatialStatistics(Column column, WriteSettings settings) {
        return settings.statistics().minMax().get(column.dottedPath())
                ? GeospatialStatisticsBuilder.of(column.field().logicalType())
                : null;
    }

    private static @Nullable BinaryMinMax binaryMinMax(MinMaxOrder order) {
        return switch (order) {
            case BYTES, TEXT -> new BinaryMinMax(BinaryOrder.UNSIGNED);
            case DECIMAL_BYTES -> new BinaryMinMax(BinaryOrder.TWOS_COMPLEMENT);
            default -> null;
        };
    }
}
