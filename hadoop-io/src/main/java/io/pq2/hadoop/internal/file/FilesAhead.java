package io.pq2.hadoop.internal.file;

import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.internal.file.FileOpenings.Opening;
import io.pq2.read.BatchReader;
import io.pq2.read.OnCorruption;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.read.ScanPlan;
import java.io.Closeable;
import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Opens the parts of files that a task reads. If the files are on other machines, the next ones are opened before their
 * turn: other threads read their footers, and their first row groups are requested as far as the memory allows. Used by
 * the thread of the task.
 *
 * @param <S> a part of a file
 * @param <R> the reader of a part
 */
public final class FilesAhead<S, R extends FilesAhead.PartReader> implements Closeable {

    /** Reads a part of a file. */
    public interface PartReader extends Closeable {

        /** Returns the reader of the first batches. */
        BatchReader batches();
    }

    /** Opens parts of files. */
    public interface PartOpener<S, R extends PartReader> {

        /** Opens the file of a part, and reads its footer. Called by several threads. */
        ParquetFile openFile(S part) throws IOException;

        /**
         * Begins to read a part.
         *
         * @param files learns when the reader waits, and when it reads its next batch
         * @return null if the file is damaged as a whole, and the task skips it
         */
        @Nullable
        R begin(S part, FileInTurn file, FilesAhead<S, R> files) throws IOException;
    }

    /** A file whose opening may have begun before. */
    @FunctionalInterface
    public interface FileInTurn {
        /** Returns the file; waits for it if necessary. */
        ParquetFile open() throws IOException;
    }

    /**
     * A reader that has begun before its turn.
     *
     * @param reader absent if beginning has failed, so that the part is opened again in its turn, and fails again
     * @param bytes the number of bytes of the column chunks to read
     */
    private record Begun<R>(@Nullable R reader, long bytes) {}

    private final PartOpener<S, R> opener;
    /** Absent if no file is opened before its turn. */
    private final @Nullable FileOpenings<S> openings;
    /** The largest number of bytes of column chunks to request before their turn. */
    private final long memory;

    private final IdentityHashMap<Opening<S>, Begun<R>> begun = new IdentityHashMap<>();
    /** Whether the thread is beginning parts. */
    private boolean beginning;

    private FilesAhead(PartOpener<S, R> opener, @Nullable FileOpenings<S> openings, long memory) {
        this.opener = opener;
        this.openings = openings;
        this.memory = memory;
    }

    /** Returns an object that opens each file in its turn. */
    public static <S, R extends PartReader> FilesAhead<S, R> none(PartOpener<S, R> opener) {
        return new FilesAhead<>(opener, null, 0);
    }

    /**
     * Returns an object that has opened nothing.
     *
     * @param parts the parts in the order in which the task reads them
     * @param path returns the file of a part
     * @param options the options of the opened files
     */
    public static <S, R extends PartReader> FilesAhead<S, R> of(
            List<? extends S> parts,
            Function<? super S, Path> path,
            ReadOptions options,
            Configuration configuration,
            PartOpener<S, R> opener)
            throws IOException {
        boolean isUseful = parts.size() > 1
                && options.prefetchBytes() > 0
                && options.onCorruption() == OnCorruption.FAIL
                && HadoopInputFile.isRemote(path.apply(parts.get(0)), configuration);
        return isUseful
                ? new FilesAhead<>(opener, new FileOpenings<>(parts, opener::openFile), options.prefetchBytes())
                : none(opener);
    }

    /**
     * Opens a part in its turn.
     *
     * @return null if the file is damaged as a whole, and the task skips it
     */
    public @Nullable R open(S part) throws IOException {
        if (openings == null) {
            return opener.begin(part, () -> opener.openFile(part), this);
        }
        Opening<S> next = openings.take();
        if (next == null || !next.part().equals(part)) {
            throw new IllegalStateException(part + " is not read in the planned order");
        }
        Begun<R> early = begun.remove(next);
        if (early == null) {
            return opener.begin(part, next::await, this);
        }
        return early.reader() == null ? opener.begin(part, () -> opener.openFile(part), this) : early.reader();
    }

    /**
     * Begins the next parts, as far as possible without waiting, until bytes have arrived for which the thread would
     * wait otherwise.
     *
     * @param bytes is done when the bytes have arrived or cannot be read
     */
    public void whileWaiting(CompletableFuture<?> bytes) {
        if (openings != null) {
            openings.whileWaiting(bytes, this::requestNext);
        }
    }

    /**
     * Requests the first row groups of the next files whose footers have arrived, in their order. Waits for nothing. To
     * be called while a part is read.
     */
    public void requestNext() {
        if (openings == null || beginning) {
            return;
        }
        beginning = true;
        try {
            long bytes = 0;
            for (Opening<S> file : openings.ahead()) {
                if (!file.isOpen() || bytes > memory) {
                    return;
                }
                Begun<R> early = begun.computeIfAbsent(file, this::begin);
                bytes += early.bytes();
                R reader = early.reader();
                if (reader == null) {
                    return;
                }
                if (bytes <= memory && !requests(reader)) {
                    begun.put(file, new Begun<>(null, 0));
                    closeUnread(reader);
                    return;
                }
            }
        } finally {
            beginning = false;
        }
    }

    /** Begins a part. An error belongs to a file whose turn has not come. Opening it in its turn leads to it again. */
    private Begun<R> begin(Opening<S> file) {
        try {
            R reader = opener.begin(file.part(), file::await, this);
            return new Begun<>(reader, reader == null ? 0 : storedBytes(reader.batches()));
        } catch (Exception e) {
            return new Begun<>(null, 0);
        }
    }

    private static long storedBytes(BatchReader batches) {
        return batches.plan().rowGroups().stream()
                .flatMap(rowGroup -> rowGroup.chunks().stream())
                .mapToLong(ScanPlan.ChunkPlan::length)
                .sum();
    }

    /** Requests the first row groups of a part. Returns false if that fails, for a file whose turn has not come. */
    private static boolean requests(PartReader reader) {
        try {
            reader.batches().requestAhead();
            return true;
        } catch (Exception e) {
            return false;
        }
    }

    private static void closeUnread(@Nullable Closeable reader) {
        if (reader != null) {
            try {
                reader.close();
            } catch (IOException | RuntimeException e) {
                // Nothing was read of it.
            }
        }
    }

    /** Closes the files whose turn has not come. */
    @Override
    public void close() {
        begun.values().forEach(early -> closeUnread(early.reader()));
        begun.clear();
        closeUnread(openings);
    }
}
