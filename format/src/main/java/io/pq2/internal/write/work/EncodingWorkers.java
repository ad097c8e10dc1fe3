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
    /** The lane of the thread that writes. */
    private final WorkerContext own;

    private final List<Helper> helpers = new ArrayList<>();

    // What follows is guarded by this object's monitor.

    /** Empty between two calls of {@link #run}. */
    private List<? extends Turn> turns = List.of();

    private int next;
    /** How many turns were begun and have not ended yet. */
    private int running;

    private Throwable failure;
    /** The first column that failed so far. */
    private int failedColumn;

    /** Something to be done with one column. */
    interface Turn {
        /** The column's index in the schema. */
        int column();

        /** @param lane what the thread works with */
        void run(WorkerContext lane);
    }

    /**
     * @param schema whose columns are to be encoded
     * @throws io.pq2.exception.InvalidDataException if a column's codec has no such level
     * @throws io.pq2.exception.UnsupportedFeatureException if this version cannot write a column's codec
     */
    public EncodingWorkers(Schema schema, WriteOptions options) {
        this.options = options;
        own = new WorkerContext(options);
        try {
            schema.columns().forEach(column -> own.framer(options.compression(column)));
        } catch (RuntimeException e) {
            own.close();
            throw e;
        }
        for (int i = 1; i < options.threads(); i++) {
            helpers.add(new Helper());
        }
    }

    /** The lane of the thread that writes, which is free between two calls of {@link #run}. */
    public WorkerContext ownLane() {
        return own;
    }

    /** Whether there may be other threads than the one that writes. */
    public boolean hasHelpers() {
        return !helpers.isEmpty();
    }

    /**
     * Gives each column its turn; they begin in the order of the list. If some fail, those of the columns before them are still
     * done, and what is thrown is the failure of the first column in the order of the schema, as if they had been done one after
     * another.
     */
    void run(List<? extends Turn> all) {
        synchronized (this) {
            turns = all;
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

    private void workIn(WorkerContext lane) {
        for (Turn turn = begin(); turn != null; turn = begin()) {
            end(turn, attempt(turn, lane));
        }
    }

    /** What went wrong, null if nothing did. */
    private static Throwable attempt(Turn turn, WorkerContext lane) {
        try {
            turn.run(lane);
            return null;
        } catch (RuntimeException | Error e) {
            return e;
        }
    }

    /** The next turn, null if there is none. */
    private synchronized Turn begin() {
        while (next < turns.size()) {
            Turn turn = turns.get(next++);
            if (turn.column() < failedColumn) {
                running++;
                return turn;
            }
        }
        return null;
    }

    private synchronized void end(Turn turn, Throwable thrown) {
        if (thrown != null && turn.column() < failedColumn) {
            failedColumn = turn.column();
            failure = thrown;
        }
        running--;
        if (running == 0) {
            notifyAll();
        }
    }

    /** Waits for turns that others have begun. They are short, and only behind them is the batch the caller's again. */
    private synchronized void awaitOthers() {
        boolean interrupted = false;
        while (running > 0) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        turns = List.of();
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
            bytes += helper.lane == null ? 0 : helper.lane.memoryBytes();
        }
        return bytes;
    }

    /** Frees the memory that is kept for the next columns. Not while {@link #run} does. */
    public void releaseMemory() {
        own.releaseMemory();
        for (Helper helper : helpers) {
            if (helper.lane != null) {
                helper.lane.releaseMemory();
            }
        }
    }

    /** Frees all. Helpers that the executor has not run yet find nothing to do. */
    @Override
    public void close() {
        releaseMemory();
        own.close();
        for (Helper helper : helpers) {
            if (helper.lane != null) {
                helper.lane.close();
                helper.lane = null;
            }
        }
    }

    /** What the executor runs: whatever there is to do when it comes to it. */
    private final class Helper implements Runnable {

        /** Whether it was given to the executor and has not ended since; guarded by the crew's monitor. */
        private boolean called;
        /** Whether it works; guarded by the crew's monitor. */
        private boolean working;

        /** Made when there is work for it. */
        private WorkerContext lane;

        @Override
        public void run() {
            if (!start()) {
                return;
            }
            for (Turn turn = beginOrLeave(); turn != null; turn = beginOrLeave()) {
                end(turn, attempt(turn));
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

        /** The next turn; where there is none, the helper may be called anew. */
        private Turn beginOrLeave() {
            synchronized (EncodingWorkers.this) {
                Turn turn = begin();
                if (turn == null) {
                    called = false;
                    working = false;
                }
                return turn;
            }
        }

        private Throwable attempt(Turn turn) {
            try {
                if (lane == null) {
                    lane = new WorkerContext(options);
                }
                turn.run(lane);
                return null;
            } catch (RuntimeException | Error e) {
                return e;
            }
        }
    }
}
