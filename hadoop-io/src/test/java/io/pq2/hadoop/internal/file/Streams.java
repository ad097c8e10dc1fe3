package io.pq2.hadoop.internal.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.StreamCapabilities;

/** Streams whose responses files on a disk do not give. */
final class Streams {

    private Streams() {}

    /** A stream whose bytes equal their offset modulo 256. */
    static class PlainStream extends FSInputStream {

        private long position;

        @Override
        public int read() throws IOException {
            return (int) position++ & 0xFF;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            for (int i = 0; i < length; i++) {
                buffer[offset + i] = (byte) position++;
            }
            return length;
        }

        @Override
        public void seek(long to) {
            position = to;
        }

        @Override
        public long getPos() {
            return position;
        }

        @Override
        public boolean seekToNewSource(long target) {
            return false;
        }
    }

    /** A stream with a given answer to vectored reads. */
    static class ScriptedStream extends PlainStream implements StreamCapabilities {

        private final boolean reportsCapability;
        private final Function<FileRange, CompletableFuture<ByteBuffer>> answer;

        ScriptedStream(boolean reportsCapability, Function<FileRange, CompletableFuture<ByteBuffer>> answer) {
            this.reportsCapability = reportsCapability;
            this.answer = answer;
        }

        @Override
        public boolean hasCapability(String capability) {
            return reportsCapability && capability.equals(VECTOREDIO);
        }

        @Override
        public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate) {
            ranges.forEach(range -> range.setData(answer.apply(range)));
        }
    }

    /** A stream whose reads throw a given exception. */
    static final class FailingStream extends PlainStream {

        private final IOException failure;

        FailingStream(IOException failure) {
            this.failure = failure;
        }

        @Override
        public int read() throws IOException {
            throw failure;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            throw failure;
        }
    }

    static ByteBuffer filled(ByteBuffer buffer, FileRange range) {
        for (int i = 0; i < range.getLength(); i++) {
            buffer.put((byte) (range.getOffset() + i));
        }
        return buffer.flip();
    }
}
