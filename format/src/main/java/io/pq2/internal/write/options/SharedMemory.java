package io.pq2.internal.write.options;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the memory of the writers that share a {@link io.pq2.write.MemoryBudget}. Thread-safe. */
public final class SharedMemory {

    private final long limit;
    private final AtomicLong used = new AtomicLong();
    private final AtomicInteger writers = new AtomicInteger();

    /**
     * Creates a memory that no writer uses yet.
     *
     * @param limit the size of the budget in bytes
     */
    public SharedMemory(long limit) {
        this.limit = limit;
    }

    /** Returns the size of the budget in bytes. */
    public long limit() {
        return limit;
    }

    /** Returns the memory of all writers in bytes. */
    public long used() {
        return used.get();
    }

    /** Registers one more writer. */
    public Share share() {
        writers.incrementAndGet();
        return new Share();
    }

    /** The memory of one writer. Not thread-safe. */
    public final class Share {

        private long own;
        private boolean open = true;

        private Share() {}

        /**
         * Reports the current memory of this writer.
         *
         * @param bytes the memory in bytes
         * @return whether this writer should free memory: all writers together exceed the budget, and this one uses at
         *     least half of its equal share of the budget
         */
        public boolean use(long bytes) {
            long all = used.addAndGet(bytes - own);
            own = bytes;
            return all > limit && bytes >= limit / writers.get() / 2;
        }

        /** Unregisters the writer. Further calls do nothing. */
        public void close() {
            if (open) {
                open = false;
                used.addAndGet(-own);
                writers.decrementAndGet();
            }
        }
    }
}
