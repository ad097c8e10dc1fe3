package io.pq2.internal.read.explain;

import io.pq2.internal.exception.NumberText;

/** Phrases joined by commas. */
final class Phrases {

    private final StringBuilder text;

    Phrases(String first) {
        text = new StringBuilder(first);
    }

    void add(String part) {
        text.append(text.length() == 0 ? "" : ", ").append(part);
    }

    /** Adds a number and the phrase after it, unless the number is 0. */
    void add(long number, String phrase) {
        if (number > 0) {
            add(NumberText.count(number) + phrase);
        }
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
