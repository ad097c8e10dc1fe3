package io.pq2.spark.internal.kernel.values;

import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Arrays;

/**
 * The offsets of a time zone from UTC. Remembers, for {@value #SLOTS} successive spans of 48.5 days, which is 34 years,
 * the last offset that was found and when it applies, because the rules of a zone take longer to ask.
 */
final class ZoneOffsets {

    private static final int SLOTS = 256;
    private static final int SPAN_BITS = 22;

    private final ZoneRules rules;
    /** The first second at which the offset of a slot applies. */
    private final long[] starts = new long[SLOTS];
    /** The first second at which it no longer applies. */
    private final long[] ends = new long[SLOTS];

    private final int[] offsets = new int[SLOTS];

    ZoneOffsets(ZoneId zone) {
        rules = zone.getRules();
        Arrays.fill(starts, Long.MAX_VALUE);
    }

    /** Returns the offset in seconds at a second since 1970-01-01T00:00:00Z. */
    int offset(long second) {
        return offsets[slot(second)];
    }

    /** Returns the first second since which the offset at another one has applied without interruption. */
    long start(long second) {
        return starts[slot(second)];
    }

    private int slot(long second) {
        int slot = (int) (second >> SPAN_BITS) & SLOTS - 1;
        if (second < starts[slot] || second >= ends[slot]) {
            find(second, slot);
        }
        return slot;
    }

    private void find(long second, int slot) {
        Instant instant = Instant.ofEpochSecond(second);
        ZoneOffsetTransition last = rules.previousTransition(instant.plusSeconds(1));
        ZoneOffsetTransition next = rules.nextTransition(instant);
        starts[slot] = last == null ? Long.MIN_VALUE : last.toEpochSecond();
        ends[slot] = next == null ? Long.MAX_VALUE : next.toEpochSecond();
        offsets[slot] = rules.getOffset(instant).getTotalSeconds();
    }
}
