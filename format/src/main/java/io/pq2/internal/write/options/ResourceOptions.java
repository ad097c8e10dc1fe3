package io.pq2.internal.write.options;

import io.pq2.write.MemoryBudget;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The memory and threads of a writer.
 *
 * @param memoryBudget the budget that the user set; absent when the memory is not limited
 * @param sharedMemory the memory of that budget; absent when there is no budget
 * @param executor the executor of additional threads; absent when the writing thread encodes alone
 * @param threads the maximum number of threads that encode a file, including the writing thread
 */
public record ResourceOptions(
        @Nullable MemoryBudget memoryBudget,
        @Nullable SharedMemory sharedMemory,
        @Nullable Executor executor,
        int threads) {

    /** No limit of memory, and only the writing thread. */
    public static final ResourceOptions DEFAULT = new ResourceOptions(null, null, null, 1);

    /** Returns these options with another budget and its memory. */
    public ResourceOptions withMemory(@Nullable MemoryBudget budget, @Nullable SharedMemory memory) {
        return new ResourceOptions(budget, memory, executor, threads);
    }

    /** Returns these options with another executor and number of threads. */
    public ResourceOptions withExecutor(@Nullable Executor value, int count) {
        return new ResourceOptions(memoryBudget, sharedMemory, value, count);
    }
}
