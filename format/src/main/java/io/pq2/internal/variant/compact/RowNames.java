package io.pq2.internal.variant.compact;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.io.LittleEndian;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The names that one variant uses, with ids from 0 in the order of their first use. Not thread-safe. */
final class RowNames {

    private FieldName[] names = new FieldName[16];
    private int count;
    /** The id of each name of the table; valid if its entry in {@link #rows} is the current row. */
    private int[] ids = new int[16];

    private int[] rows = new int[16];
    private int row;

    /** The names of the metadata that was encoded last; absent if there is none. */
    private FieldName @Nullable [] encoded;

    /** Starts a variant. */
    void begin() {
        count = 0;
        row++;
    }

    /** Returns the id of a name in the current variant. */
    int id(FieldName name) {
        int index = name.index();
        if (index >= rows.length) {
            int capacity = Math.max(index + 1, 2 * rows.length);
            rows = Arrays.copyOf(rows, capacity);
            ids = Arrays.copyOf(ids, capacity);
        }
        if (rows[index] != row) {
            rows[index] = row;
            ids[index] = count;
            if (count == names.length) {
                names = Arrays.copyOf(names, 2 * count);
            }
            names[count++] = name;
        }
        return ids[index];
    }

    /** Compares two names of the current variant by their ids, as UTF-16. */
    int compare(int id, int other) {
        return names[id].text().compareTo(names[other].text());
    }

    /** Returns the name with an id. */
    String text(int id) {
        return names[id].text();
    }

    /** Whether the metadata that was encoded last has exactly the names of the current variant. */
    boolean isEncoded() {
        return encoded != null && Arrays.equals(encoded, 0, encoded.length, names, 0, count);
    }

    /** Returns the size of the metadata in bytes. */
    long byteSize() {
        long length = length();
        return 1 + (count + 2L) * LittleEndian.unsignedWidth((int) Math.max(length, count)) + length;
    }

    private long length() {
        long length = 0;
        for (int id = 0; id < count; id++) {
            length += names[id].utf8().length;
        }
        return length;
    }

    /** Appends the metadata of the current variant (VariantEncoding.md, "Metadata encoding"). */
    void encode(EncodedBytes out) {
        int width = LittleEndian.unsignedWidth((int) Math.max(length(), count));
        out.putByte(1 | width - 1 << 6);
        putUnsigned(out, count, width);
        int offset = 0;
        putUnsigned(out, offset, width);
        for (int id = 0; id < count; id++) {
            offset += names[id].utf8().length;
            putUnsigned(out, offset, width);
        }
        for (int id = 0; id < count; id++) {
            out.putBytes(names[id].utf8(), 0, names[id].utf8().length);
        }
        encoded = Arrays.copyOf(names, count);
    }

    /** Forgets the metadata that was encoded last. */
    void forgetEncoded() {
        encoded = null;
    }

    private static void putUnsigned(EncodedBytes out, int value, int width) {
        int at = out.reserve(width);
        LittleEndian.putUnsigned(out.array(), at, width, value);
        out.advance(width);
    }
}
