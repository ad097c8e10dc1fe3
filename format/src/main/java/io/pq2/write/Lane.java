package io.pq2.write;

import io.pq2.encoding.EncodedBytes;
import io.pq2.page.PageFramer;
import java.util.HashMap;
import java.util.Map;

/** What one thread needs for encoding columns: memory and the codecs' contexts. Columns use it in turn. */
final class Lane implements AutoCloseable {

    private final boolean checksums;
    private final Map<Compression, PageFramer> framers = new HashMap<>();
    private final Scratch.Room room = new Scratch.Room();
    private final EncodedBytes dictionaryBytes = new EncodedBytes(64);

    Lane(WriteOptions options) {
        checksums = options.checksums();
    }

    /**
     * What makes pages that are compressed like this.
     *
     * @throws io.pq2.InvalidDataException if the codec has no such level
     * @throws io.pq2.UnsupportedFeatureException if this version cannot write the codec
     */
    PageFramer framer(Compression compression) {
        return framers.computeIfAbsent(
                compression, wanted -> new PageFramer(wanted.codec(), wanted.level(), checksums));
    }

    Scratch.Room room() {
        return room;
    }

    /** Where columns put their dictionaries. */
    EncodedBytes dictionaryBytes() {
        return dictionaryBytes;
    }

    /** How many bytes of memory are kept for the next column. */
    long memoryBytes() {
        long bytes = room.memoryBytes() + dictionaryBytes.array().length;
        for (PageFramer framer : framers.values()) {
            bytes += framer.memoryBytes();
        }
        return bytes;
    }

    /** Frees the memory that is kept for the next column. */
    void releaseMemory() {
        framers.values().forEach(PageFramer::releaseMemory);
        room.release();
        dictionaryBytes.release();
    }

    @Override
    public void close() {
        framers.values().forEach(PageFramer::close);
    }
}
