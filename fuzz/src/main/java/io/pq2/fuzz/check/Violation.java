package io.pq2.fuzz.check;

import io.pq2.fuzz.Oracle;
import org.jspecify.annotations.Nullable;

/** An oracle does not hold. */
public final class Violation extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Oracle oracle;
    private final String detail;

    public Violation(Oracle oracle, String message, @Nullable Throwable cause) {
        super(oracle + ": " + message, cause);
        this.oracle = oracle;
        this.detail = message;
    }

    public Oracle oracle() {
        return oracle;
    }

    /** Returns what was found. */
    public String detail() {
        return detail;
    }
}
