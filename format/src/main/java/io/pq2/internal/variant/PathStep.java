package io.pq2.internal.variant;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A step of a path into a variant. Its text is its part of the path. */
public sealed interface PathStep {

    /**
     * A step to a field of an object.
     *
     * @param utf8 the name in UTF-8; callers must not modify it
     */
    record Field(byte[] utf8) implements PathStep {

        /** Creates a step to the field with a name. */
        public Field(String name) {
            this(name.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Field that && Arrays.equals(utf8, that.utf8);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(utf8);
        }

        @Override
        public String toString() {
            String name = new String(utf8, StandardCharsets.UTF_8);
            if (!name.isEmpty() && name.indexOf('.') < 0 && name.indexOf('[') < 0) {
                return "." + name;
            }
            char quote = name.indexOf('\'') < 0 ? '\'' : '"';
            return "[" + quote + name + quote + "]";
        }
    }

    /**
     * A step to an element of an array.
     *
     * @param index the index, from 0
     */
    record Element(int index) implements PathStep {

        public Element {
            if (index < 0) {
                throw new IllegalArgumentException("index of an element: " + index);
            }
        }

        @Override
        public String toString() {
            return "[" + index + "]";
        }
    }
}
