package io.pq2.write;

import io.pq2.encoding.EncodedBytes;
import io.pq2.page.PageFramer;

/** What one thread needs for encoding columns: memory and a codec's context. Columns use it in turn. */
final class Lane implements AutoCloseable {

    private final PageFramer framer;
    private final Scratch.Room room = new Scratch.Room();
    private final EncodedBytes dictionaryBytes = new EncodedBytes(64);

    /**
     * @throws io.pq2.InvalidDataException if the codec has no such level
     * @throws io.pq2.UnsupportedFeatureException if this version cannot write the codec
     */
    Lane(WriteOptions options) {
        framer = new PageFramer(options.codec(), options.compressionLevel(), options.checksums());
    }

    PageFramer framer() {
        return framer;
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
        return framer.memoryBytes() + room.memoryBytes() + dictionaryBytes.array().length;
    }

    /** Frees the memory that is kept for the next column. */
    void releaseMemory() {
        framer.releaseMemory();
        room.release();
        dictionaryBytes.release();
    }

    @Override
    public void close() {
        framer.close();
    }
}
