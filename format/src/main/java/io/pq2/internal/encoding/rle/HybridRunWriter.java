package io.pq2.internal.encoding.rle;

import io.pq2.internal.encoding.EncodedBytes;

/** Writes the runs of the RLE/bit-packing hybrid; which values go into which run is up to the encoders that stand on it. */
final class HybridRunWriter {

    /**
     * The most groups of 8 values in a packed run: its header is then one byte that can be written before the length is known, as
     * others do too, and the 480 values are whole blocks of 32 for those who read them.
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
     * Opens a packed run unless one is open, and makes room in it for up to {@code wanted} groups.
     *
     * @return how many groups the caller must write now at {@link #position}, which it then calls {@link #advance} for
     */
    int openPacked(int wanted) {
        if (header >= 0 && groups == MAX_GROUPS) {
            closePacked();
        }
        if (header < 0) {
            header = out.size();
            groups = 0;
            out.putByte(0);
        }
        int granted = Math.min(wanted, MAX_GROUPS - groups);
        out.reserve((long) granted * width);
        return granted;
    }

    byte[] array() {
        return out.array();
    }

    int position() {
        return out.size();
    }

    void advance(int writtenGroups) {
        out.advance(writtenGroups * width);
        groups += writtenGroups;
    }

    /** Ends the packed run that is open, if one is. */
    void closePacked() {
        if (header >= 0) {
            out.array()[header] = (byte) (groups << 1 | 1);
            header = -1;
        }
    }

    /** Writes a run of one value. */
    void repeated(int value, int count) {
        closePacked();
        out.putVarint((long) count << 1);
        for (int shift = 0; shift < width; shift += 8) {
            out.putByte(value >>> shift);
        }
    }
}
