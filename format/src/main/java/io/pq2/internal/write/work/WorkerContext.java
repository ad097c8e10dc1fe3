package io.pq2.internal.write.work;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.page.PageWriter;
import io.pq2.internal.write.options.Compression;
import java.util.HashMap;
import java.util.Map;

/**
 * The buffers and codec contexts of one encoding thread. The columns that the thread encodes use them one after
 * another.
 */
public final class WorkerContext implements AutoCloseable {

    private final boolean checksums;
    private final Map<Compression, PageWriter> pageWriters = new HashMap<>();
    private final EncodingBuffers buffers = new EncodingBuffers();
    private final EncodedBytes dictionaryBytes = new EncodedBytes(64);

    /**
     * Creates a context.
     *
     * @param checksums whether page headers carry a CRC-32
     */
    WorkerContext(boolean checksums) {
        this.checksums = checksums;
    }

    /**
     * Returns the page writer for a compression.
     *
     * @throws io.pq2.exception.InvalidDataException if the codec does not have the level
     * @throws io.pq2.exception.UnsupportedFeatureException if this version cannot write the codec
     */
    public PageWriter pageWriter(Compression compression) {
        return pageWriters.computeIfAbsent(compression, key -> new PageWriter(key.codec(), key.level(), checksums));
    }

    /** Returns the buffers. */
    public EncodingBuffers buffers() {
        return buffers;
    }

    /** Returns the buffer for the entries of a dictionary page. */
    public EncodedBytes dictionaryBytes() {
        return dictionaryBytes;
    }

    /** Returns the memory that is kept for the next column, in bytes. */
    long memoryBytes() {
        long bytes = buffers.memoryBytes() + dictionaryBytes.array().length;
        for (PageWriter pageWriter : pageWriters.values()) {
            bytes += pageWriter.memoryBytes();
        }
        return bytes;
    }

    /** Frees the memory that is kept for the next column. */
    void releaseMemory() {
        pageWriters.values().forEach(PageWriter::releaseMemory);
        buffers.release();
        dictionaryBytes.release();
    }

    @Override
    public void close() {
        pageWriters.values().forEach(PageWriter::close);
    }
}
