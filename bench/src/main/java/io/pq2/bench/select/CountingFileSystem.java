package io.pq2.bench.select;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.StreamCapabilities;

/**
 * Hadoop's local file system without checksum files, under a scheme of its own. It counts the bytes that readers
 * request.
 */
public final class CountingFileSystem extends RawLocalFileSystem {

    private static final String SCHEME = "counted";
    private static final URI ROOT = URI.create(SCHEME + ":///");
    private static final LongAdder BYTES = new LongAdder();

    /** Returns the bytes that all readers of this process have received. */
    static long bytesRead() {
        return BYTES.sum();
    }

    /** Registers this file system. */
    static void register(Configuration configuration) {
        configuration.set("fs." + SCHEME + ".impl", CountingFileSystem.class.getName());
    }

    static Path path(java.nio.file.Path local) {
        return new Path(SCHEME, "", local.toAbsolutePath().toString());
    }

    @Override
    public URI getUri() {
        return ROOT;
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        return new FSDataInputStream(new Counted(super.open(path, bufferSize)));
    }

    private static final class Counted extends FSInputStream implements StreamCapabilities {

        private final FSDataInputStream stream;

        Counted(FSDataInputStream stream) {
            this.stream = stream;
        }

        private static int count(int read) {
            if (read > 0) {
                BYTES.add(read);
            }
            return read;
        }

        @Override
        public int read() throws IOException {
            int value = stream.read();
            count(value < 0 ? 0 : 1);
            return value;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return count(stream.read(target, offset, length));
        }

        @Override
        public int read(long position, byte[] target, int offset, int length) throws IOException {
            return count(stream.read(position, target, offset, length));
        }

        @Override
        public void readFully(long position, byte[] target, int offset, int length) throws IOException {
            stream.readFully(position, target, offset, length);
            count(length);
        }

        @Override
        public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate)
                throws IOException {
            stream.readVectored(ranges, allocate);
            ranges.forEach(range -> count(range.getLength()));
        }

        @Override
        public int minSeekForVectorReads() {
            return stream.minSeekForVectorReads();
        }

        @Override
        public int maxReadSizeForVectorReads() {
            return stream.maxReadSizeForVectorReads();
        }

        @Override
        public void seek(long position) throws IOException {
            stream.seek(position);
        }

        @Override
        public long getPos() throws IOException {
            return stream.getPos();
        }

        @Override
        public boolean seekToNewSource(long target) throws IOException {
            return stream.seekToNewSource(target);
        }

        @Override
        public boolean hasCapability(String capability) {
            return stream.hasCapability(capability);
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }
}
