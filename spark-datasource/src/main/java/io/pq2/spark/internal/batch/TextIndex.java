package io.pq2.spark.internal.batch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.unsafe.types.UTF8String;

/** Numbers distinct strings from 1, in the order in which they are first seen. */
final class TextIndex {

    /** The bytes of the objects for a value: string, array, entry of the map, number and references. */
    private static final int VALUE_OVERHEAD = 144;

    private Map<UTF8String, Integer> numbers = new HashMap<>();
    private List<UTF8String> values = new ArrayList<>();
    /** The bytes of all values. */
    private long textBytes;

    /** Returns the number of a string, which is copied if it is new. */
    int numberOf(UTF8String value) {
        Integer known = numbers.get(value);
        if (known != null) {
            return known;
        }
        // The batch's strings are valid only as long as the batch.
        UTF8String kept = value.copy();
        values.add(kept);
        textBytes += kept.numBytes();
        numbers.put(kept, values.size());
        return values.size();
    }

    /** Returns the string with a number. */
    UTF8String value(int number) {
        return values.get(number - 1);
    }

    /** Returns the bytes that the strings take. */
    long bytes() {
        return textBytes + (long) VALUE_OVERHEAD * values.size();
    }

    /** Forgets all strings. */
    void clear() {
        numbers = new HashMap<>();
        values = new ArrayList<>();
        textBytes = 0;
    }
}
