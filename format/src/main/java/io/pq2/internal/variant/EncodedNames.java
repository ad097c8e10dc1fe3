package io.pq2.internal.variant;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.io.LittleEndian;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The names of a variant's object fields, each with an id (VariantEncoding.md, "Metadata encoding"). An immutable
 * view of bytes, which must not change. Offsets are checked when a name is used. Thread-safe.
 */
public final class EncodedNames {

    private static final int VERSION = 1;
    private static final int FEW = 8;

    private final byte[] bytes;
    private final int start;
    private final int offsetWidth;
    private final int size;
    private final int names;
    private final int namesLength;
    /** The ids in the order of their names, for unsorted metadata; absent until needed. */
    private int @Nullable [] order;

    private EncodedNames(byte[] bytes, int start, int limit) {
        this.bytes = bytes;
        this.start = start;
        if (start >= limit) {
            throw new CorruptFileException("VARIANT metadata: header is missing, there are 0 bytes");
        }
        int version = bytes[start] & 0xF;
        if (version != VERSION) {
            throw new UnsupportedFeatureException("VARIANT metadata of version " + version + "; this is for version 1");
        }
        this.offsetWidth = ((bytes[start] & 0xFF) >>> 6) + 1;
        int left = limit - start - 1;
        if (left < 2 * offsetWidth) {
            throw new CorruptFileException("VARIANT metadata: dictionary_size and an offset need " + 2 * offsetWidth
                    + " bytes, there are " + left);
        }
        long count = LittleEndian.getUnsigned(bytes, start + 1, offsetWidth);
        long lists = (count + 2) * offsetWidth;
        if (lists > left) {
            throw new CorruptFileException("VARIANT metadata: dictionary_size " + count + " needs " + lists
                    + " bytes of offsets, there are " + left);
        }
        this.size = (int) count;
        this.names = start + 1 + (int) lists;
        long length = LittleEndian.getUnsigned(bytes, names - offsetWidth, offsetWidth);
        if (length > limit - names) {
            throw new CorruptFileException(
                    "VARIANT metadata: last offset " + length + ", there are " + (limit - names) + " bytes of names");
        }
        this.namesLength = (int) length;
    }

    /**
     * Returns the names in metadata that starts at {@code offset} and ends within {@code length} bytes.
     *
     * @param bytes an array that contains the metadata, shared with the names
     * @throws CorruptFileException if the bytes are not metadata
     * @throws UnsupportedFeatureException if the bytes have another version of the encoding
     */
    public static EncodedNames of(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        return new EncodedNames(bytes, offset, offset + length);
    }

    /** Returns the number of names. */
    public int size() {
        return size;
    }

    /** Whether the metadata declares its names sorted by unsigned bytes of UTF-8, and distinct. */
    public boolean isSorted() {
        return (bytes[start] & 0x10) != 0;
    }

    /**
     * Returns the name with an id.
     *
     * @throws CorruptFileException if there is no such id, or its offsets are invalid
     */
    public String name(int id) {
        int from = nameStart(id);
        return new String(bytes, from, nameEnd(id) - from, StandardCharsets.UTF_8);
    }

    /**
     * Returns the id of a name, or -1 if it is missing. If the name occurs more than once, any of its ids is
     * returned.
     */
    public int find(String name) {
        return find(name.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the id of a name in UTF-8, see {@link #find(String)}. */
    int find(byte[] name) {
        if (size <= FEW) {
            for (int id = 0; id < size; id++) {
                if (compare(id, name) == 0) {
                    return id;
                }
            }
            return -1;
        }
        int[] ids = isSorted() ? null : sorted();
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int id = ids == null ? middle : ids[middle];
            int order = compare(id, name);
            if (order == 0) {
                return id;
            } else if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    private int[] sorted() {
        int[] ids = order;
        if (ids == null) {
            ids = IntStream.range(0, size)
                    .boxed()
                    .sorted((id, other) -> compare(id.intValue(), other.intValue()))
                    .mapToInt(Integer::intValue)
                    .toArray();
            order = ids;
        }
        return ids;
    }

    /** Compares a name with another one in UTF-8, by unsigned bytes. */
    public int compare(int id, byte[] name) {
        return Arrays.compareUnsigned(bytes, nameStart(id), nameEnd(id), name, 0, name.length);
    }

    /** Whether a name has the given bytes of UTF-8. */
    public boolean isEqual(int id, byte[] name) {
        return Arrays.equals(bytes, nameStart(id), nameEnd(id), name, 0, name.length);
    }

    /** Compares two names by unsigned bytes. */
    public int compare(int id, int other) {
        return Arrays.compareUnsigned(bytes, nameStart(id), nameEnd(id), bytes, nameStart(other), nameEnd(other));
    }

    /** Returns a copy of the UTF-8 bytes of a name. */
    public byte[] nameBytes(int id) {
        return Arrays.copyOfRange(bytes, nameStart(id), nameEnd(id));
    }

    /**
     * Checks all names.
     *
     * @throws CorruptFileException if an offset is invalid, a name is not UTF-8, or the names are declared sorted and
     *     are not
     */
    public void check() {
        if (offset(0) != 0) {
            throw new CorruptFileException("VARIANT metadata: first offset " + offset(0) + ", must be 0");
        }
        for (int id = 0; id < size; id++) {
            int from = nameStart(id);
            ValueCheck.checkText(bytes, from, nameEnd(id) - from, "VARIANT metadata: name " + id);
            if (id > 0 && isSorted() && compare(id - 1, id) >= 0) {
                throw new CorruptFileException(
                        "VARIANT metadata: sorted_strings is set, but name " + id + " is not after the one before it");
            }
        }
    }

    /** Returns the index after the last byte of a name; at least the index of its first byte. */
    private int nameEnd(int id) {
        int from = nameStart(id);
        long end = offset(id + 1);
        if (end > namesLength || names + end < from) {
            throw new CorruptFileException("VARIANT metadata: offsets of name " + id + " are " + (from - names)
                    + " and " + end + ", there are " + namesLength + " bytes of names");
        }
        return names + (int) end;
    }

    private int nameStart(int id) {
        if (id < 0 || id >= size) {
            throw new CorruptFileException("VARIANT: field_id " + id + ", dictionary_size is " + size);
        }
        long offset = offset(id);
        if (offset > namesLength) {
            throw new CorruptFileException("VARIANT metadata: offset of name " + id + " is " + offset + ", there are "
                    + namesLength + " bytes of names");
        }
        return names + (int) offset;
    }

    private long offset(int id) {
        return LittleEndian.getUnsigned(bytes, start + 1 + offsetWidth + id * offsetWidth, offsetWidth);
    }

    /** Returns the size of the metadata in bytes. */
    public int byteSize() {
        return names + namesLength - start;
    }

    /** Returns a copy of the bytes. */
    public byte[] toByteArray() {
        return Arrays.copyOfRange(bytes, start, start + byteSize());
    }

    /** Whether the metadata has the same bytes as an array from {@code from} (inclusive) to {@code to} (exclusive). */
    public boolean hasBytes(byte[] others, int from, int to) {
        return Arrays.equals(bytes, start, start + byteSize(), others, from, to);
    }
}
