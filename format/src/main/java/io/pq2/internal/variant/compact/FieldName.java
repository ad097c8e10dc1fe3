package io.pq2.internal.variant.compact;

import java.nio.charset.StandardCharsets;

/** A name of fields. A {@link NameTable} has one object for each name. */
final class FieldName {

    private final int index;
    private final String text;
    private final byte[] utf8;

    FieldName(int index, String text) {
        this.index = index;
        this.text = text;
        this.utf8 = text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the position of the name in its table. */
    int index() {
        return index;
    }

    String text() {
        return text;
    }

    /** Returns the bytes of the name; callers must not modify them. */
    byte[] utf8() {
        return utf8;
    }
}
