package io.pq2.spark.internal.files.keys;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A list of byte strings in one array, which is faster to send than an array of each. */
final class ByteStrings implements Serializable {

    static final ByteStrings NONE = new ByteStrings(List.of());

    private static final long serialVersionUID = 1L;

    private final byte[] bytes;
    private final int[] ends;

    /** @param list the strings, of less than 2 GiB in all */
    ByteStrings(List<byte[]> list) {
        bytes = new byte[list.stream().mapToInt(string -> string.length).sum()];
        ends = new int[list.size()];
        int end = 0;
        for (int i = 0; i < ends.length; i++) {
            byte[] string = list.get(i);
            System.arraycopy(string, 0, bytes, end, string.length);
            end += string.length;
            ends[i] = end;
        }
    }

    /** Returns the number of strings. */
    int count() {
        return ends.length;
    }

    /** Returns copies of the strings, in their order. */
    List<byte[]> list() {
        return IntStream.range(0, ends.length)
                .mapToObj(i -> Arrays.copyOfRange(bytes, i == 0 ? 0 : ends[i - 1], ends[i]))
                .toList();
    }
}
