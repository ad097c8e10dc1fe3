package io.pq2.internal.read.source;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.internal.io.CoalescedRanges;
import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import io.pq2.read.ReadOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Byte ranges of one or several files that were requested together and may still be pending. */
public final class RangeFetch {

    private final List<FileRange> ranges;
    private final RequestListener listener;
    private final Map<@Nullable String, FileFetch> files = new LinkedHashMap<>();
    /** By range: its index among the ranges of its file. */
    private final int[] indexInFile;

    private record FileFetch(SourceFile file, CoalescedRanges ranges, List<CompletableFuture<ByteBuffer>> buffers) {}

    /**
     * Requests ranges. Ranges of one file with small gaps become one request.
     *
     * @throws CorruptFileException if a range is not in its file
     */
    public RangeFetch(
            ScanSources sources,
            List<FileRange> ranges,
            ReadOptions options,
            ReadPurpose purpose,
            RequestListener listener)
            throws IOException {
        this.ranges = ranges;
        this.listener = listener;
        this.indexInFile = new int[ranges.size()];
        Map<@Nullable String, List<ByteRange>> byFile = new LinkedHashMap<>();
        for (int i = 0; i < indexInFile.length; i++) {
            List<ByteRange> ofFile =
                    byFile.computeIfAbsent(ranges.get(i).externalFile(), file -> new ArrayList<>(ranges.size()));
            indexInFile[i] = ofFile.size();
            ofFile.add(ranges.get(i).range());
        }
        long start = System.nanoTime();
        for (Map.Entry<@Nullable String, List<ByteRange>> entry : byFile.entrySet()) {
            SourceFile file = sources.of(entry.getKey());
            entry.getValue().forEach(range -> check(file, range));
            CoalescedRanges coalesced = CoalescedRanges.of(
                    entry.getValue(), coalesceGap(options, file.source()), options.maxRequestBytes());
            ParallelParts parts = ParallelParts.of(
                    coalesced.requests(), Math.min(file.source().requestBytes(), options.maxRequestBytes()));
            files.put(entry.getKey(), new FileFetch(file, coalesced, parts.read(file.source())));
            listener.requested(purpose, parts.parts().size(), coalesced.requestedBytes());
        }
        listener.waited(System.nanoTime() - start);
    }

    private static int coalesceGap(ReadOptions options, RangeSource source) {
        return options.coalesceGap() == ReadOptions.REQUEST_COST
                ? Math.max(0, source.requestCost())
                : options.coalesceGap();
    }

    /**
     * Checks that a range is in its file.
     *
     * @throws CorruptFileException if it is not
     */
    public static void check(ScanSources sources, FileRange range) throws IOException {
        check(sources.of(range.externalFile()), range.range());
    }

    /**
     * Checks a range against its file. Planning checked the scanned file; the length of an external file is known only
     * now.
     */
    private static void check(SourceFile file, ByteRange range) {
        if (range.end() > file.dataEnd()) {
            throw new CorruptFileException("the column chunk starts at offset " + range.offset() + " with "
                            + range.length() + " bytes; " + file.location() + " has pages up to " + file.dataEnd())
                    .locate(FileLocation.file(file.location()));
        }
    }

    /** Reads one range and waits for it. */
    public static ByteBuffer read(SourceFile file, ByteRange range, RequestListener listener) throws IOException {
        check(file, range);
        long start = System.nanoTime();
        ParallelParts parts = ParallelParts.of(List.of(range), file.source().requestBytes());
        ByteBuffer buffer = parts.parts().size() == 1
                ? file.source().read(range)
                : RangeSource.await(parts.read(file.source()).get(0));
        listener.waited(System.nanoTime() - start);
        listener.requested(ReadPurpose.DATA, parts.parts().size(), range.length());
        return buffer;
    }

    /** Returns the bytes of a range, waiting for them if necessary. */
    public Slice get(int index) throws IOException {
        FileRange range = ranges.get(index);
        FileFetch file = Objects.requireNonNull(files.get(range.externalFile()));
        int request = file.ranges().requestOf().get(indexInFile[index]);
        ByteBuffer buffer = await(file.buffers().get(request));
        long skipped =
                range.range().offset() - file.ranges().requests().get(request).offset();
        return Slice.of(
                range.externalFile() == null ? null : file.file().location(),
                range.range().offset(),
                buffer,
                (int) skipped,
                range.range().length());
    }

    private ByteBuffer await(CompletableFuture<ByteBuffer> future) throws IOException {
        long start = System.nanoTime();
        try {
            if (!future.isDone()) {
                listener.waiting(future);
            }
            return RangeSource.await(future);
        } finally {
            listener.waited(System.nanoTime() - start);
        }
    }

    /** Whether no request is pending. */
    public boolean isDone() {
        return files.values().stream().allMatch(file -> file.buffers().stream().allMatch(CompletableFuture::isDone));
    }

    /** Whether the bytes of a range have arrived. */
    public boolean isDone(int index) {
        FileFetch file = Objects.requireNonNull(files.get(ranges.get(index).externalFile()));
        return file.buffers()
                .get(file.ranges().requestOf().get(indexInFile[index]))
                .isDone();
    }
}
