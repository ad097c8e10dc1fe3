package io.pq2.internal.read.source;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.internal.io.CoalescedRanges;
import io.pq2.internal.read.source.ScanSources.Source;
import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import io.pq2.read.ReadOptions;
import io.pq2.read.ScanMetrics;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Ranges of one file or several, requested together and perhaps still under way. */
public final class RangeFetch {

    private final List<Wanted> wanted;
    private final Map<String, FileFetch> files = new LinkedHashMap<>();
    /** By wanted range: its index among those of its file. */
    private final int[] indexes;

    /**
     * A range that is wanted.
     *
     * @param sibling the file, as {@link ExternalFilePath} gives it, null for the scanned one
     */
    public record Wanted(String sibling, ByteRange range) {}

    /**
     * The bytes of a range.
     *
     * @param file the file's location, if it is not the scanned one, otherwise null
     * @param fileOffset of the first byte
     * @param bytes where they are
     * @param start the index of the first byte
     * @param end the index behind the last byte
     */
    public record Slice(String file, long fileOffset, byte[] bytes, int start, int end) {

        /** So many bytes of a buffer, from so many behind its position on. */
        public static Slice of(String file, long fileOffset, ByteBuffer buffer, int skipped, int length) {
            int start = buffer.arrayOffset() + buffer.position() + skipped;
            return new Slice(file, fileOffset, buffer.array(), start, start + length);
        }
    }

    private record FileFetch(Source source, CoalescedRanges ranges, List<CompletableFuture<ByteBuffer>> buffers) {}

    /**
     * Requests ranges.
     *
     * @throws CorruptFileException if a range does not lie in its file
     */
    public RangeFetch(ScanSources sources, List<Wanted> wanted, ReadOptions options, ScanMetrics metrics)
            throws IOException {
        this.wanted = wanted;
        this.indexes = new int[wanted.size()];
        Map<String, List<ByteRange>> byFile = new LinkedHashMap<>();
        for (int i = 0; i < indexes.length; i++) {
            List<ByteRange> ranges =
                    byFile.computeIfAbsent(wanted.get(i).sibling(), file -> new ArrayList<>(wanted.size()));
            indexes[i] = ranges.size();
            ranges.add(wanted.get(i).range());
        }
        long start = System.nanoTime();
        for (Map.Entry<String, List<ByteRange>> entry : byFile.entrySet()) {
            Source source = sources.of(entry.getKey());
            entry.getValue().forEach(range -> check(source, range));
            CoalescedRanges ranges = CoalescedRanges.of(
                    entry.getValue(), options.coalesceGap(source.source()), options.maxRequestBytes());
            files.put(
                    entry.getKey(),
                    new FileFetch(source, ranges, source.source().readAll(ranges.requests())));
            metrics.countRequests(ranges.requests().size(), ranges.requestedBytes());
        }
        metrics.countIo(System.nanoTime() - start);
    }

    /** Of the scanned file the plan has checked it; the length of another is not known before it is opened. */
    private static void check(Source source, ByteRange range) {
        if (range.end() > source.dataEnd()) {
            throw new CorruptFileException("the column chunk is said to lie at offset " + range.offset() + " with "
                            + range.length() + " bytes; " + source.location() + " has pages up to "
                            + source.dataEnd())
                    .locate(FileLocation.file(source.location()));
        }
    }

    /** Counts the requests as made for a proof. */
    public void countAsProof(ScanMetrics metrics) {
        for (FileFetch file : files.values()) {
            metrics.countProofRequests(
                    file.ranges().requests().size(), file.ranges().requestedBytes());
        }
    }

    /** Reads one more range at once. */
    public static ByteBuffer read(Source source, ByteRange range, ScanMetrics metrics) throws IOException {
        check(source, range);
        long start = System.nanoTime();
        ByteBuffer buffer = source.source().read(range);
        metrics.countIo(System.nanoTime() - start);
        metrics.countRequests(1, range.length());
        return buffer;
    }

    /** The bytes of a range, waited for if they are not there yet. */
    public Slice get(int index, ScanMetrics metrics) throws IOException {
        Wanted range = wanted.get(index);
        FileFetch file = files.get(range.sibling());
        int request = file.ranges().requestOf().get(indexes[index]);
        ByteBuffer buffer = await(file.buffers().get(request), metrics);
        long skipped =
                range.range().offset() - file.ranges().requests().get(request).offset();
        return Slice.of(
                range.sibling() == null ? null : file.source().location(),
                range.range().offset(),
                buffer,
                (int) skipped,
                range.range().length());
    }

    private static ByteBuffer await(CompletableFuture<ByteBuffer> future, ScanMetrics metrics) throws IOException {
        long start = System.nanoTime();
        try {
            return RangeSource.await(future);
        } finally {
            metrics.countIo(System.nanoTime() - start);
        }
    }

    /** The files that are read, as {@link ExternalFilePath} gives them, null for the scanned one. */
    public Set<String> siblings() {
        return files.keySet();
    }

    /** Whether nothing is under way any more. */
    public boolean isDone() {
        return files.values().stream().allMatch(file -> file.buffers().stream().allMatch(CompletableFuture::isDone));
    }
}
