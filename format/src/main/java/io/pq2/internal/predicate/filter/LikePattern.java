package io.pq2.internal.predicate.filter;

import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal.BinaryLiteral;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import java.util.List;

/**
 * Patterns of LIKE that are conditions of another kind. In a pattern {@code %} stands for any text, {@code _} for any character, and a
 * backslash takes that from the character behind it.
 */
public final class LikePattern {

    private LikePattern() {}

    /** The condition that a pattern is, null if it is none of those that there are. */
    public static Predicate predicate(List<String> path, String pattern) {
        StringBuilder text = new StringBuilder();
        boolean anyBefore = false;
        boolean anyBehind = false;
        for (int i = 0; i < pattern.length(); i++) {
            char character = pattern.charAt(i);
            if (anyBehind && character != '%' || character == '_') {
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
                anyBehind = true;
            }
        }
        return predicate(path, text.toString(), anyBefore, anyBehind);
    }

    private static Predicate predicate(List<String> path, String text, boolean anyBefore, boolean anyBehind) {
        if (anyBefore) {
            return anyBehind
                    ? new Predicate.Contains(path, ByteString.of(text))
                    : new Predicate.EndsWith(path, ByteString.of(text));
        }
        return anyBehind
                ? new Predicate.StartsWith(path, ByteString.of(text))
                : new Predicate.Comparison(path, Operator.EQ, BinaryLiteral.of(text));
    }
}
