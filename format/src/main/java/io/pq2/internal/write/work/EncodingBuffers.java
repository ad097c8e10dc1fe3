package io.pq2.internal.write.work;

/**
 * Memory that columns use in task while a batch passes through them. Contents last for one column. A column has one of these for
 * good; the {@link Room} behind it is that of the {@link WorkerContext} in which the column is worked on.
 */
public final class EncodingBuffers {

    private Room room = new Room();

    /** Works in that room from now on. */
    public void use(Room other) {
        room = other;
    }

    /** The arrays themselves. Used by one thread at a time. */
    static final class Room {
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

        /** Frees the memory. */
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

        /** How many bytes they take. */
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
    }

    public int[] ints(int length) {
        if (room.ints.length < length) {
            room.ints = new int[grown(length)];
        }
        return room.ints;
    }

    public int[] moreInts(int length) {
        if (room.moreInts.length < length) {
            room.moreInts = new int[grown(length)];
        }
        return room.moreInts;
    }

    public int[] entryIds(int length) {
        if (room.entryIds.length < length) {
            room.entryIds = new int[grown(length)];
        }
        return room.entryIds;
    }

    public int[] usedEntries(int length) {
        if (room.usedEntries.length < length) {
            room.usedEntries = new int[grown(length)];
        }
        return room.usedEntries;
    }

    public int[] entryStarts(int length) {
        if (room.entryStarts.length < length) {
            room.entryStarts = new int[grown(length)];
        }
        return room.entryStarts;
    }

    public int[] entryLengths(int length) {
        if (room.entryLengths.length < length) {
            room.entryLengths = new int[grown(length)];
        }
        return room.entryLengths;
    }

    public long[] longs(int length) {
        if (room.longs.length < length) {
            room.longs = new long[grown(length)];
        }
        return room.longs;
    }

    public float[] floats(int length) {
        if (room.floats.length < length) {
            room.floats = new float[grown(length)];
        }
        return room.floats;
    }

    public double[] doubles(int length) {
        if (room.doubles.length < length) {
            room.doubles = new double[grown(length)];
        }
        return room.doubles;
    }

    public boolean[] booleans(int length) {
        if (room.booleans.length < length) {
            room.booleans = new boolean[grown(length)];
        }
        return room.booleans;
    }

    public byte[] bytes(int length) {
        if (room.bytes.length < length) {
            room.bytes = new byte[grown(length)];
        }
        return room.bytes;
    }

    private static int grown(int length) {
        return (int) Math.max(length, Math.min(Integer.MAX_VALUE - 16, length * 5L / 4));
    }
}
