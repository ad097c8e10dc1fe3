package io.pq2.fuzz.thrift;

import java.util.Arrays;

/** Parses valid structs. Malformed bytes lead to an unchecked exception. */
public final class ThriftParser {

    private final byte[] bytes;
    private int position;

    public ThriftParser(byte[] bytes, int position) {
        this.bytes = bytes;
        this.position = position;
    }

    /** Returns the index after the last parsed byte. */
    public int position() {
        return position;
    }

    /** Parses a struct. */
    public ThriftValue struct() {
        ThriftValue struct = new ThriftValue(0, ThriftValue.STRUCT);
        fields(struct);
        return struct;
    }

    private void fields(ThriftValue struct) {
        int id = 0;
        for (int header = next(); header != 0; header = next()) {
            id = header >>> 4 == 0 ? (int) zigzag() : id + (header >>> 4);
            ThriftValue field = new ThriftValue(id, header & 0xF);
            if (field.type > ThriftValue.FALSE) {
                value(field);
            }
            struct.children.add(field);
        }
    }

    private void value(ThriftValue value) {
        switch (value.type) {
            case ThriftValue.TRUE, ThriftValue.FALSE -> value.type = next();
            case ThriftValue.I8 -> value.number = (byte) next();
            case ThriftValue.I16, ThriftValue.I32, ThriftValue.I64 -> value.number = zigzag();
            case ThriftValue.DOUBLE -> {
                for (int i = 0; i < 8; i++) {
                    value.number |= (long) next() << 8 * i;
                }
            }
            case ThriftValue.BINARY -> value.bytes = take((int) varint());
            case ThriftValue.UUID -> value.bytes = take(16);
            case ThriftValue.LIST, ThriftValue.SET -> {
                int header = next();
                value.elementType = header & 0xF;
                int count = header >>> 4 == 15 ? (int) varint() : header >>> 4;
                for (int i = 0; i < count; i++) {
                    element(value, value.elementType);
                }
            }
            case ThriftValue.MAP -> {
                int count = (int) varint();
                int types = count == 0 ? 0 : next();
                value.elementType = types >>> 4;
                value.valueType = types & 0xF;
                for (int i = 0; i < count; i++) {
                    element(value, value.elementType);
                    element(value, value.valueType);
                }
            }
            case ThriftValue.STRUCT -> fields(value);
            default -> throw new IllegalArgumentException("wire type " + value.type);
        }
    }

    private void element(ThriftValue list, int type) {
        ThriftValue element = new ThriftValue(0, type);
        value(element);
        list.children.add(element);
    }

    private byte[] take(int length) {
        byte[] taken = Arrays.copyOfRange(bytes, position, position + length);
        position += length;
        return taken;
    }

    private int next() {
        return bytes[position++] & 0xFF;
    }

    private long zigzag() {
        long value = varint();
        return value >>> 1 ^ -(value & 1);
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int part = next();
            value |= (long) (part & 0x7F) << shift;
            if (part < 0x80) {
                return value;
            }
        }
        throw new IllegalArgumentException("varint");
    }
}
