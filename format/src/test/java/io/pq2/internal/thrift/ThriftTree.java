package io.pq2.internal.thrift;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A struct of the Thrift compact protocol whose fields can be changed to anything, also to what is not allowed. */
public final class ThriftTree {

    /** The value of a field. Numbers are Longs; others are Doubles, byte arrays, lists or trees. */
    private record Value(int type, int elementType, Object value) {}

    private final Map<Integer, Value> fields = new TreeMap<>();

    /** Reads a struct. */
    public static ThriftTree read(byte[] bytes, int offset) {
        return new Source(bytes, offset).struct();
    }

    /** Returns the struct in a field. */
    public ThriftTree at(int id) {
        return (ThriftTree) fields.get(id).value();
    }

    /** Returns an element of the list of structs in a field. */
    public ThriftTree at(int id, int index) {
        return (ThriftTree) list(id).get(index);
    }

    /** Returns the list in a field, which can be changed. */
    @SuppressWarnings("unchecked") // lists contain any objects
    public List<Object> list(int id) {
        return (List<Object>) fields.get(id).value();
    }

    /** Returns the number in a field. */
    public long number(int id) {
        return (Long) fields.get(id).value();
    }

    /** Removes a field. */
    public ThriftTree remove(int... ids) {
        Arrays.stream(ids).forEach(fields::remove);
        return this;
    }

    /** Sets an i16 field. */
    public ThriftTree i16(int id, long value) {
        return put(id, WireType.I16, 0, value);
    }

    /** Sets an i32 field. */
    public ThriftTree i32(int id, long value) {
        return put(id, WireType.I32, 0, value);
    }

    /** Sets an i64 field. */
    public ThriftTree i64(int id, long value) {
        return put(id, WireType.I64, 0, value);
    }

    /** Sets a binary field. */
    public ThriftTree binary(int id, byte... value) {
        return put(id, WireType.BINARY, 0, value);
    }

    /** Sets a string field. */
    public ThriftTree string(int id, String value) {
        return binary(id, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Sets a field to a list of i32. */
    public ThriftTree numbers(int id, long... values) {
        return put(
                id,
                WireType.LIST,
                WireType.I32,
                new ArrayList<Object>(Arrays.stream(values).boxed().toList()));
    }

    /** Sets a field to a struct. */
    public ThriftTree struct(int id, ThriftTree value) {
        return put(id, WireType.STRUCT, 0, value);
    }

    /** Sets a field to a list of structs. */
    public ThriftTree structs(int id, ThriftTree... values) {
        return put(id, WireType.LIST, WireType.STRUCT, new ArrayList<Object>(List.of(values)));
    }

    private ThriftTree put(int id, int type, int elementType, Object value) {
        fields.put(id, new Value(type, elementType, value));
        return this;
    }

    /** Returns the struct in the compact protocol. */
    public byte[] bytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        write(this, out);
        return out.toByteArray();
    }

    private static void write(ThriftTree tree, ByteArrayOutputStream out) {
        int last = 0;
        for (Map.Entry<Integer, Value> field : tree.fields.entrySet()) {
            int distance = field.getKey() - last;
            last = field.getKey();
            out.write((distance < 16 ? distance << 4 : 0) | field.getValue().type());
            if (distance >= 16) {
                varint((long) last << 1, out);
            }
            write(field.getValue().type(), field.getValue(), out);
        }
        out.write(0);
    }

    private static void write(int type, Value value, ByteArrayOutputStream out) {
        if (type == WireType.LIST) {
            List<?> list = (List<?>) value.value();
            out.write((list.size() < 15 ? list.size() << 4 : 0xF0) | value.elementType());
            if (list.size() >= 15) {
                varint(list.size(), out);
            }
            list.forEach(element -> plain(value.elementType(), element, out));
        } else if (type != WireType.TRUE && type != WireType.FALSE) {
            plain(type, value.value(), out);
        }
    }

    private static void plain(int type, Object value, ByteArrayOutputStream out) {
        switch (type) {
            case WireType.TRUE, WireType.FALSE, WireType.I8 -> out.write(((Long) value).intValue());
            case WireType.I16, WireType.I32, WireType.I64 -> {
                long number = (Long) value;
                varint(number << 1 ^ number >> 63, out);
            }
            case WireType.DOUBLE ->
                out.writeBytes(ByteBuffer.allocate(8)
                        .putLong(Long.reverseBytes(Double.doubleToRawLongBits((Double) value)))
                        .array());
            case WireType.BINARY -> {
                varint(((byte[]) value).length, out);
                out.writeBytes((byte[]) value);
            }
            case WireType.STRUCT -> write((ThriftTree) value, out);
            default -> throw new AssertionError("wire type " + type);
        }
    }

    private static void varint(long value, ByteArrayOutputStream out) {
        long rest = value;
        for (; (rest & ~0x7FL) != 0; rest >>>= 7) {
            out.write((int) (rest & 0x7F | 0x80));
        }
        out.write((int) rest);
    }

    private static final class Source {

        private final byte[] bytes;
        private int position;

        Source(byte[] bytes, int position) {
            this.bytes = bytes;
            this.position = position;
        }

        ThriftTree struct() {
            ThriftTree tree = new ThriftTree();
            int id = 0;
            for (int header = bytes[position++] & 0xFF; header != 0; header = bytes[position++] & 0xFF) {
                id = header >>> 4 == 0 ? (int) (varint() >>> 1) : id + (header >>> 4);
                int type = header & 0xF;
                if (type == WireType.LIST) {
                    list(tree, id);
                } else {
                    boolean bool = type == WireType.TRUE || type == WireType.FALSE;
                    tree.put(id, type, 0, bool ? (Object) (long) type : plain(type));
                }
            }
            return tree;
        }

        private void list(ThriftTree tree, int id) {
            int header = bytes[position++] & 0xFF;
            int size = header >>> 4 == 15 ? (int) varint() : header >>> 4;
            List<Object> elements = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                elements.add(plain(header & 0xF));
            }
            tree.put(id, WireType.LIST, header & 0xF, elements);
        }

        private Object plain(int type) {
            switch (type) {
                case WireType.TRUE, WireType.FALSE, WireType.I8 -> {
                    return (long) bytes[position++];
                }
                case WireType.I16, WireType.I32, WireType.I64 -> {
                    long raw = varint();
                    return raw >>> 1 ^ -(raw & 1);
                }
                case WireType.DOUBLE -> {
                    position += 8;
                    return Double.longBitsToDouble(
                            Long.reverseBytes(ByteBuffer.wrap(bytes).getLong(position - 8)));
                }
                case WireType.BINARY -> {
                    int length = (int) varint();
                    position += length;
                    return Arrays.copyOfRange(bytes, position - length, position);
                }
                case WireType.STRUCT -> {
                    return struct();
                }
                default -> throw new AssertionError("wire type " + type);
            }
        }

        private long varint() {
            long value = 0;
            for (int shift = 0; ; shift += 7) {
                byte next = bytes[position++];
                value |= (next & 0x7FL) << shift;
                if (next >= 0) {
                    return value;
                }
            }
        }
    }
}
