package io.pq2.fuzz.thrift;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A value in the Thrift compact protocol. Mutable, so that a fuzzer can make it inconsistent. */
public final class ThriftValue {

    /** Wire types of fields. Lists have the elements' types in the same numbers. */
    public static final int TRUE = 1;

    public static final int FALSE = 2;
    public static final int I8 = 3;
    public static final int I16 = 4;
    public static final int I32 = 5;
    public static final int I64 = 6;
    public static final int DOUBLE = 7;
    public static final int BINARY = 8;
    public static final int LIST = 9;
    public static final int SET = 10;
    public static final int MAP = 11;
    public static final int STRUCT = 12;
    public static final int UUID = 13;

    /** The field id in the struct that contains this value; 0 for elements. */
    public int id;

    public int type;
    /** The value of a number, or the bits of a double. */
    public long number;
    /** The value of a binary or UUID. */
    public byte @Nullable [] bytes;
    /** The fields of a struct, the elements of a list or set, or the keys and values of a map alternately. */
    public List<ThriftValue> children = new ArrayList<>();
    /** The wire type of elements or keys. */
    public int elementType;
    /** The wire type of the values of a map. */
    public int valueType;
    /** The length to write for a binary, list, set or map; -1 for the true one. */
    public long claimedLength = -1;

    public ThriftValue(int id, int type) {
        this.id = id;
        this.type = type;
    }

    /** Returns a number field. */
    public static ThriftValue number(int id, int type, long number) {
        ThriftValue value = new ThriftValue(id, type);
        value.number = number;
        return value;
    }

    /** Returns a binary field. */
    public static ThriftValue binary(int id, byte[] bytes) {
        ThriftValue value = new ThriftValue(id, BINARY);
        value.bytes = bytes;
        return value;
    }

    /** Returns the first field with an id; null if there is none. */
    public @Nullable ThriftValue field(int fieldId) {
        for (ThriftValue child : children) {
            if (child.id == fieldId) {
                return child;
            }
        }
        return null;
    }

    /** Returns the number of a field, or a default value if the field is missing. */
    public long numberOf(int fieldId, long missing) {
        ThriftValue field = field(fieldId);
        return field == null ? missing : field.number;
    }

    /** Sets the number of a field if the field exists. */
    public void setNumber(int fieldId, long value) {
        ThriftValue field = field(fieldId);
        if (field != null) {
            field.number = value;
        }
    }

    /** Returns the elements of a list field; an empty list if the field is missing. */
    public List<ThriftValue> elementsOf(int fieldId) {
        ThriftValue field = field(fieldId);
        return field == null ? List.of() : field.children;
    }

    /** Returns a deep copy, which shares arrays of bytes. */
    public ThriftValue copy() {
        ThriftValue copy = new ThriftValue(id, type);
        copy.number = number;
        copy.bytes = bytes;
        copy.elementType = elementType;
        copy.valueType = valueType;
        copy.claimedLength = claimedLength;
        copy.children = new ArrayList<>(children.size());
        for (ThriftValue child : children) {
            copy.children.add(child.copy());
        }
        return copy;
    }

    /** Adds this value and all values below it to a list. */
    public void collect(List<ThriftValue> all) {
        all.add(this);
        for (ThriftValue child : children) {
            child.collect(all);
        }
    }
}
