package io.pq2.internal.encoding.dictionary;

import io.pq2.internal.encoding.FixedBinaryDecoder;
import io.pq2.internal.io.LittleEndian;
import io.pq2.internal.io.SmallCopy;
import io.pq2.internal.schema.Int96;
import io.pq2.vector.FixedBinaryVector;

/**
 * Decodes dictionary-encoded FIXED_LEN_BYTE_ARRAY and INT96: replaces ids by the entries of the dictionary, run by run.
 */
public final class DictionaryFixedBinaryDecoder implements FixedBinaryDecoder {

    private static final int CHUNK = 1024;
    /** The width of UUIDs and of decimals of 38 digits, in bytes. */
    private static final int UUID_WIDTH = 16;

    private final DictionaryIdDecoder ids;
    private final byte[] entries;
    private final int start;
    private final int width;
    private final int size;
    private final int[] scratch = new int[CHUNK];

    public DictionaryFixedBinaryDecoder(byte[] bytes, int offset, int limit, FixedBinaryVector dictionary) {
        this.ids = new DictionaryIdDecoder(bytes, offset, limit);
        this.entries = dictionary.bytes();
        this.start = dictionary.offset();
        this.width = dictionary.width();
        this.size = dictionary.length();
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public void read(byte[] dst, int offset, int count) {
        int done = 0;
        while (done < count) {
            int taken = Math.min(CHUNK, count - done);
            ids.read(scratch, 0, taken, size);
            gather(dst, offset + done * width, taken);
            done += taken;
        }
    }

    private void gather(byte[] dst, int offset, int count) {
        switch (width) {
            case Int96.WIDTH -> gather12(dst, offset, count);
            case UUID_WIDTH -> gather16(dst, offset, count);
            default -> {
                int to = offset;
                for (int i = 0; i < count; i++) {
                    SmallCopy.copy(entries, start + scratch[i] * width, dst, to, width);
                    to += width;
                }
            }
        }
    }

    private void gather12(byte[] dst, int offset, int count) {
        int to = offset;
        for (int i = 0; i < count; i++) {
            int from = start + scratch[i] * Int96.WIDTH;
            LittleEndian.putLong(dst, to, LittleEndian.getLong(entries, from));
            LittleEndian.putInt(dst, to + Long.BYTES, LittleEndian.getInt(entries, from + Long.BYTES));
            to += Int96.WIDTH;
        }
    }

    private void gather16(byte[] dst, int offset, int count) {
        int to = offset;
        for (int i = 0; i < count; i++) {
            int from = start + scratch[i] * UUID_WIDTH;
            LittleEndian.putLong(dst, to, LittleEndian.getLong(entries, from));
            LittleEndian.putLong(dst, to + Long.BYTES, LittleEndian.getLong(entries, from + Long.BYTES));
            to += UUID_WIDTH;
        }
    }

    @Override
    public void skip(int count) {
        ids.skip(count);
    }
}
