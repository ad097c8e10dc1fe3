package io.pq2.fuzz.targets;

import io.pq2.fuzz.Oracle;
import io.pq2.fuzz.check.Checks;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** A kind of random inputs, and what is checked about them. */
public interface Target {

    /** Returns the name for options, reports and files. */
    String name();

    /** Returns the oracles that cases of this target check. */
    Set<Oracle> oracles();

    /**
     * Runs one case, or a few that share work.
     *
     * @param random the source of all random choices
     * @param checks counts the checks and keeps the input
     * @return the number of cases
     */
    int run(SplittableRandom random, Checks checks);

    /**
     * Checks a stored input.
     *
     * @param input the parts of the input by extension, see {@link Checks#input}
     * @param random the source of the remaining random choices, such as read options
     */
    void replay(Map<String, byte[]> input, SplittableRandom random, Checks checks);
}
