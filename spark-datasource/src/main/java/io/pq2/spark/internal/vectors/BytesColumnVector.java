package io.pq2.spark.internal.vectors;

import io.pq2.vector.BinaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.Vector;
import java.util.Arrays;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.NullUnmarked;

/**
 * A column of strings or binaries: slices of an array, or entries of a dictionary.
 *
 * <p>Strings are not copied. They point into the page or the dictionary, and are valid as long as the batch. The
 * strings of a dictionary are created once and shared by all rows.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class BytesColumnVector extends FileColumnVector {

    private static final int[] NO_INTS = {};

    private byte[] bytes = {};
    private int[] starts = NO_INTS;
    private int[] lengths = NO_INTS;

    /** The shown dictionary entries; absent while the column shows slices. */
    private UTF8String[] entries;

    private int[] ids = NO_INTS;

    private Vector dictionary;
    private UTF8String[] dictionaryEntries;
    private int[] startsBuffer = NO_INTS;
    private int[] lengthsBuffer = NO_INTS;

    /** Whether slots with the same bytes may return the same array. */
    private boolean sharesBinaries;
    /** Returned arrays by dictionary entry, if they are shared. */
    private byte[][] binaries;

    private UTF8String[] entriesOfBinaries;
    /** The last returned array of a slice, if arrays are shared; absent in a new batch. */
    private byte[] last;

    private int lastStart;

    public BytesColumnVector(DataType type) {
        super(type);
    }

    /** Lets slots with the same bytes return the same array, which callers must not change. */
    public void shareBinaries() {
        sharesBinaries = true;
    }

    /** Shows slices of {@code newBytes}. The caller must not change the arrays while they are shown. */
    public void showSlices(int newLength, byte[] newBytes, int[] newStarts, int[] newLengths, long[] newValidity) {
        entries = null;
        last = null;
        bytes = newBytes;
        starts = newStarts;
        lengths = newLengths;
        rebind(newLength, newValidity);
    }

    /** Shows values of a fixed width. */
    public void showFixed(FixedBinaryVector vector) {
        int count = vector.length();
        if (startsBuffer.length < count) {
            startsBuffer = new int[count];
            lengthsBuffer = new int[count];
        }
        for (int i = 0; i < count; i++) {
            startsBuffer[i] = vector.offset() + i * vector.width();
        }
        Arrays.fill(lengthsBuffer, 0, count, vector.width());
        showSlices(count, vector.bytes(), startsBuffer, lengthsBuffer, vector.validity());
    }

    /** Shows entries of a dictionary. Creates the strings when it first sees the dictionary. */
    public void showEntries(int newLength, int[] newIds, Vector newDictionary, long[] newValidity) {
        if (newDictionary != dictionary) {
            dictionaryEntries = strings(newDictionary);
            dictionary = newDictionary;
        }
        entries = dictionaryEntries;
        ids = newIds;
        rebind(newLength, newValidity);
    }

    /** Shows strings by their index in {@code newEntries}. The caller must not change the arrays meanwhile. */
    public void showEntries(int newLength, int[] newIds, UTF8String[] newEntries, long[] newValidity) {
        entries = newEntries;
        ids = newIds;
        rebind(newLength, newValidity);
    }

    /** Returns the array with the shown slices. The caller must not change this array and the next two. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the index of the first byte of each slice. */
    public int[] starts() {
        return starts;
    }

    /** Returns the number of bytes of each slice. */
    public int[] lengths() {
        return lengths;
    }

    /** Returns the strings that slots refer to by {@link #ids}; null while the column shows slices. */
    public UTF8String[] entries() {
        return entries;
    }

    /** Returns the index of each slot's entry. Null slots have any value. The caller must not change them. */
    public int[] ids() {
        return ids;
    }

    @Override
    ColumnVector selected(int[] slots, int count) {
        if (entries == null) {
            return super.selected(slots, count);
        }
        BytesColumnVector selected = new BytesColumnVector(dataType());
        selected.entries = entries;
        selected.ids = new int[count];
        for (int i = 0; i < count; i++) {
            selected.ids[i] = ids[slots[i]];
        }
        selected.rebind(this, slots, count);
        return selected;
    }

    private static UTF8String[] strings(Vector dictionary) {
        UTF8String[] strings = new UTF8String[dictionary.length()];
        if (dictionary instanceof BinaryVector slices) {
            for (int i = 0; i < strings.length; i++) {
                strings[i] = string(slices.bytes(), slices.starts()[i], slices.lengths()[i]);
            }
        } else {
            FixedBinaryVector fixed = (FixedBinaryVector) dictionary;
            for (int i = 0; i < strings.length; i++) {
                strings[i] = string(fixed.bytes(), fixed.offset() + i * fixed.width(), fixed.width());
            }
        }
        return strings;
    }

    private static UTF8String string(byte[] bytes, int start, int length) {
        return UTF8String.fromAddress(bytes, Platform.BYTE_ARRAY_OFFSET + (long) start, length);
    }

    @Override
    public void showNulls(int newLength) {
        entries = null;
        if (startsBuffer.length < newLength) {
            startsBuffer = new int[newLength];
            lengthsBuffer = new int[newLength];
        }
        starts = startsBuffer;
        lengths = lengthsBuffer;
        rebindAbsent(newLength);
    }

    @Override
    public void showConstant(Object value, int newLength) {
        if (ids.length < newLength) {
            ids = new int[newLength];
        }
        entries = new UTF8String[] {value instanceof UTF8String string ? string : UTF8String.fromBytes((byte[]) value)};
        rebind(newLength, null);
    }

    @Override
    public UTF8String getUTF8String(int rowId) {
        if (isNullAt(rowId)) {
            return null;
        }
        return entries == null ? string(bytes, starts[rowId], lengths[rowId]) : entries[ids[rowId]];
    }

    @Override
    public byte[] getBinary(int rowId) {
        if (isNullAt(rowId)) {
            return null;
        }
        if (entries != null) {
            return entry(ids[rowId]);
        }
        int start = starts[rowId];
        int length = lengths[rowId];
        if (!sharesBinaries) {
            return Arrays.copyOfRange(bytes, start, start + length);
        }
        if (last == null || start != lastStart || length != last.length) {
            last = Arrays.copyOfRange(bytes, start, start + length);
            lastStart = start;
        }
        return last;
    }

    private byte[] entry(int id) {
        if (!sharesBinaries) {
            byte[] entry = entries[id].getBytes();
            // An entry that is a whole array is not copied by Spark's method.
            return entry == entries[id].getBaseObject() ? entry.clone() : entry;
        }
        if (entriesOfBinaries != entries) {
            binaries = new byte[entries.length][];
            entriesOfBinaries = entries;
        }
        if (binaries[id] == null) {
            binaries[id] = entries[id].getBytes();
        }
        return binaries[id];
    }
}
