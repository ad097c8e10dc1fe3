package io.pq2.internal.thrift;

/**
 * The optional fields of a struct of parquet.thrift and the members of a union, with their wire types. Readers skip
 * such a field if it has another wire type, as readers that are generated from the IDL do. A required field of another
 * wire type is an error.
 */
final class OptionalFields {

    private static final int MAX_ID = 31;

    private final String struct;
    /** By field id: the wire type, and above it the wire type of the elements of a list; 0 for other fields. */
    private final byte[] types = new byte[MAX_ID + 1];

    private OptionalFields(String struct) {
        this.struct = struct;
    }

    /** Returns the fields of a struct that has no optional ones. */
    static OptionalFields of(String struct) {
        return new OptionalFields(struct);
    }

    /** Adds fields of a wire type, which is {@link WireType#TRUE} for bool. */
    OptionalFields with(int type, int... ids) {
        for (int id : ids) {
            types[id] = (byte) type;
        }
        return this;
    }

    /** Adds lists. */
    OptionalFields withLists(int elementType, int... ids) {
        return with(elementType << 4 | WireType.LIST, ids);
    }

    /** Returns the name of the struct in parquet.thrift. */
    String struct() {
        return struct;
    }

    /** Returns the expected wire type of a field; 0 if the field is required or unknown. */
    int type(int id) {
        return id > 0 && id <= MAX_ID ? types[id] & 0xF : 0;
    }

    /** Returns the expected wire type of the elements of an optional list; 0 for other fields. */
    int elementType(int id) {
        return id > 0 && id <= MAX_ID ? (types[id] & 0xFF) >>> 4 : 0;
    }
}
