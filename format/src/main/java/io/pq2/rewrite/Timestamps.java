package io.pq2.rewrite;

/** How INT96 timestamps are stored in a new file. */
public enum Timestamps {

    /** As in the inputs. Min, max and the order of INT96 are undefined, so filters on them skip nothing. */
    UNCHANGED,

    /**
     * As INT64 with the logical type TIMESTAMP(MICROS, isAdjustedToUTC = true). The instants are the same, to the
     * microsecond; a value that would change, or that Spark would read as another one, is an error.
     */
    MICROS
}
