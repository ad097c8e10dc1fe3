package io.pq2.internal.read.prune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** Counts what happens during many checks. A check is meaningful only if each pruning step excludes something. */
public final class PruningTally {

    /** The counted events. */
    public enum Event {
        TABLES,
        PREDICATES,
        /** Predicates that are true for no rows, some rows, or all rows. */
        SELECT_NONE,
        SELECT_SOME,
        SELECT_ALL,
        /** Scans whose rows were compared. */
        CASES,
        /** Parts that a pruning step excluded while it was the only step. */
        ROW_GROUPS_BY_STATISTICS,
        ROW_GROUPS_BY_LEVEL_HISTOGRAMS,
        ROW_GROUPS_BY_BLOOM_FILTERS,
        ROW_GROUPS_BY_DICTIONARIES,
        ROW_GROUPS_BY_PAGE_INDEXES,
        PAGES_BY_PAGE_INDEXES,
        ROWS_FILTERED,
        /** Row groups whose rows were not filtered because all of them match. */
        ROW_GROUPS_THAT_MATCH
    }

    private final Map<Event, Long> counts = new EnumMap<>(Event.class);

    public void add(Event event, long count) {
        counts.merge(event, count, Long::sum);
    }

    public long get(Event event) {
        return counts.getOrDefault(event, 0L);
    }

    /**
     * Fails unless each event except the given ones happened, and enough predicates select no rows, some rows and all
     * rows.
     */
    public void assertThatEverythingHappened(Event... exceptions) {
        for (Event event : EnumSet.complementOf(exceptions(exceptions))) {
            assertThat(get(event)).as("%s of %s", event, this).isPositive();
        }
        long predicates = get(Event.PREDICATES);
        assertThat(get(Event.SELECT_NONE)).as("%s", this).isGreaterThan(predicates / 6);
        assertThat(get(Event.SELECT_SOME)).as("%s", this).isGreaterThan(predicates / 5);
        assertThat(get(Event.SELECT_ALL)).as("%s", this).isGreaterThan(predicates / 30);
    }

    private static EnumSet<Event> exceptions(Event... events) {
        EnumSet<Event> set = EnumSet.noneOf(Event.class);
        set.addAll(List.of(events));
        return set;
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
