package io.pq2.cli.internal.command;

import io.pq2.io.ByteSink;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Writes to a sink, and keeps the failure that a {@link java.io.PrintWriter} around it hides. */
final class SinkStream extends OutputStream {

    private final ByteSink sink;
    private @Nullable IOException failure;

    SinkStream(ByteSink sink) {
        this.sink = sink;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            sink.write(bytes, offset, length);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    /** Throws the failure of an earlier write, if there was one. */
    void check() throws IOException {
        if (failure != null) {
            throw new IOException(String.valueOf(failure.getMessage()), failure);
        }
    }
}
