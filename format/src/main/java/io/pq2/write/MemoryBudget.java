package io.pq2.write;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory that the writers share whose options name this budget. When all of them together buffer more, the one that is being
 * written to ends its row group early, unless it has next to nothing. They so stay below twice the budget, plus what the largest
 * batch takes. Used by any number of threads.
 *
 * <p>Where the row groups of a file end depends on what the other writers do meanwhile.
 */
public final class MemoryBudget {

    private final long limit;
    private final AtomicLong used = new AtomicLong();
    private final AtomicInteger writers = new AtomicInteger();

    /** @param bytes what may be buffered */
    public MemoryBudget(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("a budget must have at least 1 byte: " + bytes);
        }
        limit = bytes;
    }

    /** What may be buffered, in bytes. */
    public long bytes() {
        return limit;
    }

    /** About how many bytes are buffered now. */
    public long used() {
        return used.get();
    }

    /** What one more writer uses. */
    Share share() {
        writers.incrementAndGet();
        return new Share();
    }

    /** What one writer uses. */
    final class Share {

        private long own;
        private boolean open = true;

        private Share() {}

        /**
         * Says how much this writer uses now.
         *
         * @return whether it should use less: there is too much in use, and at least half its share of the budget is its own
         */
        boolean use(long bytes) {
            long all = used.addAndGet(bytes - own);
            own = bytes;
            return all > limit && bytes >= limit / writers.get() / 2;
        }

        /** The writer is done. Closing twice does nothing. */
        void close() {
            if (open) {
                open = false;
                used.addAndGet(-own);
                writers.decrementAndGet();
            }
        }
    }
}
