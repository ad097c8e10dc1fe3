package io.pq2.internal.read.source;

import io.pq2.internal.encryption.ChunkDecryptor;
import io.pq2.internal.encryption.ChunkDecryptors;
import io.pq2.internal.read.source.RangeFetch.Slice;
import io.pq2.io.ByteRange;
import io.pq2.io.InputFile;
import io.pq2.io.RangeSource;
import io.pq2.metadata.ColumnCryptoMetaData;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What a scan reads from: its file and, if that is only a summary, the files that hold the data. Each is opened when something
 * of it is wanted. Used by one thread.
 */
public final class ScanSources {

    private final ParquetFile file;
    private Source own;
    private final Map<String, Source> siblings = new HashMap<>();
    /** By key: one serves all columns, for one thread reads them. */
    private final ChunkDecryptors decryptors = new ChunkDecryptors();

    /**
     * An open file.
     *
     * @param location what messages call it
     * @param source its bytes
     * @param dataEnd where it can have no more pages, in bytes from its start
     */
    public record Source(String location, RangeSource source, long dataEnd) {}

    public ScanSources(ParquetFile file) {
        this.file = file;
    }

    /**
     * The source for a file.
     *
     * @param sibling as {@link ExternalFilePath} gives it, null for the scanned file
     */
    public Source of(String sibling) throws IOException {
        if (sibling == null) {
            if (own == null) {
                own = new Source(file.input().location(), file.acquire(), file.dataEnd());
            }
            return own;
        }
        Source source = siblings.get(sibling);
        if (source == null) {
            InputFile input = file.input().sibling(sibling);
            long length = input.length();
            source = new Source(input.location(), input.open(), length);
            siblings.put(sibling, source);
        }
        return source;
    }

    /**
     * A range that is at hand without a request, null if it is not.
     *
     * @param sibling as {@link ExternalFilePath} gives it, null for the scanned file
     */
    public Slice held(String sibling, ByteRange range) {
        return sibling == null ? file.held(range) : null;
    }

    /** Whether the whole scanned file was read with its footer, so that nothing is requested. */
    public boolean areInMemory() {
        return file.isInMemory();
    }

    /**
     * What decrypts a column chunk, null if it is not encrypted.
     *
     * @throws io.pq2.exception.KeyDeniedException if there is no key for it
     */
    public ChunkDecryptor decryptor(int rowGroup, Column column) {
        ColumnCryptoMetaData crypto = file.metadata()
                .rowGroups()
                .get(rowGroup)
                .columns()
                .get(column.index())
                .cryptoMetadata();
        if (crypto == null) {
            return null;
        }
        return decryptors.of(file.decryptor(), rowGroup, column, crypto);
    }

    /** Closes the files beside the scanned one that are not among those. */
    public void closeSiblingsBut(Set<String> wanted) throws IOException {
        for (var entries = siblings.entrySet().iterator(); entries.hasNext(); ) {
            Map.Entry<String, Source> entry = entries.next();
            if (!wanted.contains(entry.getKey())) {
                entries.remove();
                entry.getValue().source().close();
            }
        }
    }

    /**
     * Closes everything.
     *
     * @param quiet whether nothing is under way any more, so that the next scan may have the file's source
     */
    public void close(boolean quiet) throws IOException {
        Source held = own;
        own = null;
        try {
            closeSiblingsBut(Set.of());
        } finally {
            if (held != null && quiet) {
                file.release(held.source());
            } else if (held != null) {
                // Another scan must not meet what this one has requested and not waited for.
                held.source().close();
            }
        }
    }
}
