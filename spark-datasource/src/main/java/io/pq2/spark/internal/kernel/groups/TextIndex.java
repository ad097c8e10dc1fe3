package io.pq2.spark.internal.kernel.groups;

import java.util.Arrays;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.array.ByteArrayMethods;
import org.apache.spark.unsafe.hash.Murmur3_x86_32;
import org.apache.spark.unsafe.types.UTF8String;

/** Numbers distinct strings from 1, in the order in which they are first seen. Keeps their bytes in large arrays. */
public final class TextIndex {

    private static final int FIRST_SLOTS = 1 << 8;

    /** The bytes of the header of an array. */
    private static final int HEADER_BYTES = 16;

    /** A longer string has a chunk of its own, so that little of the others stays empty. */
    private static final int FIRST_CHUNK_BYTES = (1 << 16) - HEADER_BYTES;

    /** With its header, a chunk fills one region of G1 in a small heap. With a byte more it would take two. */
    private static final int MAX_CHUNK_BYTES = (1 << 20) - HEADER_BYTES;

    private byte[][] chunks = new byte[4][];
    private int chunkCount;
    /** The chunk that strings are added to, and its used bytes. */
    private int open = -1;

    private int used;
    /** The bytes of all chunks. */
    private long chunkBytes;

    /** By number: the index of the chunk in the high, and the offset in the low half; the length; the hash. */
    private long[] places = new long[FIRST_SLOTS / 2];

    private int[] lengths = new int[FIRST_SLOTS / 2];
    private int[] hashes = new int[FIRST_SLOTS / 2];
    private int size;

    /** The number of a string at the slot of its hash or a later one; 0 in free slots. */
    private int[] slots = new int[FIRST_SLOTS];

    /** Returns the number of a string, which is copied if it is new. */
    public int numberOf(UTF8String value) {
        return numberOf(value.getBaseObject(), value.getBaseOffset(), value.numBytes());
    }

    /** Returns the number of a string in part of an array, which is copied if it is new. */
    int numberOf(byte[] bytes, int start, int length) {
        return numberOf(bytes, (long) Platform.BYTE_ARRAY_OFFSET + start, length);
    }

    private int numberOf(Object base, long start, int length) {
        int hash = Murmur3_x86_32.hashUnsafeBytes(base, start, length, 0);
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != 0) {
            int number = slots[slot];
            if (hashes[number - 1] == hash && isEqual(base, start, length, number)) {
                return number;
            }
            slot = slot + 1 & mask;
        }
        append(base, start, length, hash);
        slots[slot] = size;
        if (2 * size > slots.length) {
            rehash(2 * slots.length);
        }
        return size;
    }

    private boolean isEqual(Object base, long start, int length, int number) {
        return lengths[number - 1] == length
                && ByteArrayMethods.arrayEquals(
                        base, start, chunks[chunk(number)], (long) Platform.BYTE_ARRAY_OFFSET + offset(number), length);
    }

    private int chunk(int number) {
        return (int) (places[number - 1] >>> Integer.SIZE);
    }

    private int offset(int number) {
        return (int) places[number - 1];
    }

    private void append(Object base, long start, int length, int hash) {
        if (size == places.length) {
            places = Arrays.copyOf(places, 2 * size);
            lengths = Arrays.copyOf(lengths, 2 * size);
            hashes = Arrays.copyOf(hashes, 2 * size);
        }
        int chunk;
        int offset = 0;
        if (length > FIRST_CHUNK_BYTES) {
            chunk = addChunk(length);
        } else {
            if (open < 0 || length > chunks[open].length - used) {
                open = addChunk(
                        open < 0
                                ? FIRST_CHUNK_BYTES
                                : Math.min(MAX_CHUNK_BYTES, 2 * chunks[open].length + HEADER_BYTES));
                used = 0;
            }
            chunk = open;
            offset = used;
            used += length;
        }
        Platform.copyMemory(base, start, chunks[chunk], (long) Platform.BYTE_ARRAY_OFFSET + offset, length);
        places[size] = (long) chunk << Integer.SIZE | offset;
        lengths[size] = length;
        hashes[size] = hash;
        size++;
    }

    private int addChunk(int bytes) {
        if (chunkCount == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * chunkCount);
        }
        chunks[chunkCount] = new byte[bytes];
        chunkBytes += bytes + HEADER_BYTES;
        return chunkCount++;
    }

    private void rehash(int length) {
        slots = new int[length];
        int mask = length - 1;
        for (int number = 1; number <= size; number++) {
            int slot = hashes[number - 1] & mask;
            while (slots[slot] != 0) {
                slot = slot + 1 & mask;
            }
            slots[slot] = number;
        }
    }

    /** Returns the number of distinct strings. */
    public int size() {
        return size;
    }

    /** Returns the string with a number. Its bytes stay in this index, which does not change them. */
    public UTF8String value(int number) {
        return UTF8String.fromBytes(chunks[chunk(number)], offset(number), lengths[number - 1]);
    }

    /** Returns the bytes of the arrays with an element for each string, which double when they are full. */
    public long bytes() {
        return (long) Long.BYTES * places.length
                + (long) Integer.BYTES * (lengths.length + hashes.length + slots.length);
    }

    /** Returns the bytes that the strings take. */
    public long textBytes() {
        return chunkBytes;
    }

    /** Forgets all strings, and frees their memory. */
    public void clear() {
        chunks = new byte[4][];
        chunkCount = 0;
        open = -1;
        used = 0;
        chunkBytes = 0;
        places = new long[FIRST_SLOTS / 2];
        lengths = new int[FIRST_SLOTS / 2];
        hashes = new int[FIRST_SLOTS / 2];
        size = 0;
        slots = new int[FIRST_SLOTS];
    }
}
