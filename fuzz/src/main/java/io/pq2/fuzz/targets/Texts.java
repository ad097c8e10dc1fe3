package io.pq2.fuzz.targets;

import io.pq2.exception.ParquetException;
import io.pq2.fuzz.Oracle;
import io.pq2.fuzz.bytes.TextMutator;
import io.pq2.fuzz.check.Checks;
import io.pq2.fuzz.check.Probe;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Changed texts of one language. A text that can be parsed is written again and parsed to the same thing.
 *
 * @param <T> the parsed thing
 */
public final class Texts<T> implements Target {

    private static final String TEXT = "txt";

    private final String name;
    private final Language<T> language;
    private final List<String> words;

    /** A text form of something. */
    public interface Language<T> {

        /** Returns something random. */
        T random(Random random);

        String write(T value);

        T parse(String text);
    }

    /**
     * Creates a target.
     *
     * @param words the words of the language
     */
    public Texts(String name, Language<T> language, String... words) {
        this.name = name;
        this.language = language;
        this.words = List.of(words);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<Oracle> oracles() {
        return EnumSet.of(Oracle.TEXT, Oracle.EXCEPTIONS, Oracle.MEMORY, Oracle.TIME);
    }

    @Override
    public int run(SplittableRandom random, Checks checks) {
        String text = language.write(language.random(new Random(random.nextLong())));
        if (random.nextInt(4) > 0) {
            text = new TextMutator(random, words).mutate(text);
        }
        checks.input(TEXT, text.getBytes(StandardCharsets.UTF_16BE));
        check(text, checks);
        return 1;
    }

    @Override
    public void replay(Map<String, byte[]> input, SplittableRandom random, Checks checks) {
        check(new String(Inputs.required(input, TEXT), StandardCharsets.UTF_16BE), checks);
    }

    private void check(String text, Checks checks) {
        Probe probe = new Probe(checks);
        List<T> parsed = new ArrayList<>();
        ParquetException error = probe.run(text.length(), false, () -> parsed.add(language.parse(text)));
        if (error == null) {
            T value = parsed.get(0);
            String written = language.write(value);
            ParquetException second = probe.run(written.length(), false, () -> parsed.add(language.parse(written)));
            if (second != null) {
                throw Checks.violation(Oracle.TEXT, "cannot parse " + written, second);
            }
            T again = parsed.get(1);
            boolean equal = again.equals(value) && language.write(again).equals(written);
            checks.that(equal, Oracle.TEXT, written + " is parsed to " + again);
        }
    }
}
