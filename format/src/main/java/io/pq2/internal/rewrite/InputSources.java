package io.pq2.internal.rewrite;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.io.CoalescedRanges;
import io.pq2.io.ByteRange;
import io.pq2.io.InputFile;
import io.pq2.io.RangeSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reads an input file and the external files that contain its column chunks. Opens each file once, on demand. */
public final class InputSources implements Closeable {

    /** The largest request that joins several ranges, in bytes. */
    private static final int MAX_REQUEST = 16 << 20;

    private final InputFile input;
    private final Map<String, Opened> files = new HashMap<>();

    /**
     * An open file.
     *
     * @param location absent for the input itself
     */
    private record Opened(@Nullable String location, RangeSource source, long length) {}

    /**
     * A byte range of a file.
     *
     * @param externalFile the path of an external file; absent for the input itself
     */
    record FileRange(@Nullable String externalFile, ByteRange range) {}

    private record Requested(CoalescedRanges ranges, List<CompletableFuture<ByteBuffer>> buffers) {}

    /** Creates the sources of an input without opening it. */
    public InputSources(InputFile input) {
        this.input = input;
    }

    private Opened of(@Nullable String externalFile) throws IOException {
        Opened opened = files.get(externalFile);
        if (opened == null) {
            InputFile file = externalFile == null ? input : input.externalFile(externalFile);
            opened = new Opened(externalFile == null ? null : file.location(), file.open(), file.length());
            files.put(externalFile, opened);
        }
        return opened;
    }

    /** Returns the location of an external file for messages; absent for the input itself. */
    @Nullable
    String location(@Nullable String externalFile) throws IOException {
        return of(externalFile).location();
    }

    /** Returns the length of a file in bytes. */
    long length(@Nullable String externalFile) throws IOException {
        return of(externalFile).length();
    }

    /**
     * Reads a byte range.
     *
     * @throws CorruptFileException if the range ends after the file
     * @throws IOException if the file cannot be read
     */
    ByteBuffer read(@Nullable String externalFile, ByteRange range) throws IOException {
        return checked(externalFile, range).source().read(range);
    }

    /**
     * Reads byte ranges and coalesces requests of each file.
     *
     * @param maxGap the largest gap between two ranges that are read with one request, in bytes
     * @return one buffer for each range, in their order, with the range as its remaining bytes
     * @throws CorruptFileException if a range ends after its file
     * @throws IOException if a file cannot be read
     */
    List<ByteBuffer> read(List<FileRange> fileRanges, int maxGap) throws IOException {
        Map<String, List<Integer>> byFile = new LinkedHashMap<>();
        for (int i = 0; i < fileRanges.size(); i++) {
            FileRange range = fileRanges.get(i);
            checked(range.externalFile(), range.range());
            byFile.computeIfAbsent(range.externalFile(), file -> new ArrayList<>())
                    .add(i);
        }
        Map<String, Requested> requests = new LinkedHashMap<>();
        for (Map.Entry<String, List<Integer>> file : byFile.entrySet()) {
            List<ByteRange> ranges =
                    file.getValue().stream().map(i -> fileRanges.get(i).range()).toList();
            CoalescedRanges coalesced = CoalescedRanges.of(ranges, maxGap, MAX_REQUEST);
            requests.put(
                    file.getKey(),
                    new Requested(coalesced, of(file.getKey()).source().readAll(coalesced.requests())));
        }
        ByteBuffer[] buffers = new ByteBuffer[fileRanges.size()];
        for (Map.Entry<String, List<Integer>> file : byFile.entrySet()) {
            Requested requested = Objects.requireNonNull(requests.get(file.getKey()));
            for (int i = 0; i < file.getValue().size(); i++) {
                int index = file.getValue().get(i);
                buffers[index] = part(requested, i);
            }
        }
        return new ArrayList<>(Arrays.asList(buffers));
    }

    private static ByteBuffer part(Requested requested, int index) throws IOException {
        CoalescedRanges ranges = requested.ranges();
        int request = ranges.requestOf().get(index);
        ByteBuffer whole = RangeSource.await(requested.buffers().get(request));
        ByteRange range = ranges.ranges().get(index);
        int from = whole.position()
                + (int) (range.offset() - ranges.requests().get(request).offset());
        return whole.duplicate().limit(from + range.length()).position(from);
    }

    private Opened checked(@Nullable String externalFile, ByteRange range) throws IOException {
        Opened file = of(externalFile);
        if (range.end() > file.length()) {
            throw new CorruptFileException("the metadata locates bytes of a column chunk at " + range.offset() + " to "
                    + range.end() + "; " + (file.location() == null ? "the file" : file.location()) + " has "
                    + file.length() + " bytes");
        }
        return file;
    }

    /** Closes all files. */
    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (Opened file : files.values()) {
            try {
                file.source().close();
            } catch (IOException e) {
                failure = e;
            }
        }
        files.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
