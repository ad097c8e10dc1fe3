package io.pq2.spark;

import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.util.TaskCompletionListener;

/** Takes the memory of the task that creates it, and returns it when the task ends. */
public final class MemoryHog extends MemoryConsumer {

    private static final long ALL = 1L << 50;

    public MemoryHog() {
        super(TaskContext.get().taskMemoryManager(), MemoryMode.ON_HEAP);
        TaskCompletionListener ended = context -> freeMemory(getUsed());
        TaskContext.get().addTaskCompletionListener(ended);
    }

    /** Takes what is free, and what other consumers of the task free when they are asked. */
    public void takeAll() {
        acquireMemory(ALL);
    }

    @Override
    public long spill(long size, MemoryConsumer trigger) {
        return 0;
    }

    /** Returns the number of files that tasks have spilled to, and not deleted. */
    public static long spillFiles() {
        return SparkEnv.get()
                .blockManager()
                .diskBlockManager()
                .getAllFiles()
                .count(file -> file.getName().startsWith("temp_local_"));
    }

    /** Returns the bytes of memory that tasks hold. */
    public static long heldByTasks() {
        return SparkEnv.get().memoryManager().executionMemoryUsed();
    }
}
