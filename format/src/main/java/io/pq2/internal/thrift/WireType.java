package io.pq2.internal.thrift;

/** The wire types of the compact protocol, and their names in messages. */
final class WireType {

    static final int STOP = 0;
    static final int TRUE = 1;
    static final int FALSE = 2;
    static final int I8 = 3;
    static final int I16 = 4;
    static final int I32 = 5;
    static final int I64 = 6;
    static final int DOUBLE = 7;
    static final int BINARY = 8;
    static final int LIST = 9;
    static final int SET = 10;
    static final int MAP = 11;
    static final int STRUCT = 12;
    static final int UUID = 13;

    private static final String[] NAMES = {
        "stop", "bool", "bool", "i8", "i16", "i32", "i64", "double", "binary", "list", "set", "map", "struct", "uuid"
    };

    private WireType() {}

    /** Returns the name of a wire type. */
    static String name(int type) {
        return type >= 0 && type < NAMES.length ? NAMES[type] : "unknown wire type " + type;
    }

    /** Returns the minimum length of an element of a list in bytes. */
    static int minimumLength(int type) {
        return type == DOUBLE ? 8 : type == UUID ? 16 : 1;
    }
}
