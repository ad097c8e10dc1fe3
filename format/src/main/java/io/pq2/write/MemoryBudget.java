package io.pq2.write;

import io.pq2.internal.write.options.SharedMemory;

/**
 * Limits the memory that several writers buffer together: those whose options name this object ({@link
 * WriteOptions#memoryBudget()}). Thread-safe.
 *
 * <p>When all writers together exceed the budget, the writer that is being written to ends its row group early, unless
 * it uses less than half of its equal share. The total therefore stays below twice the budget plus the memory of the
 * largest batch.
 *
 * <p>Where row groups end depends on what the other writers do at the same time, so files are not reproducible.
 */
public final class MemoryBudget {

    private final SharedMemory memory;

    /**
     * Creates a budget that no writer uses yet.
     *
     * @param bytes the size of the budget in bytes, at least 1
     * @throws IllegalArgumentException if {@code bytes} is less than 1
     */
    public MemoryBudget(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("a memory budget must have at least 1 byte: " + bytes);
        }
        memory = new SharedMemory(bytes);
    }

    /** Returns the size of the budget in bytes. */
    public long bytes() {
        return memory.limit();
    }

    /** Returns an estimate of the memory that all writers buffer now, in bytes. */
    public long used() {
        return memory.used();
    }

    /** Returns the memory that writers register with. */
    SharedMemory memory() {
        return memory;
    }
}
