package io.pq2.internal.write.work;

/**
 * Reusable arrays of one encoding worker. The columns that the worker encodes use them one after another while a batch
 * passes through; the contents last until the worker turns to the next column. Not thread-safe.
 *
 * <p>Each accessor returns an array of at least the requested length. It belongs to this object, its contents are
 * undefined, and the next call of the same accessor may return the same array.
 */
public final class EncodingBuffers {

    private int[] ints = new int[0];
    private int[] moreInts = new int[0];
    private int[] entryIds = new int[0];
    private int[] usedEntries = new int[0];
    private int[] entryStarts = new int[0];
    private int[] entryLengths = new int[0];
    private long[] longs = new long[0];
    private float[] floats = new float[0];
    private double[] doubles = new double[0];
    private boolean[] booleans = new boolean[0];
    private byte[] bytes = new byte[0];

    /** Returns an array for values, slice starts or gathered numbers. */
    public int[] ints(int length) {
        if (ints.length < length) {
            ints = new int[grown(length)];
        }
        return ints;
    }

    /** Returns an array for slice lengths. */
    public int[] moreInts(int length) {
        if (moreInts.length < length) {
            moreInts = new int[grown(length)];
        }
        return moreInts;
    }

    /** Returns an array for the ids of values in the dictionary of their vector. */
    public int[] entryIds(int length) {
        if (entryIds.length < length) {
            entryIds = new int[grown(length)];
        }
        return entryIds;
    }

    /** Returns an array for the distinct dictionary ids of a page. */
    public int[] usedEntries(int length) {
        if (usedEntries.length < length) {
            usedEntries = new int[grown(length)];
        }
        return usedEntries;
    }

    /** Returns an array for the slice starts of dictionary entries. */
    public int[] entryStarts(int length) {
        if (entryStarts.length < length) {
            entryStarts = new int[grown(length)];
        }
        return entryStarts;
    }

    /** Returns an array for the slice lengths of dictionary entries. */
    public int[] entryLengths(int length) {
        if (entryLengths.length < length) {
            entryLengths = new int[grown(length)];
        }
        return entryLengths;
    }

    /** Returns an array for gathered values. */
    public long[] longs(int length) {
        if (longs.length < length) {
            longs = new long[grown(length)];
        }
        return longs;
    }

    /** Returns an array for gathered values. */
    public float[] floats(int length) {
        if (floats.length < length) {
            floats = new float[grown(length)];
        }
        return floats;
    }

    /** Returns an array for gathered values. */
    public double[] doubles(int length) {
        if (doubles.length < length) {
            doubles = new double[grown(length)];
        }
        return doubles;
    }

    /** Returns an array for gathered values. */
    public boolean[] booleans(int length) {
        if (booleans.length < length) {
            booleans = new boolean[grown(length)];
        }
        return booleans;
    }

    /** Returns an array for gathered values of fixed length. */
    public byte[] bytes(int length) {
        if (bytes.length < length) {
            bytes = new byte[grown(length)];
        }
        return bytes;
    }

    private static int grown(int length) {
        return (int) Math.max(length, Math.min(Integer.MAX_VALUE - 16, length * 5L / 4));
    }

    /** Returns the size of the arrays in bytes. */
    long memoryBytes() {
        long numbers = (long) ints.length
                + moreInts.length
                + entryIds.length
                + usedEntries.length
                + entryStarts.length
                + entryLengths.length;
        return Integer.BYTES * (numbers + floats.length)
                + Long.BYTES * ((long) longs.length + doubles.length)
                + booleans.length
                + bytes.length;
    }

    /** Frees the arrays. */
    void release() {
        ints = new int[0];
        moreInts = new int[0];
        entryIds = new int[0];
        usedEntries = new int[0];
        entryStarts = new int[0];
        entryLengths = new int[0];
        longs = new long[0];
        floats = new float[0];
        doubles = new double[0];
        booleans = new boolean[0];
        bytes = new byte[0];
    }
}
