package io.pq2.encoding;

import io.pq2.vector.FixedBinaryVector;

/** Dictionary-encoded FIXED_LEN_BYTE_ARRAY and INT96: ids are replaced by the entries, run by run. */
final class DictionaryFixedBinaryDecoder implements FixedBinaryDecoder {

    private static final int CHUNK = 1024;

    private final DictionaryIdDecoder ids;
    private final byte[] entries;
    private final int start;
    private final int width;
    private final int size;
    private final int[] scratch = new int[CHUNK];

    DictionaryFixedBinaryDecoder(byte[] bytes, int offset, int limit, FixedBinaryVector dictionary) {
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
        int to = offset;
        if (width == 12) {
            // INT96 and wide decimals: two moves cost less than a call to copy 12 bytes.
            for (int i = 0; i < count; i++) {
                int from = start + scratch[i] * 12;
                LittleEndian.putLong(dst, to, LittleEndian.getLong(entries, from));
                LittleEndian.putInt(dst, to + Long.BYTES, LittleEndian.getInt(entries, from + Long.BYTES));
                to += 12;
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            System.arraycopy(entries, start + scratch[i] * width, dst, to, width);
            to += width;
        }
    }

    @Override
    public void skip(int count) {
        ids.skip(count);
    }
}
