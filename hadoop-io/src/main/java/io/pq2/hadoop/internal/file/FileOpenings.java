package io.pq2.hadoop.internal.file;

import io.pq2.io.RangeSource;
import io.pq2.read.ParquetFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Opens the files of a task before their turn. Other threads read their footers, in the name of the task's user. Used
 * by the thread of the task.
 *
 * @param <S> a part of a file that the task reads
 */
public final class FileOpenings<S> implements Closeable {

    /** The number of files that are opened before their turn. */
    private static final int FILES = 8;

    /** The most files that all tasks of a JVM open before their turn at a time. */
    private static final int THREADS = 64;

    /** The time between two attempts to begin files while waiting. */
    private static final long PAUSE_MILLIS = 1;

    private static final ExecutorService POOL = FileThreads.create("pq2-files-ahead", THREADS);

    private final Opener<S> opener;
    /** The parts whose files are not opened yet, in their order. */
    private final Deque<S> later;

    private final Deque<Opening<S>> opened = new ArrayDeque<>();
    /** Whether the thread is in {@link #whileWaiting}, and beginning a file waits too. */
    private boolean waiting;

    /** Opens the file of a part, and reads its footer. */
    @FunctionalInterface
    public interface Opener<S> {
        /** Opens the file. Called by several threads. */
        ParquetFile open(S part) throws IOException;
    }

    /** A file that has been opened, or is being opened, before its turn. */
    public static final class Opening<S> {

        private final S part;
        private final CompletableFuture<ParquetFile> file = new CompletableFuture<>();

        private Opening(S part) {
            this.part = part;
        }

        /** Returns the part of the file to read. */
        public S part() {
            return part;
        }

        /** Returns the file; completes exceptionally if it cannot be opened. */
        public CompletableFuture<ParquetFile> future() {
            return file;
        }

        /** Whether the file is open. */
        public boolean isOpen() {
            return file.isDone() && !file.isCompletedExceptionally();
        }

        /** Returns the file, waiting until it is open. If the thread is interrupted, the file is closed instead. */
        public ParquetFile await() throws IOException {
            try {
                return RangeSource.await(file);
            } catch (InterruptedIOException e) {
                abandon();
                throw e;
            }
        }

        /** Closes the file, at once or as soon as it is open. */
        private void abandon() throws IOException {
            boolean isOpening = file.completeExceptionally(new IOException("the task has ended"));
            if (!isOpening && isOpen()) {
                file.join().close();
            }
        }
    }

    /**
     * Creates an object that has opened nothing.
     *
     * @param parts the parts in the order in which the task reads them
     */
    public FileOpenings(Collection<? extends S> parts, Opener<S> opener) {
        this.later = new ArrayDeque<>(parts);
        this.opener = opener;
    }

    /** Returns the next file in the order of the parts, and begins to open those after it; null after the last one. */
    public @Nullable Opening<S> take() throws IOException {
        open(1);
        Opening<S> next = opened.poll();
        open(FILES);
        return next;
    }

    /** Returns the files that {@link #take} will return next, as far as they are being opened. */
    public Collection<Opening<S>> ahead() {
        return opened;
    }

    /**
     * Repeats a step until bytes have arrived for which the thread would wait otherwise. Returns early if no file is
     * ahead.
     *
     * @param bytes is done when the bytes have arrived or cannot be read
     * @param begin begins the files ahead as far as possible without waiting
     */
    public void whileWaiting(CompletableFuture<?> bytes, Runnable begin) {
        if (waiting) {
            return;
        }
        waiting = true;
        try {
            while (!bytes.isDone()
                    && !opened.isEmpty()
                    && !Thread.currentThread().isInterrupted()) {
                begin.run();
                pause(bytes);
            }
        } finally {
            waiting = false;
        }
    }

    /** Waits for bytes, but not longer than until the next attempt to begin files. */
    private static void pause(CompletableFuture<?> bytes) {
        try {
            bytes.get(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException | CancellationException e) {
            // A failure belongs to the reader that needs the bytes.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void open(int count) throws IOException {
        while (opened.size() < count && !later.isEmpty()) {
            Opening<S> opening = new Opening<>(later.remove());
            opened.add(opening);
            POOL.execute(FileThreads.asCaller(() -> open(opening)));
        }
    }

    private void open(Opening<S> opening) {
        if (opening.file.isDone()) {
            return; // The task has ended.
        }
        try {
            ParquetFile file = opener.open(opening.part);
            if (!opening.file.complete(file)) {
                file.close(); // The task has ended.
            }
        } catch (IOException | RuntimeException | Error e) {
            opening.file.completeExceptionally(e);
        }
    }

    /** Closes the files that were not taken, all of them even if closing one fails. */
    @Override
    public void close() throws IOException {
        later.clear();
        IOException failure = null;
        while (!opened.isEmpty()) {
            try {
                opened.remove().abandon();
            } catch (IOException e) {
                if (failure != null) {
                    e.addSuppressed(failure);
                }
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
