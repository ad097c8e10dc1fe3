package io.pq2.io;

import java.io.Closeable;
import java.io.IOException;

/** The bytes of a file on their way out, in order. Used by one thread at a time. */
public interface ByteSink extends Closeable {

    /** How many bytes were written so far: the offset of the next one. */
    long position();

    /** The size of the blocks in which the medium keeps the file and tells where they are, the first one at offset 0; 0 if it has none. */
    default long blockBytes() {
        return 0;
    }

    /** Appends {@code length} bytes of {@code bytes} from {@code offset} on. The array is the caller's again on return. */
    void write(byte[] bytes, int offset, int length) throws IOException;

    /** Completes the file; only then may others see it as whole. Closing twice, or after an abort, does nothing. */
    @Override
    void close() throws IOException;

    /**
     * Gives the file up: what was written is removed where the medium can do that, and is otherwise left without a footer, so
     * that no reader takes it for data. Does nothing after {@link #close}.
     */
    void abort() throws IOException;
}
