package io.pq2.internal.write.work;

import io.pq2.internal.write.options.WriteSettings;
import io.pq2.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The threads that encode the columns of one file: the writing thread and, if there is an executor, helpers.
 *
 * <p>The writing thread takes part in all work and waits only for tasks that helpers have started. So it does not
 * matter when the executor runs the helpers, on which thread, or whether at all. No task runs between two calls of
 * {@link #run}, and the effects of all tasks are visible to all threads then.
 */
public final class EncodingWorkers implements AutoCloseable {

    private final boolean checksums;
    private final WorkerContext ownContext;
    private final @Nullable Executor executor;
    private final List<Helper> helpers = new ArrayList<>();

    // The monitor of this object guards the following fields.

    /** The tasks of the current call of {@link #run}; empty between two calls. */
    private List<? extends ColumnTask> tasks = List.of();

    private int nextTask;
    /** The number of tasks that have started and not ended. */
    private int running;

    /** The failure of the first column that failed; absent when no task has failed. */
    private @Nullable Throwable failure;

    /** The index of that column; {@link Integer#MAX_VALUE} when no task has failed. */
    private int failedColumn;

    /**
     * Creates the workers of a file.
     *
     * @throws io.pq2.exception.InvalidDataException if the codec of a column does not have the requested level
     * @throws io.pq2.exception.UnsupportedFeatureException if this version cannot write the codec of a column
     */
    public EncodingWorkers(Schema schema, WriteSettings settings) {
        checksums = settings.pages().checksums();
        executor = settings.resources().executor();
        ownContext = new WorkerContext(checksums);
        try {
            schema.columns().forEach(column -> ownContext.pageWriter(settings.compression(column)));
        } catch (RuntimeException e) {
            ownContext.close();
            throw e;
        }
        for (int i = 1; i < settings.resources().threads(); i++) {
            helpers.add(new Helper());
        }
    }

    /** Returns the context of the writing thread. It is free between two calls of {@link #run}. */
    public WorkerContext ownContext() {
        return ownContext;
    }

    /** Whether other threads may help the writing thread. */
    public boolean hasHelpers() {
        return !helpers.isEmpty();
    }

    /**
     * Runs one task for each column and returns when all have ended. Tasks start in the order of the list.
     *
     * <p>If tasks fail, this method throws the failure of the first column in schema order, as if the columns were
     * encoded one after another. Tasks of earlier columns still run; tasks of later ones may not.
     */
    void run(List<? extends ColumnTask> all) {
        synchronized (this) {
            tasks = all;
            nextTask = 0;
            failure = null;
            failedColumn = Integer.MAX_VALUE;
        }
        try {
            callHelpers(all.size() - 1);
        } finally {
            runTasks();
            awaitHelpers();
        }
        throwFailure();
    }

    private void callHelpers(int max) {
        if (executor == null) {
            return;
        }
        for (int i = 0; i < Math.min(max, helpers.size()); i++) {
            Helper helper = helpers.get(i);
            if (call(helper)) {
                try {
                    executor.execute(helper);
                } catch (RejectedExecutionException e) {
                    // The writing thread does the work.
                    dismiss(helper);
                    return;
                }
            }
        }
    }

    /** Marks a helper as called. Returns false if it was called before and has not ended. */
    private synchronized boolean call(Helper helper) {
        boolean free = !helper.called;
        helper.called = true;
        return free;
    }

    private synchronized void dismiss(Helper helper) {
        helper.called = false;
    }

    /** Runs tasks on the writing thread. */
    private void runTasks() {
        for (ColumnTask task = start(); task != null; task = start()) {
            end(task, attempt(task, ownContext));
        }
    }

    /** Runs a task and returns its failure; absent when it succeeds. */
    private static @Nullable Throwable attempt(ColumnTask task, WorkerContext context) {
        try {
            task.run(context);
            return null;
        } catch (RuntimeException | Error e) {
            return e;
        }
    }

    /** Starts the next task; absent when none is left. */
    private synchronized @Nullable ColumnTask start() {
        while (nextTask < tasks.size()) {
            ColumnTask task = tasks.get(nextTask++);
            if (task.column() < failedColumn) {
                running++;
                return task;
            }
        }
        return null;
    }

    private synchronized void end(ColumnTask task, @Nullable Throwable thrown) {
        if (thrown != null && task.column() < failedColumn) {
            failedColumn = task.column();
            failure = thrown;
        }
        running--;
        if (running == 0) {
            notifyAll();
        }
    }

    /**
     * Waits until the helpers have ended their tasks, which are short. The caller may reuse the batch only after that.
     */
    private synchronized void awaitHelpers() {
        boolean interrupted = false;
        while (running > 0) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        tasks = List.of();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void throwFailure() {
        Throwable thrown = failure;
        failure = null;
        if (thrown instanceof Error error) {
            throw error;
        } else if (thrown != null) {
            throw (RuntimeException) thrown;
        }
    }

    /**
     * Returns the memory that the contexts keep for the next columns, in bytes. Must not run at the same time as {@link
     * #run}.
     */
    public long memoryBytes() {
        long bytes = ownContext.memoryBytes();
        for (Helper helper : helpers) {
            bytes += helper.context == null ? 0 : helper.context.memoryBytes();
        }
        return bytes;
    }

    /** Frees the memory that the contexts keep for the next columns. Must not run at the same time as {@link #run}. */
    public void releaseMemory() {
        ownContext.releaseMemory();
        for (Helper helper : helpers) {
            if (helper.context != null) {
                helper.context.releaseMemory();
            }
        }
    }

    /** Frees memory and codec contexts. Helpers that the executor runs later find no tasks. */
    @Override
    public void close() {
        releaseMemory();
        ownContext.close();
        for (Helper helper : helpers) {
            if (helper.context != null) {
                helper.context.close();
                helper.context = null;
            }
        }
    }

    /** Runs tasks on a thread of the executor until none is left. */
    private final class Helper implements Runnable {

        /** Whether the helper was passed to the executor and has not ended. Guarded by the monitor of the workers. */
        private boolean called;
        /** Whether the helper runs. Guarded by the monitor of the workers. */
        private boolean working;

        /** The context of the helper; absent until its first task. */
        private @Nullable WorkerContext context;

        @Override
        public void run() {
            if (!startWorking()) {
                return;
            }
            for (ColumnTask task = startOrLeave(); task != null; task = startOrLeave()) {
                end(task, attempt(task));
            }
        }

        /** Returns false if the executor runs the helper twice, or without a call. */
        private boolean startWorking() {
            synchronized (EncodingWorkers.this) {
                boolean expected = called && !working;
                working |= expected;
                return expected;
            }
        }

        /** Starts the next task. If none is left, returns null and makes the helper available for the next call. */
        private @Nullable ColumnTask startOrLeave() {
            synchronized (EncodingWorkers.this) {
                ColumnTask task = start();
                if (task == null) {
                    called = false;
                    working = false;
                }
                return task;
            }
        }

        private @Nullable Throwable attempt(ColumnTask task) {
            try {
                WorkerContext own = context;
                if (own == null) {
                    own = new WorkerContext(checksums);
                    context = own;
                }
                task.run(own);
                return null;
            } catch (RuntimeException | Error e) {
                return e;
            }
        }
    }
}
