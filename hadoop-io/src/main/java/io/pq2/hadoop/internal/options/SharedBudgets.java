package io.pq2.hadoop.internal.options;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.options.HadoopWriteOptions;
import io.pq2.write.MemoryBudget;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;

/**
 * What the writers of this virtual machine may buffer. Tasks know nothing of each other, so those that are configured alike share a
 * budget here.
 */
public final class SharedBudgets {

    /** parquet-java takes 0.95, but of the sizes that row groups are meant to have, not of what they take. */
    private static final double DEFAULT_RATIO = 0.25;

    /** By their bytes. There are as many as there are settings. */
    private static final Map<Long, MemoryBudget> BUDGETS = new ConcurrentHashMap<>();

    private SharedBudgets() {}

    /**
     * The budget that a configuration asks for, null for none.
     *
     * @throws InvalidDataException if a value is not one that its key takes
     */
    public static MemoryBudget of(Configuration configuration) {
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
            throw new InvalidDataException(key + " is \"" + value + "\", which is not above 0 and at most 1");
        }
        return ratio;
    }
}
