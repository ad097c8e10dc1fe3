package io.pq2.generator;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A primitive type for which templates are expanded. */
enum PrimitiveType {
    BOOLEAN("Boolean", "BOOLEAN", "false"),
    INT("Integer", "INT32", "0"),
    LONG("Long", "INT64", "0L"),
    FLOAT("Float", "FLOAT", "0f"),
    DOUBLE("Double", "DOUBLE", "0d");

    private final String box;
    private final String physicalType;
    private final String zero;

    PrimitiveType(String box, String physicalType, String zero) {
        this.box = box;
        this.physicalType = physicalType;
        this.zero = zero;
    }

    /** Returns the type with a Java keyword. */
    static PrimitiveType of(String keyword) {
        for (PrimitiveType type : values()) {
            if (type.keyword().equals(keyword)) {
                return type;
            }
        }
        throw new IllegalArgumentException("not a primitive type for templates: " + keyword);
    }

    /** Returns the Java keyword, for example {@code int}. */
    String keyword() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name in class names, for example {@code Int}. */
    String capitalized() {
        return name().charAt(0) + keyword().substring(1);
    }

    /**
     * Returns what replaces each placeholder:
     *
     * <ul>
     *   <li>{@code type}: the keyword, {@code float}
     *   <li>{@code Type}: the name in class names, {@code Float}
     *   <li>{@code Box}: the class in {@code java.lang}, {@code Float}
     *   <li>{@code PHYSICAL}: the physical type of the format, {@code FLOAT}
     *   <li>{@code zero}: the literal of the default value, {@code 0f}
     *   <li>{@code width}: the bytes of a value, {@code 4}; not for boolean
     *   <li>{@code bits}, {@code Bits}, {@code BitsBox}: the integer type of the same width as keyword, in class names
     *       and in {@code java.lang}: {@code int}, {@code Int}, {@code Integer}; not for boolean
     * </ul>
     */
    Map<String, String> placeholders() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("type", keyword());
        values.put("Type", capitalized());
        values.put("Box", box);
        values.put("PHYSICAL", physicalType);
        values.put("zero", zero);
        if (this != BOOLEAN) {
            PrimitiveType integer = this == INT || this == FLOAT ? INT : LONG;
            values.put("width", integer == INT ? "4" : "8");
            values.put("bits", integer.keyword());
            values.put("Bits", integer.capitalized());
            values.put("BitsBox", integer.box);
        }
        return values;
    }
}
