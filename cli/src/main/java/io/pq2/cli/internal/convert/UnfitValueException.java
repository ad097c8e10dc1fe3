package io.pq2.cli.internal.convert;

/** Reports a value that does not fit its column. Readers add the place to the message. */
public final class UnfitValueException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String path;

    /**
     * Creates the exception.
     *
     * @param path the dotted path of the column; empty if the caller knows it
     * @param message what the value is, what the column needs, and what to do
     */
    public UnfitValueException(String path, String message) {
        super(message);
        this.path = path;
    }

    /** Returns the dotted path of the column; empty if the thrower did not know it. */
    public String path() {
        return path;
    }
}
