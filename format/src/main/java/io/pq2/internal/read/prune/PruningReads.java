package io.pq2.internal.read.prune;

import io.pq2.internal.encryption.ChunkDecryptor;
import io.pq2.internal.encryption.ModuleType;
import io.pq2.internal.read.plan.ScanContext;
import io.pq2.internal.read.source.FileRange;
import io.pq2.internal.read.source.ReadPurpose;
import io.pq2.internal.read.source.ScanSources;
import io.pq2.internal.read.source.Slice;
import io.pq2.io.ByteRange;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Small ranges that are read together to prune a row group. First all ranges are added, then they are requested, then
 * they are taken. Bytes that were read together with the footer are not requested again. The others are requested
 * together with those of other row groups.
 */
final class PruningReads {

    /** The handle of a range that cannot be read. */
    static final int NONE = -1;

    private final PruningRequests requests;
    private final ScanSources sources;
    /** By handle: the bytes if they are cached; absent if they are requested. */
    private final List<@Nullable Slice> cached = new ArrayList<>();
    /** By handle: the index among the requested ranges. */
    private final List<Integer> requested = new ArrayList<>();

    private final List<FileRange> missing = new ArrayList<>();
    /** Absent before {@link #request}, and if nothing must be requested. */
    private PruningRequests.@Nullable Part part;

    /**
     * Creates reads without ranges.
     *
     * @param requests takes the ranges that are requested
     */
    PruningReads(ScanContext context, PruningRequests requests) {
        this.requests = requests;
        this.sources = context.sources();
    }

    /**
     * Adds a range.
     *
     * @param externalFile the external file with the range; absent for the scanned file
     * @param range the range; absent if there is nothing to read
     * @return the handle for {@link #get}; {@link #NONE} if the range is absent or not in its file
     */
    int add(@Nullable String externalFile, @Nullable ByteRange range) throws IOException {
        if (range == null
                || (externalFile != null
                        && range.end() > sources.of(externalFile).dataEnd())) {
            return NONE;
        }
        Slice slice = sources.cached(externalFile, range);
        cached.add(slice);
        requested.add(missing.size());
        if (slice == null) {
            missing.add(new FileRange(externalFile, range));
        }
        return cached.size() - 1;
    }

    /** Whether all added ranges are cached. */
    boolean isCached() {
        return missing.isEmpty();
    }

    /** Requests the ranges that are not cached. */
    void request(ReadPurpose purpose) throws IOException {
        if (!missing.isEmpty()) {
            part = requests.add(purpose, missing);
        }
    }

    /** Returns the bytes of a range, waiting for them if necessary; null for {@link #NONE}. */
    @Nullable
    Slice get(int handle) throws IOException {
        if (handle == NONE) {
            return null;
        }
        Slice slice = cached.get(handle);
        return slice != null ? slice : Objects.requireNonNull(part).get(requested.get(handle));
    }

    /**
     * Returns the plaintext of a module, decrypting it if its column is encrypted; null for {@link #NONE}.
     *
     * @throws io.pq2.exception.TamperedFileException if the module is not authentic
     */
    @Nullable
    Slice get(int handle, ModuleType type, int rowGroup, Column column) throws IOException {
        Slice bytes = get(handle);
        ChunkDecryptor decryptor = bytes == null ? null : decryptor(rowGroup, column);
        if (bytes == null || decryptor == null) {
            return bytes;
        }
        byte[] plain = decryptor.open(type, bytes.bytes(), bytes.start(), bytes.end(), -1, bytes.fileOffset());
        return new Slice(bytes.file(), bytes.fileOffset(), plain, 0, plain.length);
    }

    /** Returns the decryptor of a column chunk; null if it is not encrypted. */
    @Nullable
    ChunkDecryptor decryptor(int rowGroup, Column column) {
        return sources.decryptor(rowGroup, column);
    }

    /** Whether no request is pending. */
    boolean isDone() {
        return part == null || part.isDone();
    }

    /** Waits for the requested bytes. */
    void await() throws IOException {
        if (part != null) {
            part.await();
        }
    }
}
