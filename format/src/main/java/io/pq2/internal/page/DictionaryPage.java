package io.pq2.internal.page;

import io.pq2.internal.encoding.dictionary.PlainDictionary;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.schema.PrimitiveField;
import io.pq2.vector.Vector;

/**
 * The decompressed entries of a column chunk's dictionary, in PLAIN encoding.
 *
 * @param numValues the number of entries in the header, not yet compared with the number of bytes
 * @param bytes the array that contains the entries; not reused for other pages
 * @param start the index of the first byte
 * @param end the index after the last byte
 */
public record DictionaryPage(int numValues, byte[] bytes, int start, int end) {

    /**
     * Decodes the entries.
     *
     * @param budget counts {@link #memoryBytes}
     * @throws io.pq2.exception.CorruptFileException if the page has fewer entries than its header says
     */
    public Vector entries(PrimitiveField field, DecodeBudget budget) {
        // The arrays are in proportion to the bytes of the page, which the budget counts already.
        Vector entries = PlainDictionary.read(field.physicalType(), field.typeLength(), bytes, start, end, numValues);
        budget.replace(0, memoryBytes(field));
        return entries;
    }

    /** Returns the size in bytes of the arrays with the entries, without the bytes of the page. */
    public long memoryBytes(PrimitiveField field) {
        return PlainDictionary.memoryBytes(field.physicalType(), field.typeLength(), numValues);
    }
}
