package io.pq2.internal.write.values;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.bloomfilter.BloomFilterBuilder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.geospatial.GeospatialStatisticsBuilder;
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
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.work.EncodingBuffers;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.schema.Column;
import io.pq2.schema.PrimitiveField;
import io.pq2.vector.Vector;
import io.pq2.write.WriteOptions;

/**
 * The values of one column as its type has them: the present ones of the batch that is passing through, the dictionary of the
 * column chunk, the bounds of the page that is being filled. Indexes count the present values of the batch.
 */
public sealed interface LeafValues permits ArrayLeafValues, BinaryLeafValues, FixedBinaryLeafValues {

    /** Bytes of an INT96, which has no type length in the schema. */
    int INT96_WIDTH = 12;

    /**
     * Takes the present values of a vector; they stay where they are if they lie together.
     *
     * @throws io.pq2.exception.InvalidDataException if the vector is not of this column's kind
     */
    void load(Vector vector, PresentSlots slots);

    /** The index of the first value that the column's logical type does not allow, -1 if there is none. */
    int firstInvalid();

    /** The value at that index in words, and what is allowed. */
    String explain(int index);

    /** The number of values of the batch. */
    int count();

    /** Bytes of all values of the batch in PLAIN encoding. */
    long plainBytes();

    /** Bytes of each value in PLAIN encoding where all have the same; 0 otherwise. */
    int width();

    /** Widens the bounds of the page by the values {@code from} to {@code to} (exclusive). */
    void bound(int from, int to);

    /** Whether the bounds of a dictionary encoded page are cheaper to have from the entries that it uses than from its values. */
    boolean boundsEntries();

    /** Widens the bounds of the page by the dictionary's entries with these ids; only if {@link #boundsEntries()}. */
    void boundEntries(int[] ids, int count);

    /** The bounds of the page; null for a column without an order, or if nobody asked for them. */
    MinMax bounds();

    /** From now on, encodes values that way where they are not dictionary encoded. Only between pages. */
    void use(Encoding encoding);

    /** What is known of the chunk's geometries, null if that is nothing; the next chunk starts. */
    default GeospatialStatistics endGeometries() {
        return null;
    }

    /** Appends the values {@code from} to {@code to} (exclusive) to the page, not dictionary encoded. */
    void encode(int from, int to);

    /** Appends the dictionary's entries with these ids to the page, not dictionary encoded. */
    void encodeEntries(int[] ids, int count);

    /** About how many bytes completing the page adds. */
    int pendingBytes();

    /** Completes a page that is not dictionary encoded. */
    Encoding finish();

    /** Whether values of this type are worth a dictionary at all. */
    boolean internable();

    /** Looks up the values {@code from} to {@code to} (exclusive), putting those into the dictionary that are new. */
    void intern(int from, int to, int[] ids, int idOffset);

    /** The number of the dictionary's entries. */
    int distinct();

    /** Bytes of the dictionary's entries in PLAIN encoding. */
    long dictionaryBytes();

    /** Appends the first {@code count} entries of the dictionary in PLAIN encoding. */
    void encodeDictionary(int count, EncodedBytes out);

    /** Shows the values {@code from} to {@code to} (exclusive) to a bloom filter; not those of a BOOLEAN column. */
    void hash(int from, int to, BloomFilterBuilder filter);

    /** Shows the first {@code entries} entries of the dictionary to a bloom filter. */
    void hashEntries(int entries, BloomFilterBuilder filter);

    /** Forgets the dictionary, and its memory if it is large. */
    void dropDictionary();

    /** How many bytes of memory the dictionary takes. */
    long memoryBytes();

    /**
     * The values of a column.
     *
     * @param encoding how values are encoded that are not dictionary encoded
     * @param page where they go
     * @param scratch memory to work with
     * @throws UnsupportedFeatureException if the format does not have the encoding for the type
     */
    static LeafValues of(
            Column column, WriteOptions options, Encoding encoding, EncodedBytes page, EncodingBuffers scratch) {
        PrimitiveField field = column.field();
        MinMaxOrder order = options.statistics(column.dottedPath())
                ? MinMaxOrder.of(field, options.totalOrder())
                : MinMaxOrder.UNDEFINED;
        return switch (field.physicalType()) {
            case BOOLEAN ->
                new BooleanLeafValues(
                        order == MinMaxOrder.UNDEFINED ? null : new BooleanMinMax(), encoding, page, scratch);
            case INT32 ->
                new IntLeafValues(
                        field,
                        encoding,
                        order == MinMaxOrder.UNDEFINED ? null : new IntMinMax(order == MinMaxOrder.UINT32),
                        page,
                        scratch);
            case INT64 ->
                new LongLeafValues(
                        field,
                        encoding,
                        order == MinMaxOrder.UNDEFINED ? null : new LongMinMax(order == MinMaxOrder.UINT64),
                        page,
                        scratch);
            case FLOAT ->
                new FloatLeafValues(
                        encoding,
                        order == MinMaxOrder.UNDEFINED ? null : new FloatMinMax(order.isTotal()),
                        page,
                        scratch);
            case DOUBLE ->
                new DoubleLeafValues(
                        encoding,
                        order == MinMaxOrder.UNDEFINED ? null : new DoubleMinMax(order.isTotal()),
                        page,
                        scratch);
            case BYTE_ARRAY ->
                new BinaryLeafValues(
                        field,
                        encoding,
                        options.checkText(),
                        binaryBounds(order),
                        geometries(column, options),
                        page,
                        scratch);
            case INT96 -> new FixedBinaryLeafValues(INT96_WIDTH, encoding, null, null, page, scratch);
            case FIXED_LEN_BYTE_ARRAY ->
                new FixedBinaryLeafValues(
                        field.typeLength(),
                        encoding,
                        DecimalCheck.of(field),
                        isFloat16(order) ? new Float16MinMax(order.isTotal()) : binaryBounds(order),
                        page,
                        scratch);
        };
    }

    private static boolean isFloat16(MinMaxOrder order) {
        return order == MinMaxOrder.FLOAT16 || order == MinMaxOrder.FLOAT16_TOTAL;
    }

    private static GeospatialStatisticsBuilder geometries(Column column, WriteOptions options) {
        return options.statistics(column.dottedPath())
                ? GeospatialStatisticsBuilder.of(column.field().logicalType())
                : null;
    }

    private static BinaryMinMax binaryBounds(MinMaxOrder order) {
        return switch (order) {
            case BYTES, TEXT -> new BinaryMinMax(BinaryOrder.UNSIGNED);
            case DECIMAL_BYTES -> new BinaryMinMax(BinaryOrder.TWOS_COMPLEMENT);
            default -> null;
        };
    }
}
