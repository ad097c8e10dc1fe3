package io.pq2.spark.internal.column;

import io.pq2.vector.BinaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.Vector;
import java.util.Arrays;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.BinaryView;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Strings and binaries: slices of an array, or entries of a dictionary.
 *
 * <p>A string is not copied: it points into the page or the dictionary that it comes from, and is valid as long as the batch
 * is. The strings of a dictionary are made once and handed out as often as they occur.
 */
public final class BytesColumnVector extends FileColumnVector {

    private static final int[] NO_INTS = {};

    private byte[] bytes = {};
    private int[] starts = NO_INTS;
    private int[] lengths = NO_INTS;

    /** Null while slices are shown. */
    private UTF8String[] entries;

    private int[] ids = NO_INTS;

    private Vector dictionary;
    private UTF8String[] dictionaryEntries;
    private int[] ownStarts = NO_INTS;
    private int[] ownLengths = NO_INTS;

    BytesColumnVector(DataType type) {
        super(type);
    }

    /** Shows slices of {@code newBytes}. */
    void showSlices(int newLength, byte[] newBytes, int[] newStarts, int[] newLengths, long[] newValidity) {
        entries = null;
        bytes = newBytes;
        starts = newStarts;
        lengths = newLengths;
        rebind(newLength, newValidity);
    }

    /** Shows values of equal width. */
    void showFixed(FixedBinaryVector vector) {
        int count = vector.length();
        if (ownStarts.length < count) {
            ownStarts = new int[count];
            ownLengths = new int[count];
        }
        for (int i = 0; i < count; i++) {
            ownStarts[i] = vector.offset() + i * vector.width();
        }
        Arrays.fill(ownLengths, 0, count, vector.width());
        showSlices(count, vector.bytes(), ownStarts, ownLengths, vector.validity());
    }

    /** Shows entries of a dictionary, whose strings are made when it is first seen. */
    void showEntries(int newLength, int[] newIds, Vector newDictionary, long[] newValidity) {
        if (newDictionary != dictionary) {
            dictionaryEntries = strings(newDictionary);
            dictionary = newDictionary;
        }
        entries = dictionaryEntries;
        ids = newIds;
        rebind(newLength, newValidity);
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
    void showNulls(int newLength) {
        entries = null;
        if (ownStarts.length < newLength) {
            ownStarts = new int[newLength];
            ownLengths = new int[newLength];
        }
        starts = ownStarts;
        lengths = ownLengths;
        rebindAbsent(newLength);
    }

    @Override
    void showConstant(Object value, int newLength) {
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
            byte[] entry = entries[ids[rowId]].getBytes();
            return entry.clone();
        }
        int start = starts[rowId];
        return Arrays.copyOfRange(bytes, start, start + lengths[rowId]);
    }

    @Override
    public BinaryView getBinaryView(int rowId) {
        if (isNullAt(rowId)) {
            return null;
        }
        if (entries != null) {
            UTF8String entry = entries[ids[rowId]];
            return BinaryView.fromAddress(entry.getBaseObject(), entry.getBaseOffset(), entry.numBytes());
        }
        return BinaryView.fromAddress(bytes, Platform.BYTE_ARRAY_OFFSET + (long) starts[rowId], lengths[rowId]);
    }
}
