package io.pq2.internal.read.source;

import io.pq2.internal.encryption.ChunkDecryptor;
import io.pq2.internal.encryption.ChunkDecryptors;
import io.pq2.io.ByteRange;
import io.pq2.io.InputFile;
import io.pq2.metadata.ColumnCryptoMetaData;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files that one scan reads: the scanned file and, if that is a summary file, the external files with the data.
 * Each is opened when it is first needed. Used by one thread.
 */
public final class ScanSources {

    private final OpenFile file;
    /** Whether the scanned file may be shorter than its footer says. */
    private final boolean recovers;

    private final Map<String, SourceFile> externalFiles = new HashMap<>();
    private final ChunkDecryptors decryptors = new ChunkDecryptors();

    private @Nullable SourceFile scanned;

    /** Creates the sources of one scan; opens nothing. */
    public ScanSources(OpenFile file) {
        this(file, false);
    }

    /**
     * Creates the sources of one scan; opens nothing.
     *
     * @param recovers whether the scanned file may be shorter than its footer says, which was read before
     */
    public ScanSources(OpenFile file, boolean recovers) {
        this.file = file;
        this.recovers = recovers;
    }

    /**
     * Returns a file, opening it if necessary.
     *
     * @param externalFile the path as {@link ExternalFilePath} resolves it; absent for the scanned file
     */
    public SourceFile of(@Nullable String externalFile) throws IOException {
        if (externalFile == null) {
            if (scanned == null) {
                long dataEnd = recovers ? Math.min(file.dataEnd(), file.input().length()) : file.dataEnd();
                scanned = new SourceFile(file.location(), file.acquire(), dataEnd);
            }
            return scanned;
        }
        SourceFile source = externalFiles.get(externalFile);
        if (source == null) {
            InputFile input = file.input().externalFile(externalFile);
            long length = input.length();
            source = new SourceFile(input.location(), input.open(), length);
            externalFiles.put(externalFile, source);
        }
        return source;
    }

    /**
     * Returns the bytes of a range that was read together with the footer; null if it was not.
     *
     * @param externalFile the path as {@link ExternalFilePath} resolves it; absent for the scanned file
     */
    public @Nullable Slice cached(@Nullable String externalFile, ByteRange range) {
        return externalFile == null ? file.cached(range) : null;
    }

    /** Whether the scanned file is on other machines, so that a request takes long, but several take no longer. */
    public boolean isRemote() throws IOException {
        return of(null).source().requestBytes() < Integer.MAX_VALUE;
    }

    /** Whether the whole scanned file was read together with its footer, so that reading it needs no requests. */
    public boolean isInMemory() {
        return file.isInMemory();
    }

    /**
     * Returns the decryptor of a column chunk; null if the chunk is not encrypted.
     *
     * @throws io.pq2.exception.KeyDeniedException if the caller has no key for it
     */
    public @Nullable ChunkDecryptor decryptor(int rowGroup, Column column) {
        ColumnCryptoMetaData crypto = file.metadata()
                .rowGroups()
                .get(rowGroup)
                .columns()
                .get(column.index())
                .cryptoMetadata();
        if (crypto == null) {
            return null;
        }
        // Planning a scan has checked that a file with encrypted columns has a decryptor.
        return decryptors.of(Objects.requireNonNull(file.decryptor()), rowGroup, column, crypto);
    }

    /** Closes the external files that are not in {@code needed}. */
    public void closeExternalFilesExcept(Set<? extends @Nullable String> needed) throws IOException {
        for (var entries = externalFiles.entrySet().iterator(); entries.hasNext(); ) {
            Map.Entry<String, SourceFile> entry = entries.next();
            if (!needed.contains(entry.getKey())) {
                entries.remove();
                entry.getValue().source().close();
            }
        }
    }

    /**
     * Closes all files.
     *
     * @param idle whether no request is pending, so that the next scan can reuse the source of the scanned file
     */
    public void close(boolean idle) throws IOException {
        SourceFile source = scanned;
        scanned = null;
        try {
            closeExternalFilesExcept(Set.of());
        } finally {
            if (source != null && idle) {
                file.release(source.source());
            } else if (source != null) {
                // Requests that this scan made and did not wait for must not disturb another scan.
                source.source().close();
            }
        }
    }
}
