package io.pq2.it.interop;

/** What came of a reader's reading a column. */
sealed interface Outcome {

    /** Every value is the one that was written. */
    record Same() implements Outcome {}

    /**
     * The reader refuses the column, or the file because of it.
     *
     * @param message in its own words, without what is only about this file
     */
    record Refused(String message) implements Outcome {}

    /**
     * The reader reads something else, without saying so.
     *
     * @param difference the first value that differs
     */
    record Different(String difference) implements Outcome {}
}
