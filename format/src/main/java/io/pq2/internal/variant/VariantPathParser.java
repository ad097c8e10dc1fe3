package io.pq2.internal.variant;

import io.pq2.exception.InvalidDataException;
import java.util.ArrayList;
import java.util.List;

/** Parses the text form of {@link io.pq2.variant.VariantPath}. */
public final class VariantPathParser {

    private final String text;
    private int at;

    private VariantPathParser(String text) {
        this.text = text;
    }

    /**
     * Returns the steps of a path.
     *
     * @throws InvalidDataException if the text is not a path
     */
    public static List<PathStep> parse(String text) {
        return new VariantPathParser(text).steps();
    }

    private List<PathStep> steps() {
        List<PathStep> steps = new ArrayList<>();
        if (!text.startsWith("$")) {
            throw wrong("a path starts with $");
        }
        at = 1;
        while (at < text.length()) {
            steps.add(step());
        }
        return steps;
    }

    private PathStep step() {
        char first = text.charAt(at++);
        if (first == '.') {
            int start = at;
            while (at < text.length() && text.charAt(at) != '.' && text.charAt(at) != '[') {
                at++;
            }
            if (at == start) {
                throw wrong("a name follows a dot");
            }
            return new PathStep.Field(text.substring(start, at));
        }
        if (first != '[' || at == text.length()) {
            throw wrong("a step is .name, ['name'] or [index]");
        }
        char quote = text.charAt(at);
        return quote == '\'' || quote == '"' ? quoted(quote) : element();
    }

    private PathStep quoted(char quote) {
        int start = at + 1;
        int end = text.indexOf(quote, start);
        if (end < 0 || end + 1 == text.length() || text.charAt(end + 1) != ']') {
            throw wrong("a name in quotes ends with " + quote + "]");
        }
        at = end + 2;
        return new PathStep.Field(text.substring(start, end));
    }

    private PathStep element() {
        int end = text.indexOf(']', at);
        if (end <= at || !text.substring(at, end).chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw wrong("an index is a number and ends with ]");
        }
        try {
            PathStep step = new PathStep.Element(Integer.parseInt(text.substring(at, end)));
            at = end + 1;
            return step;
        } catch (NumberFormatException e) {
            throw wrong("an index has at most 31 bits");
        }
    }

    private InvalidDataException wrong(String rule) {
        return new InvalidDataException(
                "path of a variant \"" + text + "\" at character " + Math.min(at, text.length()) + ": " + rule);
    }
}
