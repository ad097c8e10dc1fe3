package io.pq2.internal.read.prune;

import io.pq2.internal.encryption.ChunkDecryptor;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.read.source.ExternalFilePath;
import io.pq2.internal.read.source.RangeFetch;
import io.pq2.internal.read.source.RangeFetch.Slice;
import io.pq2.internal.read.source.RangeFetch.Wanted;
import io.pq2.internal.read.source.ScanSources;
import io.pq2.io.ByteRange;
import io.pq2.read.ReadOptions;
import io.pq2.read.ScanMetrics;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Small ranges that are wanted to prove something, requested together: of what was read with the footer nothing is requested again. */
public final class PruningReads {

    private final ScanSources sources;
    private final ScanMetrics metrics;
    /** By range: its bytes if they are at hand, otherwise null. */
    private final List<Slice> held = new ArrayList<>();
    /** By range: its index among those that are requested. */
    private final List<Integer> requested = new ArrayList<>();

    private final List<Wanted> missing = new ArrayList<>();
    private RangeFetch fetch;

    public PruningReads(ScanSources sources, ScanMetrics metrics) {
        this.sources = sources;
        this.metrics = metrics;
    }

    /**
     * Adds a range before all are requested.
     *
     * @param sibling the file, as {@link ExternalFilePath} gives it, null for the scanned one
     * @param range null for none
     * @return what to ask for it by; -1 if there is none, or it does not lie in its file
     */
    int add(String sibling, ByteRange range) throws IOException {
        if (range == null
                || (sibling != null && range.end() > sources.of(sibling).dataEnd())) {
            return -1;
        }
        Slice there = sources.held(sibling, range);
        held.add(there);
        requested.add(missing.size());
        if (there == null) {
            missing.add(new Wanted(sibling, range));
        }
        return held.size() - 1;
    }

    /** Whether all ranges so far are at hand. */
    public boolean needsNothing() {
        return missing.isEmpty();
    }

    /**
     * Requests what is not at hand.
     *
     * @param forProof whether it may prove that rows are not needed, and does not only say where rows are
     */
    public void request(ReadOptions options, boolean forProof) throws IOException {
        if (!missing.isEmpty()) {
            fetch = new RangeFetch(sources, missing, options, metrics);
            if (forProof) {
                fetch.countAsProof(metrics);
            }
        }
    }

    /** The bytes of a range, waited for if they are not there yet; null if there is none. */
    Slice get(int index) throws IOException {
        if (index < 0) {
            return null;
        }
        Slice there = held.get(index);
        return there != null ? there : fetch.get(requested.get(index), metrics);
    }

    /** The plaintext of a module, which is encrypted if its column is; otherwise as {@link #get}. */
    Slice get(int index, ModuleType type, int rowGroup, Column column) throws IOException {
        Slice bytes = get(index);
        ChunkDecryptor decryptor = bytes == null ? null : decryptor(rowGroup, column);
        if (decryptor == null) {
            return bytes;
        }
        byte[] plain = decryptor.open(type, bytes.bytes(), bytes.start(), bytes.end(), -1, bytes.fileOffset());
        return new Slice(bytes.file(), bytes.fileOffset(), plain, 0, plain.length);
    }

    /** What decrypts a column chunk, null if it is not encrypted. */
    ChunkDecryptor decryptor(int rowGroup, Column column) {
        return sources.decryptor(rowGroup, column);
    }

    /** Whether nothing is under way any more. */
    boolean isDone() {
        return fetch == null || fetch.isDone();
    }
}
