package io.pq2.internal.encoding.rle;

import io.pq2.internal.encoding.EncodedBytes;

/** Writes the runs of the RLE/bit-packing hybrid. Encoders decide which values form a run. */
final class HybridRunWriter {

    /**
     * The maximum number of groups of 8 values in a bit-packed run. Up to 63 groups, the header of a run has 1 byte
     * and can be filled in when the run has ended. 60 groups are 15 blocks of 32 values, the size that readers unpack
     * fastest.
     */
    private static final int MAX_GROUPS = 60;

    private final EncodedBytes out;
    private final int width;
    private int header = -1;
    private int groups;

    HybridRunWriter(EncodedBytes out, int width) {
        this.out = out;
        this.width = width;
    }

    /**
     * Opens a bit-packed run if none is open, and ensures capacity for groups.
     *
     * @param needed the number of groups to write
     * @return the number of groups that the run has room for; the caller writes them at {@link #position} and calls
     *     {@link #advance}
     */
    int openPacked(int needed) {
        if (header >= 0 && groups == MAX_GROUPS) {
            closePacked();
        }
        if (header < 0) {
            header = out.size();
            groups = 0;
            out.putByte(0);
        }
        int granted = Math.min(needed, MAX_GROUPS - groups);
        out.reserve((long) granted * width);
        return granted;
    }

    /** Returns the array to write packed values into. */
    byte[] array() {
        return out.array();
    }

    /** Returns the index in {@link #array} of the next packed values. */
    int position() {
        return out.size();
    }

    /** Counts groups that the caller wrote. */
    void advance(int writtenGroups) {
        out.advance(writtenGroups * width);
        groups += writtenGroups;
    }

    /** Ends the open bit-packed run, if any. */
    void closePacked() {
        if (header >= 0) {
            out.array()[header] = (byte) (groups << 1 | 1);
            header = -1;
        }
    }

    /** Writes a run of {@code count} equal values. */
    void repeated(int value, int count) {
        closePacked();
        out.putVarint((long) count << 1);
        for (int shift = 0; shift < width; shift += 8) {
            out.putByte(value >>> shift);
        }
    }
}
