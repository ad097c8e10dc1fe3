package io.pq2.internal.predicate.filter;

import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal.BinaryLiteral;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Translates LIKE patterns into simpler conditions. In a pattern {@code %} matches any text, {@code _} matches any
 * character, and a backslash escapes the next character.
 */
public final class LikePattern {

    private LikePattern() {}

    /**
     * Returns the condition that is equivalent to a pattern; absent when no equality, prefix, suffix or substring
     * condition is.
     */
    public static @Nullable Predicate predicate(List<String> path, String pattern) {
        StringBuilder text = new StringBuilder();
        boolean anyBefore = false;
        boolean anyAfter = false;
        for (int i = 0; i < pattern.length(); i++) {
            char character = pattern.charAt(i);
            if (anyAfter && character != '%' || character == '_') {
                return null;
            } else if (character != '%') {
                boolean escape = character == '\\';
                if (escape && ++i == pattern.length()) {
                    return null;
                }
                text.append(pattern.charAt(i));
            } else if (text.isEmpty()) {
                anyBefore = true;
            } else {
                anyAfter = true;
            }
        }
        return predicate(path, text.toString(), anyBefore, anyAfter);
    }

    private static Predicate predicate(List<String> path, String text, boolean anyBefore, boolean anyAfter) {
        if (anyBefore) {
            return anyAfter
                    ? new Predicate.Contains(path, ByteString.of(text))
                    : new Predicate.EndsWith(path, ByteString.of(text));
        }
        return anyAfter
                ? new Predicate.StartsWith(path, ByteString.of(text))
                : new Predicate.Comparison(path, Operator.EQ, BinaryLiteral.of(text));
    }
}
