package io.pq2.internal.read.decode;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.page.DataPage;
import io.pq2.internal.schema.Int96;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.schema.PrimitiveField;
import io.pq2.vector.Vector;

/**
 * The values of one column for a batch, in arrays that are reused for the next. Values are added densely, page by page, nulls
 * left out; only when all are there does {@link #vector} move them to their slots.
 */
abstract sealed class ColumnValues
        permits BooleanColumnValues,
                IntColumnValues,
                LongColumnValues,
                FloatColumnValues,
                DoubleColumnValues,
                BinaryColumnValues,
                FixedBinaryColumnValues {

    /** The widest FIXED_LEN_BYTE_ARRAY that is read: a slot takes that much even where it is null. */
    static final int MAX_WIDTH = 1 << 26;

    private DataPage page;
    private Vector dictionary;
    private boolean opened;

    static ColumnValues of(PrimitiveField field) {
        return switch (field.physicalType()) {
            case BOOLEAN -> new BooleanColumnValues();
            case INT32 -> new IntColumnValues();
            case INT64 -> new LongColumnValues();
            case INT96 -> new FixedBinaryColumnValues(Int96.WIDTH);
            case FLOAT -> new FloatColumnValues();
            case DOUBLE -> new DoubleColumnValues();
            case BYTE_ARRAY -> new BinaryColumnValues();
            case FIXED_LEN_BYTE_ARRAY -> {
                if (field.typeLength() > MAX_WIDTH) {
                    throw new UnsupportedFeatureException("FIXED_LEN_BYTE_ARRAY with a type_length of "
                            + field.typeLength() + " (at most " + MAX_WIDTH + ")");
                }
                yield new FixedBinaryColumnValues(field.typeLength());
            }
        };
    }

    /** Starts a batch: forgets the values of the one before. */
    abstract void clear();

    /**
     * The values that follow are those of another column chunk.
     *
     * @param writer who wrote it
     */
    void startChunk(WriterVersion writer) {}

    /**
     * The values that follow are those of a page.
     *
     * @param newDictionary the dictionary of the column chunk, null if it has none
     */
    final void startPage(DataPage newPage, Vector newDictionary) {
        page = newPage;
        dictionary = newDictionary;
        opened = false;
    }

    /** The bytes of the page will be overwritten: what refers to them is copied. */
    void leavePage() {}

    /**
     * Adds the next values of the page.
     *
     * @param count how many, without nulls
     */
    final void read(int count) {
        if (count > 0) {
            open();
            add(count);
        }
    }

    /** Passes over the next {@code count} values of the page, none of them null. */
    final void skip(int count) {
        if (count > 0) {
            open();
            pass(count);
        }
    }

    private void open() {
        if (!opened) {
            // Not before there is a value: pages of nulls are read whatever their encoding, with or without dictionary.
            open(page, dictionary);
            opened = true;
        }
    }

    abstract void open(DataPage newPage, Vector newDictionary);

    abstract void add(int count);

    abstract void pass(int count);

    /**
     * The values in their slots.
     *
     * @param slots the number of slots
     * @param validity where the values belong, as many bits set as values were added; null if no slot is null
     */
    abstract Vector vector(int slots, long[] validity);

    /** The capacity that an array grows to when {@code needed} slots do not fit it. */
    static int grown(int length, int needed) {
        return Math.max(needed, Math.min(length * 2, LeafLevels.MAX_ENTRIES));
    }
}
