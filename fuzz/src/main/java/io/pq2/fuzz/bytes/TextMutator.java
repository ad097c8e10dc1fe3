package io.pq2.fuzz.bytes;

import java.util.List;
import java.util.SplittableRandom;

/** Changes texts by characters and words. */
public final class TextMutator {

    private static final List<String> CHARACTERS = List.of(
            "\"",
            "\\",
            "`",
            "'",
            "(",
            ")",
            "{",
            "}",
            ",",
            ";",
            ".",
            " ",
            "\n",
            "\f",
            "\0",
            "-",
            "+",
            "0",
            "9",
            "e",
            "E",
            "=",
            "\uD800",
            "\uDC00",
            "\uFEFF",
            "\u00e9",
            "\ud83d\ude00",
            "_",
            "<",
            ">",
            "!",
            "X'");

    private final SplittableRandom random;
    private final List<String> words;

    /**
     * Creates a mutator.
     *
     * @param words the words of the language
     */
    public TextMutator(SplittableRandom random, List<String> words) {
        this.random = random;
        this.words = words;
    }

    /** Returns a text with one or a few changes. */
    public String mutate(String text) {
        String changed = text;
        do {
            changed = change(changed);
        } while (random.nextInt(3) == 0);
        return changed;
    }

    private String change(String text) {
        int at = random.nextInt(text.length() + 1);
        int end = Math.min(text.length(), at + 1 + random.nextInt(random.nextBoolean() ? 2 : 20));
        return switch (random.nextInt(8)) {
            case 0 -> text.substring(0, at);
            case 1 -> text.substring(0, at) + text.substring(end);
            case 2 -> text.substring(0, end) + text.substring(at);
            case 3, 4 -> text.substring(0, at) + any(CHARACTERS) + text.substring(random.nextBoolean() ? at : end);
            case 5, 6 ->
                text.substring(0, at) + " " + any(words) + " " + text.substring(random.nextBoolean() ? at : end);
            default -> text.substring(0, at) + repeated(text.substring(at, end)) + text.substring(end);
        };
    }

    private String any(List<String> strings) {
        return strings.get(random.nextInt(strings.size()));
    }

    private String repeated(String part) {
        return part.repeat(1 + random.nextInt(random.nextInt(30) == 0 ? 2_000 : 5));
    }
}
