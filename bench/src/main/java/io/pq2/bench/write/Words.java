package io.pq2.bench.write;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Made-up words, some much more frequent than others, as in a language. */
final class Words {

    private static final String[] SYLLABLES = {
        "ka", "ro", "mi", "ten", "sol", "va", "pre", "ing", "est", "on", "ly", "de", "com", "ran", "ti", "er", "un",
        "ble"
    };
    private static final int COUNT = 4000;

    private final List<String> words = new ArrayList<>();
    private final SplittableRandom random;

    Words(SplittableRandom random) {
        this.random = random;
        for (int i = 0; i < COUNT; i++) {
            StringBuilder word = new StringBuilder();
            int syllables = 1 + random.nextInt(4);
            for (int j = 0; j < syllables; j++) {
                word.append(SYLLABLES[random.nextInt(SYLLABLES.length)]);
            }
            words.add(word.toString());
        }
    }

    /** Returns a random word; the first words are the most frequent. */
    String next() {
        double uniform = random.nextDouble();
        return words.get((int) (uniform * uniform * uniform * COUNT));
    }

    /**
     * Returns words separated by blanks.
     *
     * @param length the minimum length in characters
     */
    String text(int length) {
        StringBuilder text = new StringBuilder(length + 16);
        while (text.length() < length) {
            text.append(text.length() == 0 ? "" : " ").append(next());
        }
        return text.toString();
    }
}
