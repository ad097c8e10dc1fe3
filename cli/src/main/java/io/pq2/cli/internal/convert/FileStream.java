package io.pq2.cli.internal.convert;

import io.pq2.io.ByteRange;
import io.pq2.io.InputFile;
import io.pq2.io.RangeSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;

/** The bytes of a file in order. */
public final class FileStream extends InputStream {

    private static final int BUFFER_BYTES = 1 << 20;

    private final RangeSource source;
    private final long length;
    private long next;
    private ByteBuffer buffer = ByteBuffer.allocate(0);

    /** Opens a file. */
    public FileStream(InputFile file) throws IOException {
        this.length = file.length();
        this.source = file.open();
    }

    /** Returns the number of bytes that are left. */
    public long remaining() {
        return length - next + buffer.remaining();
    }

    private boolean fill() throws IOException {
        if (!buffer.hasRemaining() && next < length) {
            int bytes = (int) Math.min(BUFFER_BYTES, length - next);
            buffer = source.read(new ByteRange(next, bytes));
            next += bytes;
        }
        return buffer.hasRemaining();
    }

    @Override
    public int read() throws IOException {
        return fill() ? buffer.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, bytes.length);
        if (count == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int read = Math.min(count, buffer.remaining());
        buffer.get(bytes, offset, read);
        return read;
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
