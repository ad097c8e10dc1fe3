package io.pq2.fuzz.thrift;

import io.pq2.fuzz.bytes.Bytes;

/** Writes structs as they are, consistent or not. */
public final class ThriftOutput {

    private static final int MAX_DEPTH = 200;

    private final Bytes out;

    public ThriftOutput(Bytes out) {
        this.out = out;
    }

    /** Returns the bytes of a struct. */
    public static byte[] bytes(ThriftValue struct) {
        Bytes out = new Bytes();
        new ThriftOutput(out).struct(struct);
        return out.toByteArray();
    }

    /** Writes a struct. */
    public void struct(ThriftValue struct) {
        fields(struct, 0);
    }

    private void fields(ThriftValue struct, int depth) {
        int last = 0;
        for (ThriftValue field : struct.children) {
            int distance = field.id - last;
            if (distance > 0 && distance < 16) {
                out.add(distance << 4 | field.type & 0xF);
            } else {
                out.add(field.type & 0xF);
                zigzag(field.id);
            }
            last = field.id;
            if (field.type > ThriftValue.FALSE) {
                value(field, field.type, depth + 1);
            }
        }
        out.add(0);
    }

    private void value(ThriftValue value, int type, int depth) {
        if (depth > MAX_DEPTH) {
            return;
        }
        switch (type) {
            case ThriftValue.TRUE, ThriftValue.FALSE -> out.add(value.type == ThriftValue.TRUE ? 1 : 2);
            case ThriftValue.I8 -> out.add((int) value.number);
            case ThriftValue.I16, ThriftValue.I32, ThriftValue.I64 -> zigzag(value.number);
            case ThriftValue.DOUBLE -> {
                for (int i = 0; i < 8; i++) {
                    out.add((int) (value.number >>> 8 * i));
                }
            }
            case ThriftValue.BINARY -> {
                byte[] bytes = value.bytes == null ? new byte[0] : value.bytes;
                varint(length(value, bytes.length));
                out.add(bytes);
            }
            case ThriftValue.UUID -> out.add(value.bytes == null ? new byte[16] : value.bytes);
            case ThriftValue.LIST, ThriftValue.SET -> list(value, depth);
            case ThriftValue.MAP -> map(value, depth);
            case ThriftValue.STRUCT -> fields(value, depth);
            default -> {
                // There are no bytes for an unknown type.
            }
        }
    }

    private static long length(ThriftValue value, int length) {
        return value.claimedLength < 0 ? length : value.claimedLength;
    }

    private void list(ThriftValue list, int depth) {
        long count = length(list, list.children.size());
        if (count < 15) {
            out.add((int) count << 4 | list.elementType & 0xF);
        } else {
            out.add(0xF0 | list.elementType & 0xF);
            varint(count);
        }
        for (ThriftValue element : list.children) {
            value(element, list.elementType, depth + 1);
        }
    }

    private void map(ThriftValue map, int depth) {
        long count = length(map, map.children.size() / 2);
        varint(count);
        if (count > 0) {
            out.add(map.elementType << 4 | map.valueType & 0xF);
        }
        for (int i = 0; i + 1 < map.children.size(); i += 2) {
            value(map.children.get(i), map.elementType, depth + 1);
            value(map.children.get(i + 1), map.valueType, depth + 1);
        }
    }

    private void zigzag(long value) {
        varint(value << 1 ^ value >> 63);
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.add((int) rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        out.add((int) rest);
    }
}
