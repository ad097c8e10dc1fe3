package io.pq2.internal.read.prune;

import io.pq2.internal.read.plan.ScanContext;
import io.pq2.internal.read.source.FileRange;
import io.pq2.internal.read.source.RangeFetch;
import io.pq2.internal.read.source.ReadPurpose;
import io.pq2.internal.read.source.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Collects the ranges that the pruning of several row groups reads, and requests them together. The page indexes of
 * all row groups usually lie side by side, so that one request reads them. Used by one thread.
 */
public final class PruningRequests {

    private final ScanContext context;
    private final List<Part> unsent = new ArrayList<>();

    /** Creates an empty collection. */
    public PruningRequests(ScanContext context) {
        this.context = context;
    }

    /**
     * Adds ranges of a row group. They are requested by {@link #send}, or when the first of them is taken.
     *
     * @throws io.pq2.exception.CorruptFileException if a range is not in its file
     */
    Part add(ReadPurpose purpose, List<FileRange> ranges) throws IOException {
        for (FileRange range : ranges) {
            RangeFetch.check(context.sources(), range);
        }
        Part part = new Part(purpose, ranges);
        unsent.add(part);
        return part;
    }

    /** Returns the length of the ranges that are not requested yet. */
    public long unsentBytes() {
        long bytes = 0;
        for (Part part : unsent) {
            for (FileRange range : part.ranges) {
                bytes += range.range().length();
            }
        }
        return bytes;
    }

    /** Requests what has been added. */
    public void send() throws IOException {
        if (unsent.isEmpty()) {
            return;
        }
        for (ReadPurpose purpose : ReadPurpose.values()) {
            List<FileRange> ranges = new ArrayList<>();
            List<Part> parts =
                    unsent.stream().filter(part -> part.purpose == purpose).toList();
            parts.forEach(part -> ranges.addAll(part.ranges));
            if (!parts.isEmpty()) {
                RangeFetch fetch =
                        new RangeFetch(context.sources(), ranges, context.options(), purpose, context.listener());
                int first = 0;
                for (Part part : parts) {
                    part.first = first;
                    part.fetch = fetch;
                    first += part.ranges.size();
                }
            }
        }
        unsent.clear();
    }

    /** The ranges of one row group. */
    final class Part {

        private final ReadPurpose purpose;
        private final List<FileRange> ranges;
        /** Absent before the ranges are requested. */
        private @Nullable RangeFetch fetch;
        /** The index of the first range in {@link #fetch}. */
        private int first;

        Part(ReadPurpose purpose, List<FileRange> ranges) {
            this.purpose = purpose;
            this.ranges = ranges;
        }

        /** Returns the bytes of a range, waiting for them if necessary. */
        Slice get(int index) throws IOException {
            if (fetch == null) {
                send();
            }
            return Objects.requireNonNull(fetch).get(first + index);
        }

        /** Waits for all bytes. */
        void await() throws IOException {
            for (int i = 0; i < ranges.size(); i++) {
                get(i);
            }
        }

        /** Whether all bytes have arrived. */
        boolean isDone() {
            if (fetch == null) {
                return false;
            }
            for (int i = 0; i < ranges.size(); i++) {
                if (!fetch.isDone(first + i)) {
                    return false;
                }
            }
            return true;
        }
    }
}
