package io.pq2.internal.thrift;

/** Unions whose members are all empty structs: the id of the member is all that they say. */
final class EmptyUnion {

    private EmptyUnion() {}

    /** Reads the current field as such a union and returns the id of its member. */
    static int read(CompactReader in, String field) {
        int outer = in.beginStruct(field);
        int member = readMembers(in, field);
        in.endStruct(outer);
        return member;
    }

    /** Reads an element of a list as such a union and returns the id of its member. */
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
            member = in.fieldId();
            count++;
            in.skip(field);
        }
        if (count != 1) {
            throw in.corrupt(field, "a union with " + count + " members, expected 1");
        }
        return member;
    }

    /** Writes field {@code id} as such a union with the given member. */
    static void write(CompactWriter out, int id, int member) {
        int outer = out.beginStruct(id);
        int union = out.beginStruct(member);
        out.endStruct(union);
        out.endStruct(outer);
    }
}
