package io.pq2.statistics;

/** Which statistics, page indexes and bloom filters of files a scan believes, to prune and to answer aggregates. */
public enum StatisticsTrust {
    /** All but those of writers that are known to write them wrongly, and but those that contradict each other. */
    KNOWN,

    /** All but those that contradict each other, whoever wrote them. */
    ALL,

    /** None. Numbers of rows, offsets and dictionaries are used nevertheless: reading depends on them too. */
    NONE
}
