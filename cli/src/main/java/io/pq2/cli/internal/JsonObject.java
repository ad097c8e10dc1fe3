package io.pq2.cli.internal;

/** The text of a JSON object, field by field (RFC 8259). */
final class JsonObject {

    private final StringBuilder fields = new StringBuilder();

    /** Adds a field with text; none if the text is null. */
    JsonObject text(String name, String value) {
        return value == null ? this : raw(name, quoted(value));
    }

    /** Adds a field whose value is JSON already. */
    JsonObject raw(String name, String json) {
        if (fields.length() > 0) {
            fields.append(',');
        }
        fields.append(quoted(name)).append(':').append(json);
        return this;
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    @Override
    public String toString() {
        return "{" + fields + "}";
    }
}
