package io.pq2.it.suites;

/**
 * What became of a test.
 *
 * @param state how the test ended
 * @param message the first line of the failure; empty if the test did not fail
 */
record Outcome(State state, String message) {

    enum State {
        SUCCEEDED,
        FAILED,
        /** Not run: ignored, pending, or canceled by an assumption. */
        SKIPPED
    }
}
