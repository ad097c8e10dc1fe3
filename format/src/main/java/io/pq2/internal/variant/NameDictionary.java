package io.pq2.internal.variant;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.io.LittleEndian;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects field names and assigns ids from 0 in order of first occurrence, to encode the metadata of a variant. */
public final class NameDictionary {

    private final Map<String, Integer> ids = new HashMap<>();
    private final List<byte[]> names = new ArrayList<>();

    public int id(String name) {
        Integer id = ids.get(name);
        if (id == null) {
            id = names.size();
            ids.put(name, id);
            names.add(name.getBytes(StandardCharsets.UTF_8));
        }
        return id;
    }

    public String name(int id) {
        return new String(names.get(id), StandardCharsets.UTF_8);
    }

    public int compare(int id, int other) {
        return Arrays.compareUnsigned(names.get(id), names.get(other));
    }

    public void clear() {
        ids.clear();
        names.clear();
    }

    public byte[] encode() {
        int length = names.stream().mapToInt(name -> name.length).reduce(0, Math::addExact);
        int width = LittleEndian.unsignedWidth(Math.max(length, names.size()));
        EncodedBytes out = new EncodedBytes(1 + (names.size() + 2) * width + length);
        out.putByte(1 | (isSorted() ? 0x10 : 0) | width - 1 << 6);
        putUnsigned(out, names.size(), width);
        int offset = 0;
        putUnsigned(out, offset, width);
        for (byte[] name : names) {
            offset += name.length;
            putUnsigned(out, offset, width);
        }
        for (byte[] name : names) {
            out.putBytes(name, 0, name.length);
        }
        return out.toByteArray();
    }

    private boolean isSorted() {
        for (int id = 1; id < names.size(); id++) {
            if (compare(id - 1, id) >= 0) {
                return false;
            }
        }
        return true;
    }

    private static void putUnsigned(EncodedBytes out, int value, int width) {
        int at = out.reserve(width);
        LittleEndian.putUnsigned(out.array(), at, width, value);
        out.advance(width);
    }
}
