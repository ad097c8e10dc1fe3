package io.pq2.internal.read.decode;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.page.DataPage;
import io.pq2.internal.schema.Int96;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.schema.PrimitiveField;
import io.pq2.vector.Vector;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values of one column for a batch, in arrays that the next batch reuses. Values are added page by page without
 * gaps for nulls; {@link #vector} finally scatters them to their slots.
 */
abstract sealed class ColumnValues
        permits BooleanColumnValues,
                IntColumnValues,
                LongColumnValues,
                FloatColumnValues,
                DoubleColumnValues,
                BinaryColumnValues,
                FixedBinaryColumnValues {

    /** The largest width of a FIXED_LEN_BYTE_ARRAY in bytes. Each slot needs this memory, even a null. */
    static final int MAX_WIDTH = 1 << 26;

    private @Nullable DataPage page;
    private @Nullable Vector dictionary;
    private boolean opened;

    /**
     * Creates the values of a field.
     *
     * @param budget the budget of the scan
     */
    static ColumnValues of(PrimitiveField field, DecodeBudget budget) {
        return switch (field.physicalType()) {
            case BOOLEAN -> new BooleanColumnValues(budget);
            case INT32 -> new IntColumnValues(budget);
            case INT64 -> new LongColumnValues(budget);
            case INT96 -> new FixedBinaryColumnValues(Int96.WIDTH, budget);
            case FLOAT -> new FloatColumnValues(budget);
            case DOUBLE -> new DoubleColumnValues(budget);
            case BYTE_ARRAY -> new BinaryColumnValues(budget);
            case FIXED_LEN_BYTE_ARRAY -> {
                if (field.typeLength() > MAX_WIDTH) {
                    throw new UnsupportedFeatureException("FIXED_LEN_BYTE_ARRAY with a type_length of "
                            + field.typeLength() + " (at most " + MAX_WIDTH + ")");
                }
                yield new FixedBinaryColumnValues(field.typeLength(), budget);
            }
        };
    }

    /** Begins a batch and discards the values of the previous one. */
    abstract void clear();

    /**
     * Allows {@link #vector} to return numbers as ids of a dictionary in this batch. Byte arrays are ids wherever
     * possible.
     */
    void keepIds() {}

    /**
     * Begins a column chunk.
     *
     * @param writer the application that wrote it
     */
    void startChunk(WriterVersion writer) {}

    /**
     * Begins a page.
     *
     * @param newDictionary the dictionary of the column chunk; absent if it has none
     */
    final void startPage(DataPage newPage, @Nullable Vector newDictionary) {
        page = newPage;
        dictionary = newDictionary;
        opened = false;
    }

    /** Copies values that refer to the bytes of the page, which will be overwritten. */
    void leavePage() {}

    /**
     * Adds the next values of the page.
     *
     * @param count the number of values, without nulls
     */
    final void read(int count) {
        if (count > 0) {
            open();
            add(count);
        }
    }

    /**
     * Skips the next values of the page.
     *
     * @param count the number of values, without nulls
     */
    final void skip(int count) {
        if (count > 0) {
            open();
            pass(count);
        }
    }

    private void open() {
        if (!opened) {
            // Only now: a page without values is readable in any encoding, with or without a dictionary.
            open(Objects.requireNonNull(page), dictionary);
            opened = true;
        }
    }

    /** Creates the decoder of a page. */
    abstract void open(DataPage newPage, @Nullable Vector newDictionary);

    /** Decodes values of the opened page. */
    abstract void add(int count);

    /** Skips values of the opened page. */
    abstract void pass(int count);

    /**
     * Returns the values in their slots.
     *
     * @param slots the number of slots
     * @param validity the present slots, one bit for each added value; absent if all slots are present
     */
    abstract Vector vector(int slots, long @Nullable [] validity);

    /** Returns the new length of an array of {@code length} slots that must have at least {@code needed}. */
    static int grown(int length, int needed) {
        return Math.max(needed, Math.min(length * 2, LeafLevels.MAX_ENTRIES));
    }
}
