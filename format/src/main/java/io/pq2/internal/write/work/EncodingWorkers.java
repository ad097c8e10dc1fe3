package io.pq2.internal.write.work;

import io.pq2.schema.Schema;
import io.pq2.write.WriteOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/**
 * The threads that encode the columns of one file: the one that writes it and, where there is an executor, others that help it.
 * The writing thread takes part in all work and waits only for what others have begun, so it does not matter when the executor
 * runs them, in which thread, or whether at all. Between two calls of {@link #run} nobody works, and what each of them has done is
 * visible to all.
 */
public final class EncodingWorkers implements AutoCloseable {

    private final WriteOptions options;
    /** The context of the thread that writes. */
    private final WorkerContext own;

    private final List<Helper> helpers = new ArrayList<>();

    // What follows is guarded by this object's monitor.

    /** Empty between two calls of {@link #run}. */
    private List<? extends ColumnTask> tasks = List.of();

    private int next;
    /** How many tasks were begun and have not ended yet. */
    private int running;

    private Throwable failure;
    /** The first column that failed so far. */
    private int failedColumn;

    /**
     * @param schema whose columns are to be encoded
     * @throws io.pq2.exception.InvalidDataException if a column's codec has no such level
     * @throws io.pq2.exception.UnsupportedFeatureException if this version cannot write a column's codec
     */
    public EncodingWorkers(Schema schema, WriteOptions options) {
        this.options = options;
        own = new WorkerContext(options);
        try {
            schema.columns().forEach(column -> own.pageWriter(options.compression(column)));
        } catch (RuntimeException e) {
            own.close();
            throw e;
        }
        for (int i = 1; i < options.threads(); i++) {
            helpers.add(new Helper());
        }
    }

    /** The context of the thread that writes, which is free between two calls of {@link #run}. */
    public WorkerContext ownContext() {
        return own;
    }

    /** Whether there may be other threads than the one that writes. */
    public boolean hasHelpers() {
        return !helpers.isEmpty();
    }

    /**
     * Gives each column its task; they begin in the order of the list. If some fail, those of the columns before them are still
     * done, and what is thrown is the failure of the first column in the order of the schema, as if they had been done one after
     * another.
     */
    void run(List<? extends ColumnTask> all) {
        synchronized (this) {
            tasks = all;
            next = 0;
            failure = null;
            failedColumn = Integer.MAX_VALUE;
        }
        try {
            callHelpers(all.size() - 1);
        } finally {
            workIn(own);
            awaitOthers();
        }
        rethrow();
    }

    private void callHelpers(int most) {
        for (int i = 0; i < Math.min(most, helpers.size()); i++) {
            Helper helper = helpers.get(i);
            if (call(helper)) {
                try {
                    options.executor().execute(helper);
                } catch (RejectedExecutionException e) {
                    // Then it is done without.
                    dismiss(helper);
                    return;
                }
            }
        }
    }

    /** Whether the helper was neither at work nor waiting for a thread of the executor. */
    private synchronized boolean call(Helper helper) {
        boolean free = !helper.called;
        helper.called = true;
        return free;
    }

    private synchronized void dismiss(Helper helper) {
        helper.called = false;
    }

    private void workIn(WorkerContext context) {
        for (ColumnTask task = begin(); task != null; task = begin()) {
            end(task, attempt(task, context));
        }
    }

    /** What went wrong, null if nothing did. */
    private static Throwable attempt(ColumnTask task, WorkerContext context) {
        try {
            task.run(context);
            return null;
        } catch (RuntimeException | Error e) {
            return e;
        }
    }

    /** The next task, null if there is none. */
    private synchronized ColumnTask begin() {
        while (next < tasks.size()) {
            ColumnTask task = tasks.get(next++);
            if (task.column() < failedColumn) {
                running++;
                return task;
            }
        }
        return null;
    }

    private synchronized void end(ColumnTask task, Throwable thrown) {
        if (thrown != null && task.column() < failedColumn) {
            failedColumn = task.column();
            failure = thrown;
        }
        running--;
        if (running == 0) {
            notifyAll();
        }
    }

    /** Waits for tasks that others have begun. They are short, and only behind them is the batch the caller's again. */
    private synchronized void awaitOthers() {
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

    private synchronized void rethrow() {
        Throwable thrown = failure;
        failure = null;
        if (thrown instanceof Error error) {
            throw error;
        } else if (thrown != null) {
            throw (RuntimeException) thrown;
        }
    }

    /** How many bytes of memory are kept for the next columns. Not while {@link #run} does. */
    public long memoryBytes() {
        long bytes = own.memoryBytes();
        for (Helper helper : helpers) {
            bytes += helper.context == null ? 0 : helper.context.memoryBytes();
        }
        return bytes;
    }

    /** Frees the memory that is kept for the next columns. Not while {@link #run} does. */
    public void releaseMemory() {
        own.releaseMemory();
        for (Helper helper : helpers) {
            if (helper.context != null) {
                helper.context.releaseMemory();
            }
        }
    }

    /** Frees all. Helpers that the executor has not run yet find nothing to do. */
    @Override
    public void close() {
        releaseMemory();
        own.close();
        for (Helper helper : helpers) {
            if (helper.context != null) {
                helper.context.close();
                helper.context = null;
            }
        }
    }

    /** What the executor runs: whatever there is to do when it comes to it. */
    private final class Helper implements Runnable {

        /** Whether it was given to the executor and has not ended since; guarded by the workers's monitor. */
        private boolean called;
        /** Whether it works; guarded by the workers's monitor. */
        private boolean working;

        /** Made when there is work for it. */
        private WorkerContext context;

        @Override
        public void run() {
            if (!start()) {
                return;
            }
            for (ColumnTask task = beginOrLeave(); task != null; task = beginOrLeave()) {
                end(task, attempt(task));
            }
        }

        /** False if the executor runs it when it was not asked to, or twice. */
        private boolean start() {
            synchronized (EncodingWorkers.this) {
                boolean due = called && !working;
                working |= due;
                return due;
            }
        }

        /** The next task; where there is none, the helper may be called anew. */
        private ColumnTask beginOrLeave() {
            synchronized (EncodingWorkers.this) {
                ColumnTask task = begin();
                if (task == null) {
                    called = false;
                    working = false;
                }
                return task;
            }
        }

        private Throwable attempt(ColumnTask task) {
            try {
                if (context == null) {
                    context = new WorkerContext(options);
                }
                task.run(context);
                return null;
            } catch (RuntimeException | Error e) {
                return e;
            }
        }
    }
}
