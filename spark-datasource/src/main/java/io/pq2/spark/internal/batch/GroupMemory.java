package io.pq2.spark.internal.batch;

import org.apache.spark.TaskContext;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.memory.TaskMemoryManager;
import org.apache.spark.util.TaskCompletionListener;

/** The memory for the groups of a task, which Spark's memory manager grants. Returned when the task ends. */
public final class GroupMemory extends MemoryConsumer {

    GroupMemory(TaskMemoryManager manager) {
        super(manager, MemoryMode.ON_HEAP);
    }

    /** Returns the memory of the task that calls this method, at first none. */
    public static GroupMemory ofTask() {
        TaskContext task = TaskContext.get();
        GroupMemory memory = new GroupMemory(task.taskMemoryManager());
        TaskCompletionListener ended = context -> memory.release();
        task.addTaskCompletionListener(ended);
        return memory;
    }

    /** Reserves memory, together with what is reserved already. Reserves no more if it is not granted. */
    boolean reserve(long bytes) {
        long missing = bytes - getUsed();
        if (missing <= 0) {
            return true;
        }
        long granted = acquireMemory(missing);
        if (granted < missing) {
            freeMemory(granted);
            return false;
        }
        return true;
    }

    /** Returns all memory. */
    void release() {
        freeMemory(getUsed());
    }

    /** Frees nothing: the groups are being written to, and are returned when this consumer asks for more in vain. */
    @Override
    public long spill(long size, MemoryConsumer trigger) {
        return 0;
    }
}
