package io.pq2.hadoop.internal.options;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.options.HadoopWriteOptions;
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
     * @throws InvalidDataException if a key does not accept its value
     */
    public static @Nullable MemoryBudget of(Configuration configuration) {
        long[] bytes = {(long) (ratio(configuration) * Runtime.getRuntime().maxMemory())};
        new Settings(configuration)
                .bytes(HadoopWriteOptions.MEMORY_BYTES, 0, Long.MAX_VALUE, value -> bytes[0] = value);
        return bytes[0] == 0 ? null : BUDGETS.computeIfAbsent(bytes[0], MemoryBudget::new);
    }

    private static double ratio(Configuration configuration) {
        String key = HadoopWriteOptions.MEMORY_RATIO;
        String value = configuration.getTrimmed(key, "");
        if (value.isEmpty()) {
            return DEFAULT_RATIO;
        }
        double ratio;
        try {
            ratio = Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw new InvalidDataException(key + " is \"" + value + "\", which is not a number", e);
        }
        if (!(ratio > 0 && ratio <= 1)) {
            throw new InvalidDataException(key + " is \"" + value + "\", which is not greater than 0 and at most 1");
        }
        return ratio;
    }
}
