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
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The bytes of an input, and of the files beside it that hold its column chunks if it is only a summary. */
public final class InputSources implements Closeable {

    /** The greatest length of a request that grows by merging. */
    private static final int MAX_REQUEST = 16 << 20;

    private final InputFile input;
    private final Map<String, Opened> files = new HashMap<>();

    /**
     * An open file.
     *
     * @param location null for the input itself
     */
    private record Opened(String location, RangeSource source, long length) {}

    /**
     * Bytes that are wanted.
     *
     * @param sibling the file beside the input, null for the input itself
     */
    record Wanted(String sibling, ByteRange range) {}

    private record Requested(CoalescedRanges ranges, List<CompletableFuture<ByteBuffer>> buffers) {}

    public InputSources(InputFile input) {
        this.input = input;
    }

    private Opened of(String sibling) throws IOException {
        Opened opened = files.get(sibling);
        if (opened == null) {
            InputFile file = sibling == null ? input : input.externalFile(sibling);
            opened = new Opened(sibling == null ? null : file.location(), file.open(), file.length());
            files.put(sibling, opened);
        }
        return opened;
    }

    /** What messages call a file; null for the input itself. */
    String location(String sibling) throws IOException {
        return of(sibling).location();
    }

    /** The length of a file in bytes. */
    long length(String sibling) throws IOException {
        return of(sibling).length();
    }

    /** Reads one range. */
    ByteBuffer read(String sibling, ByteRange range) throws IOException {
        return checked(sibling, range).source().read(range);
    }

    /**
     * Reads ranges, those that lie close together by one request.
     *
     * @param gap how many needless bytes may lie between two that are read together
     * @return one buffer a range, whose remaining bytes are the range
     */
    List<ByteBuffer> read(List<Wanted> wanted, int gap) throws IOException {
        Map<String, List<Integer>> byFile = new LinkedHashMap<>();
        for (int i = 0; i < wanted.size(); i++) {
            checked(wanted.get(i).sibling(), wanted.get(i).range());
            byFile.computeIfAbsent(wanted.get(i).sibling(), file -> new ArrayList<>())
                    .add(i);
        }
        Map<String, Requested> requests = new LinkedHashMap<>();
        for (Map.Entry<String, List<Integer>> file : byFile.entrySet()) {
            List<ByteRange> ranges =
                    file.getValue().stream().map(i -> wanted.get(i).range()).toList();
            CoalescedRanges coalesced = CoalescedRanges.of(ranges, gap, MAX_REQUEST);
            requests.put(
                    file.getKey(),
                    new Requested(coalesced, of(file.getKey()).source().readAll(coalesced.requests())));
        }
        List<ByteBuffer> buffers = new ArrayList<>(Collections.nCopies(wanted.size(), null));
        for (Map.Entry<String, List<Integer>> file : byFile.entrySet()) {
            Requested requested = requests.get(file.getKey());
            for (int i = 0; i < file.getValue().size(); i++) {
                int index = file.getValue().get(i);
                buffers.set(index, part(requested, i));
            }
        }
        return buffers;
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

    private Opened checked(String sibling, ByteRange range) throws IOException {
        Opened file = of(sibling);
        if (range.end() > file.length()) {
            throw new CorruptFileException("bytes " + range.offset() + " to " + range.end()
                    + " are said to belong to a column chunk; "
                    + (file.location() == null ? "the file" : file.location()) + " has " + file.length());
        }
        return file;
    }

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
