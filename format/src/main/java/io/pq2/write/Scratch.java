package io.pq2.write;

/** Memory that all columns of a writer use in turn while a batch passes through them. Contents last for one column. */
final class Scratch {

    private int[] slots = new int[0];
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

    int[] slots(int length) {
        if (slots.length < length) {
            slots = new int[grown(length)];
        }
        return slots;
    }

    int[] ints(int length) {
        if (ints.length < length) {
            ints = new int[grown(length)];
        }
        return ints;
    }

    int[] moreInts(int length) {
        if (moreInts.length < length) {
            moreInts = new int[grown(length)];
        }
        return moreInts;
    }

    int[] entryIds(int length) {
        if (entryIds.length < length) {
            entryIds = new int[grown(length)];
        }
        return entryIds;
    }

    int[] usedEntries(int length) {
        if (usedEntries.length < length) {
            usedEntries = new int[grown(length)];
        }
        return usedEntries;
    }

    int[] entryStarts(int length) {
        if (entryStarts.length < length) {
            entryStarts = new int[grown(length)];
        }
        return entryStarts;
    }

    int[] entryLengths(int length) {
        if (entryLengths.length < length) {
            entryLengths = new int[grown(length)];
        }
        return entryLengths;
    }

    long[] longs(int length) {
        if (longs.length < length) {
            longs = new long[grown(length)];
        }
        return longs;
    }

    float[] floats(int length) {
        if (floats.length < length) {
            floats = new float[grown(length)];
        }
        return floats;
    }

    double[] doubles(int length) {
        if (doubles.length < length) {
            doubles = new double[grown(length)];
        }
        return doubles;
    }

    boolean[] booleans(int length) {
        if (booleans.length < length) {
            booleans = new boolean[grown(length)];
        }
        return booleans;
    }

    byte[] bytes(int length) {
        if (bytes.length < length) {
            bytes = new byte[grown(length)];
        }
        return bytes;
    }

    private static int grown(int length) {
        return (int) Math.max(length, Math.min(Integer.MAX_VALUE - 16, length * 5L / 4));
    }
}
