package io.pq2.spark.internal.kernel.groups;

import org.apache.spark.SparkConf;
import org.apache.spark.memory.TaskMemoryManager;
import org.apache.spark.memory.UnifiedMemoryManager;

/** The memory of tasks that run without Spark. */
public final class GrantedMemory {

    private GrantedMemory() {}

    /** Returns the memory of a task that is granted a number of bytes, at least 1. */
    public static TaskMemoryManager of(long bytes) {
        return new TaskMemoryManager(new UnifiedMemoryManager(new SparkConf(), bytes, 0, 1), 1);
    }
}
