package io.pq2.mapreduce.internal;

import io.pq2.hadoop.internal.file.FileOpenings;
import io.pq2.hadoop.internal.file.FileOpenings.Opening;
import io.pq2.read.ScanMetrics;
import io.pq2.read.ScanPlan;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.jspecify.annotations.Nullable;

/**
 * Parts of files on other machines. The footers of the next files are read before their turn. When a part begins, and
 * while it waits for bytes, the first row groups of the following one are requested too, if its footer has arrived.
 */
final class PartsAhead implements Parts {

    private final FileOpenings<FileSplit> openings;
    private final Configuration configuration;
    private final long memory;
    private final ScanMetrics metrics;
    private int left;

    /** The part after the current one; absent if it has not begun before its turn. */
    private @Nullable FilePartReader following;

    /** Why the part after the current one could not begin before its turn; absent if it could, or was not tried. */
    private @Nullable Exception failure;

    /**
     * Creates an object that has opened nothing.
     *
     * @param memory the largest number of bytes of column chunks to request before their turn
     */
    PartsAhead(List<? extends FileSplit> parts, Configuration configuration, long memory, ScanMetrics metrics) {
        this.openings = new FileOpenings<>(parts, part -> FilePartReader.openFile(part, configuration));
        this.configuration = configuration;
        this.memory = memory;
        this.metrics = metrics;
        this.left = parts.size();
    }

    @Override
    public boolean hasNext() {
        return left > 0;
    }

    @Override
    public FilePartReader next() throws IOException {
        Opening<FileSplit> opening = openings.take();
        if (opening == null) {
            throw new NoSuchElementException();
        }
        left--;
        if (failure instanceof IOException error) {
            throw error;
        }
        if (failure instanceof RuntimeException error) {
            throw error;
        }
        FilePartReader early = following;
        following = null;
        FilePartReader part = early != null ? early : begin(opening);
        continueFollowing();
        return part;
    }

    private FilePartReader begin(Opening<FileSplit> opening) throws IOException {
        return FilePartReader.begin(
                opening.part(),
                opening.await(),
                configuration,
                metrics,
                bytes -> openings.whileWaiting(bytes, this::continueFollowing));
    }

    /** Begins the part after the current one if its file is open, or continues it. An error is thrown in its turn. */
    private void continueFollowing() {
        Iterator<Opening<FileSplit>> ahead = openings.ahead().iterator();
        Opening<FileSplit> opening = ahead.hasNext() ? ahead.next() : null;
        if (opening == null || !opening.isOpen() || failure != null) {
            return;
        }
        try {
            if (following == null) {
                following = begin(opening);
            }
            if (bytes(following) <= memory) {
                following.batches().requestAhead();
            }
        } catch (IOException | RuntimeException e) {
            failure = e;
        }
    }

    private static long bytes(FilePartReader part) {
        return part.batches().plan().rowGroups().stream()
                .flatMap(rowGroup -> rowGroup.chunks().stream())
                .mapToLong(ScanPlan.ChunkPlan::length)
                .sum();
    }

    @Override
    public void close() throws IOException {
        try {
            if (following != null) {
                following.close();
            }
        } finally {
            openings.close();
        }
    }
}
