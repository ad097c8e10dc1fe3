package io.pq2.it.interop;

/** The outcome of reading a column. */
sealed interface Outcome {

    /** Every value equals the written one. */
    record Same() implements Outcome {}

    /**
     * The reader refuses the column, or the whole file because of the column.
     *
     * @param message the reader's message without names and positions of this file
     */
    record Refused(String message) implements Outcome {}

    /**
     * The reader returns other values without an error.
     *
     * @param difference the first value that differs
     */
    record Different(String difference) implements Outcome {}
}
