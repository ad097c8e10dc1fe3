package io.pq2.internal.thrift;

import java.util.Arrays;

/**
 * The wire types of the optional fields of a struct of parquet.thrift, or of the members of a union. Readers skip an
 * optional field of another wire type, as readers that are generated from the IDL do. A required field of another wire
 * type is an error.
 */
final class OptionalFields {

    private static final int MAX_ID = 31;

    private final String struct;
    /** By field id: a bit for each wire type that the field can have. All bits are set if the field is not optional. */
    private final short[] accepted = new short[MAX_ID + 1];
    /** By field id: the wire type of the elements of an optional list; 0 for other fields. */
    private final byte[] elementTypes = new byte[MAX_ID + 1];

    private OptionalFields(String struct) {
        this.struct = struct;
        Arrays.fill(accepted, (short) -1);
    }

    /** Returns the fields of a struct that has no optional ones. */
    static OptionalFields of(String struct) {
        return new OptionalFields(struct);
    }

    /** Adds fields of a wire type, which is {@link WireType#TRUE} for bool. */
    OptionalFields with(int type, int... ids) {
        for (int id : ids) {
            accepted[id] = (short) (type == WireType.TRUE ? 1 << WireType.TRUE | 1 << WireType.FALSE : 1 << type);
        }
        return this;
    }

    /** Adds lists. */
    OptionalFields withLists(int elementType, int... ids) {
        for (int id : ids) {
            elementTypes[id] = (byte) elementType;
        }
        return with(WireType.LIST, ids);
    }

    /** Returns the name of the struct in parquet.thrift. */
    String struct() {
        return struct;
    }

    /** Whether a field can have a wire type. Required and unknown fields can have every one. */
    boolean accept(int id, int type) {
        return id < 0 || id > MAX_ID || (accepted[id] >>> type & 1) != 0;
    }

    /** Returns the wire type of the elements of an optional list; 0 for other fields. */
    int elementType(int id) {
        return id < 0 || id > MAX_ID ? 0 : elementTypes[id];
    }
}
