package io.pq2.variant;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.variant.shred.TypeText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The type of the column {@code typed_value} of a variant, an object field or an array element (VariantShredding.md,
 * "Value Shredding"). Values of other types are stored in the column {@code value}.
 *
 * <p>The text form of a type, which {@link #parse} reads and {@code toString} returns, is
 *
 * <pre>
 * variant                                     no column typed_value
 * boolean int8 int16 int32 int64 float double string binary date time uuid
 * timestamp timestamp_ntz                     in microseconds
 * timestamp_nanos timestamp_ntz_nanos
 * decimal(precision, scale)
 * [type]                                      an array of such elements
 * {name: type, "another name": type}          an object; other fields are not shredded
 * </pre>
 *
 * A name of letters, digits and underscores needs no quotes. In quotes, a backslash precedes a quote or backslash.
 */
public sealed interface ShreddedType {

    /** The type of values that are not shredded. */
    ShreddedType UNTYPED = new Untyped();

    /** No column {@code typed_value}. */
    record Untyped() implements ShreddedType {

        @Override
        public String toString() {
            return "variant";
        }
    }

    /**
     * A primitive type other than a decimal.
     *
     * @param type the type
     */
    record PrimitiveType(VariantType type) implements ShreddedType {

        private static final Set<VariantType> OTHERS = Set.of(
                VariantType.NULL,
                VariantType.DECIMAL4,
                VariantType.DECIMAL8,
                VariantType.DECIMAL16,
                VariantType.OBJECT,
                VariantType.ARRAY);

        /**
         * Checks the type.
         *
         * @throws IllegalArgumentException if the type is NULL, a decimal, an object or an array
         */
        public PrimitiveType {
            if (OTHERS.contains(Objects.requireNonNull(type, "type"))) {
                throw new IllegalArgumentException("a shredded primitive of type " + type);
            }
        }

        @Override
        public String toString() {
            return TypeText.name(type);
        }
    }

    /**
     * A decimal. Up to 9 digits are stored as INT32, up to 18 as INT64, and more as FIXED_LEN_BYTE_ARRAY.
     *
     * @param precision the number of digits, 1 to 38
     * @param scale the number of digits after the decimal point, 0 to {@code precision}
     */
    record DecimalType(int precision, int scale) implements ShreddedType {

        /**
         * Checks the numbers.
         *
         * @throws IllegalArgumentException if a number is out of range
         */
        public DecimalType {
            if (precision < 1 || precision > 38 || scale < 0 || scale > precision) {
                throw new IllegalArgumentException("a shredded decimal(" + precision + ", " + scale + ")");
            }
        }

        @Override
        public String toString() {
            return "decimal(" + precision + ", " + scale + ")";
        }
    }

    /**
     * An array.
     *
     * @param element the type of the elements
     */
    record ArrayType(ShreddedType element) implements ShreddedType {

        public ArrayType {
            Objects.requireNonNull(element, "element");
        }

        @Override
        public String toString() {
            return "[" + element + "]";
        }
    }

    /**
     * An object.
     *
     * @param fields the shredded fields by name, in the order of the columns; unmodifiable. Other fields are stored in
     *     the column {@code value}
     */
    record ObjectType(Map<String, ShreddedType> fields) implements ShreddedType {

        /**
         * Copies the fields.
         *
         * @throws IllegalArgumentException if there are no fields
         */
        public ObjectType {
            fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
            if (fields.isEmpty()) {
                throw new IllegalArgumentException("a shredded object without fields");
            }
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder("{");
            fields.forEach((name, type) -> text.append(text.length() == 1 ? "" : ", ")
                    .append(TypeText.quote(name))
                    .append(": ")
                    .append(type));
            return text.append('}').toString();
        }
    }

    /**
     * Parses the text form of a type.
     *
     * @throws InvalidDataException if the text is not a type; the message has the position
     */
    static ShreddedType parse(String text) {
        return TypeText.parse(text);
    }
}
