package io.pq2.internal.variant.shred;

import io.pq2.internal.io.LittleEndian;
import io.pq2.internal.variant.EncodedNames;
import io.pq2.internal.variant.EncodedValue;
import io.pq2.vector.BinaryVectorBuilder;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The fields of an object that are not shredded. Their values keep their bytes. Reusable. */
final class RestOfObject {

    private static final int OBJECT = 2;
    private static final int MAX_SMALL_COUNT = 255;

    private int[] ids = new int[8];
    private int[] starts = new int[8];
    private int[] sizes = new int[8];
    private int count;

    void reset() {
        count = 0;
    }

    void add(int id, EncodedValue value) {
        if (count == ids.length) {
            ids = Arrays.copyOf(ids, 2 * count);
            starts = Arrays.copyOf(starts, 2 * count);
            sizes = Arrays.copyOf(sizes, 2 * count);
        }
        ids[count] = id;
        starts[count] = value.start();
        sizes[count++] = value.size();
    }

    /** Sorts the fields by name. */
    void sort(EncodedNames names) {
        int[] order = IntStream.range(0, count)
                .boxed()
                .sorted((one, other) -> names.compare(ids[one], ids[other]))
                .mapToInt(Integer::intValue)
                .toArray();
        ids = permuted(ids, order);
        starts = permuted(starts, order);
        sizes = permuted(sizes, order);
    }

    private static int[] permuted(int[] values, int[] order) {
        int[] result = new int[values.length];
        for (int i = 0; i < order.length; i++) {
            result[i] = values[order[i]];
        }
        return result;
    }

    /**
     * Appends the object, or null if there are no fields.
     *
     * @param bytes the array that contains the values
     */
    void appendTo(BinaryVectorBuilder column, byte[] bytes) {
        if (count == 0) {
            column.appendNull();
            return;
        }
        int payload = 0;
        int greatestId = 0;
        for (int i = 0; i < count; i++) {
            payload += sizes[i];
            greatestId = Math.max(greatestId, ids[i]);
        }
        boolean large = count > MAX_SMALL_COUNT;
        int countWidth = large ? Integer.BYTES : 1;
        int idWidth = LittleEndian.unsignedWidth(greatestId);
        int offsetWidth = LittleEndian.unsignedWidth(payload);
        int lists = 1 + countWidth;
        int values = lists + count * idWidth + (count + 1) * offsetWidth;
        int start = column.reserve(values + payload);
        byte[] out = column.arena();
        out[start] = (byte) (((large ? 0x10 : 0) | idWidth - 1 << 2 | offsetWidth - 1) << 2 | OBJECT);
        LittleEndian.putUnsigned(out, start + 1, countWidth, count);
        putFields(out, start + lists, start + values, idWidth, offsetWidth, bytes);
    }

    private void putFields(byte[] out, int idsAt, int valuesAt, int idWidth, int offsetWidth, byte[] bytes) {
        int offsetsAt = idsAt + count * idWidth;
        int offset = 0;
        for (int i = 0; i < count; i++) {
            LittleEndian.putUnsigned(out, idsAt + i * idWidth, idWidth, ids[i]);
            LittleEndian.putUnsigned(out, offsetsAt + i * offsetWidth, offsetWidth, offset);
            System.arraycopy(bytes, starts[i], out, valuesAt + offset, sizes[i]);
            offset += sizes[i];
        }
        LittleEndian.putUnsigned(out, offsetsAt + count * offsetWidth, offsetWidth, offset);
    }
}
