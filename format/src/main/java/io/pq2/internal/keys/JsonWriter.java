package io.pq2.internal.keys;

/** Writes JSON as Jackson does: no blanks, no escape that is not needed. */
public final class JsonWriter {

    private final StringBuilder text = new StringBuilder("{");

    /** Adds a field of text. */
    public JsonWriter field(String name, String value) {
        name(name);
        quoted(value);
        return this;
    }

    /** Adds a boolean field. */
    public JsonWriter field(String name, boolean value) {
        name(name);
        text.append(value);
        return this;
    }

    /** The object with the fields so far. */
    public String end() {
        return text + "}";
    }

    private void name(String name) {
        if (text.length() > 1) {
            text.append(',');
        }
        quoted(name);
        text.append(':');
    }

    private void quoted(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\b' -> text.append("\\b");
                case '\f' -> text.append("\\f");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c < ' ') {
                        text.append(String.format("\\u%04X", (int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }
}
