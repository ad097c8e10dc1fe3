package io.pq2.check;

import io.pq2.exception.FileLocation;
import org.jspecify.annotations.Nullable;

/**
 * Something that a check found.
 *
 * @param severity how much it matters
 * @param rule what it is about
 * @param location where it is; unknown parts of the location are absent
 * @param message what is wrong, with the names of parquet.thrift, the stated and the true value
 * @param fault the fault of the file's writer that explains it; null unless the severity is {@link Severity#FAULT}
 */
public record Finding(
        Severity severity,
        Rule rule,
        FileLocation location,
        String message,
        @Nullable KnownFault fault) {

    /** Returns the finding as a sentence with its place. */
    @Override
    public String toString() {
        return severity + " " + rule + ": " + message + " (" + location + ")" + (fault == null ? "" : ". " + fault);
    }
}
