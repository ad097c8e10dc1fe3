package io.pq2.fuzz.check;

import io.pq2.fuzz.Oracle;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the checks of each oracle, and keeps the input of the current case. */
public final class Checks {

    private final Map<Oracle, Long> counts = new EnumMap<>(Oracle.class);
    private final Map<String, byte[]> input = new LinkedHashMap<>();

    /** Begins a case. */
    public void begin() {
        input.clear();
    }

    /**
     * Keeps a part of the input, which is stored if the case fails.
     *
     * @param extension distinguishes the parts, as the last part of a file name
     */
    public void input(String extension, byte[] bytes) {
        input.put(extension, bytes);
    }

    public Map<String, byte[]> input() {
        return input;
    }

    /** Counts a check that passed. */
    public void passed(Oracle oracle) {
        counts.merge(oracle, 1L, Long::sum);
    }

    /** Counts a check, which fails unless a condition holds. */
    public void that(boolean holds, Oracle oracle, String otherwise) {
        if (!holds) {
            throw new Violation(oracle, otherwise, null);
        }
        passed(oracle);
    }

    /** Fails. */
    public static Violation violation(Oracle oracle, String message, @Nullable Throwable cause) {
        return new Violation(oracle, message, cause);
    }

    /** Returns the number of passed checks of an oracle. */
    public long count(Oracle oracle) {
        return counts.getOrDefault(oracle, 0L);
    }
}
