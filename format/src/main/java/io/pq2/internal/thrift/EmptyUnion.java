package io.pq2.internal.thrift;

/** Reads and writes unions of empty structs, whose value is the id of their member. */
final class EmptyUnion {

    private EmptyUnion() {}

    /** Reads the current field and returns the id of its member; 0 if it has none. */
    static int read(CompactReader in, String field) {
        int outer = in.beginStruct(field);
        int member = readMembers(in, field);
        in.endStruct(outer);
        return member;
    }

    /** Reads an element of a list and returns the id of its member; 0 if it has none. */
    static int readElement(CompactReader in, String field) {
        int outer = in.beginStruct();
        int member = readMembers(in, field);
        in.endStruct(outer);
        return member;
    }

    private static int readMembers(CompactReader in, String field) {
        int member = 0;
        int count = 0;
        while (in.nextField(field)) {
            if (in.isStruct()) {
                member = in.fieldId();
                count++;
            }
            in.skip(field);
        }
        if (count > 1) {
            throw in.corrupt(field, "a union with " + count + " members, expected 1");
        }
        return member;
    }

    /** Writes the field {@code id}. */
    static void write(CompactWriter out, int id, int member) {
        int outer = out.beginStruct(id);
        int union = out.beginStruct(member);
        out.endStruct(union);
        out.endStruct(outer);
    }
}
