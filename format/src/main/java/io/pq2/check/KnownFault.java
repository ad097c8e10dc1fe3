package io.pq2.check;

import org.jspecify.annotations.Nullable;

/**
 * A fault that an application is known to have.
 *
 * @param name the name of the fault, such as {@code ZERO_NULL_COUNT}; see docs/writers.md
 * @param text what is wrong, as a clause
 * @param writer the application with the versions that have the fault
 * @param mendedIn the first version without the fault; null if none is known
 * @param report the public report of the fault
 * @param consequence what can happen to a reader that does not know the fault, as a clause
 */
public record KnownFault(
        String name, String text, String writer, @Nullable String mendedIn, String report, String consequence) {

    /** Returns the fault as a sentence. */
    @Override
    public String toString() {
        return "Known fault of " + writer + ": " + text + " (" + report + ", "
                + (mendedIn == null ? "not mended yet" : "mended in " + mendedIn) + "); " + consequence;
    }
}
