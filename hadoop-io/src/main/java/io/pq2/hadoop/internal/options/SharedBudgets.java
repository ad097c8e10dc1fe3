package io.pq2.hadoop.internal.options;

import io.pq2.write.MemoryBudget;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Memory budgets for the writers of this JVM. Tasks do not know each other, so all writers with the same setting share
 * one budget.
 */
public final class SharedBudgets {

    /**
     * parquet-java's default is 0.95, but it counts the configured sizes of row groups instead of the memory in use.
     */
    private static final double DEFAULT_RATIO = 0.25;

    /** The budgets by their bytes: one for each distinct setting. */
    private static final Map<Long, MemoryBudget> BUDGETS = new ConcurrentHashMap<>();

    private SharedBudgets() {}

    /**
     * Returns the budget of a configuration; null for no limit.
     *
     * @throws io.pq2.exception.InvalidDataException if a key does not accept its value
     */
    public static @Nullable MemoryBudget of(Configuration configuration) {
        Settings settings = new Settings(configuration);
        double ratio = settings.get(WritingKeys.MEMORY_RATIO, DEFAULT_RATIO);
        long share = (long) (ratio * Runtime.getRuntime().maxMemory());
        long bytes = settings.get(WritingKeys.MEMORY_BYTES, share);
        return bytes == 0 ? null : BUDGETS.computeIfAbsent(bytes, MemoryBudget::new);
    }
}
