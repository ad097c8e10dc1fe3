package io.pq2.internal.write.work;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.page.PageWriter;
import io.pq2.internal.write.options.Compression;
import io.pq2.write.WriteOptions;
import java.util.HashMap;
import java.util.Map;

/** What one thread needs for encoding columns: memory and the codecs' contexts. Columns use it in task. */
public final class WorkerContext implements AutoCloseable {

    private final boolean checksums;
    private final Map<Compression, PageWriter> pageWriters = new HashMap<>();
    private final EncodingBuffers.Room room = new EncodingBuffers.Room();
    private final EncodedBytes dictionaryBytes = new EncodedBytes(64);

    WorkerContext(WriteOptions options) {
        checksums = options.checksums();
    }

    /**
     * What makes pages that are compressed like this.
     *
     * @throws io.pq2.exception.InvalidDataException if the codec has no such level
     * @throws io.pq2.exception.UnsupportedFeatureException if this version cannot write the codec
     */
    public PageWriter pageWriter(Compression compression) {
        return pageWriters.computeIfAbsent(
                compression, wanted -> new PageWriter(wanted.codec(), wanted.level(), checksums));
    }

    public EncodingBuffers.Room room() {
        return room;
    }

    /** Where columns put their dictionaries. */
    public EncodedBytes dictionaryBytes() {
        return dictionaryBytes;
    }

    /** How many bytes of memory are kept for the next column. */
    long memoryBytes() {
        long bytes = room.memoryBytes() + dictionaryBytes.array().length;
        for (PageWriter pageWriter : pageWriters.values()) {
            bytes += pageWriter.memoryBytes();
        }
        return bytes;
    }

    /** Frees the memory that is kept for the next column. */
    void releaseMemory() {
        pageWriters.values().forEach(PageWriter::releaseMemory);
        room.release();
        dictionaryBytes.release();
    }

    @Override
    public void close() {
        pageWriters.values().forEach(PageWriter::close);
    }
}
