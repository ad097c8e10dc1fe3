package io.pq2.spark.internal.kernel.groups;

import java.io.IOException;
import org.apache.spark.TaskContext;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.memory.TaskMemoryManager;
import org.apache.spark.util.TaskCompletionListener;
import org.jspecify.annotations.Nullable;

/**
 * The memory of groups, keys and values that a task keeps from batch to batch. Spark's memory manager grants it. It is
 * on the heap, even if Spark's own operators use memory off the heap. It is returned when the task ends.
 */
public final class TaskMemory extends MemoryConsumer {

    /** What uses the memory. */
    @FunctionalInterface
    public interface User {
        /**
         * Frees the memory on request of another consumer, perhaps in another thread.
         *
         * @return whether that was possible now
         */
        boolean spill() throws IOException;
    }

    private @Nullable User user;

    /** Creates the memory of a task, at first none. */
    public TaskMemory(TaskMemoryManager manager) {
        super(manager, MemoryMode.ON_HEAP);
    }

    /** Returns the memory of the task that calls this method, at first none. */
    public static TaskMemory ofTask() {
        TaskContext task = TaskContext.get();
        TaskMemory memory = new TaskMemory(task.taskMemoryManager());
        TaskCompletionListener ended = context -> memory.release();
        task.addTaskCompletionListener(ended);
        return memory;
    }

    /** Sets what uses the memory. */
    public void usedBy(User newUser) {
        user = newUser;
    }

    /** Reserves memory, together with what is reserved already. Reserves no more if it is not granted. */
    public boolean reserve(long bytes) {
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
    public void release() {
        freeMemory(getUsed());
    }

    /** Lets the user free the memory if another consumer asks for it. If the user itself asks, it is refused. */
    @Override
    public long spill(long size, MemoryConsumer trigger) throws IOException {
        User current = user;
        if (trigger == this || current == null || getUsed() == 0) {
            return 0;
        }
        long before = getUsed();
        return current.spill() ? before - getUsed() : 0;
    }
}
