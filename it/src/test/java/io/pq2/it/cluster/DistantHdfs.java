package io.pq2.it.cluster;

import io.pq2.it.store.StoreRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * HDFS whose datanodes are far away: each read that does not continue the previous one of its stream takes longer.
 * Records these reads. All instances of a JVM share the delay and the record.
 */
public final class DistantHdfs extends DistributedFileSystem {

    private static final ConcurrentLinkedQueue<StoreRequest> READS = new ConcurrentLinkedQueue<>();

    private static volatile long delayMillis;

    /** Sets the time that each read takes longer. */
    static void setDelay(long millis) {
        delayMillis = millis;
    }

    /** Returns the reads since the last call. */
    static List<StoreRequest> takeReads() {
        List<StoreRequest> taken = new ArrayList<>();
        for (StoreRequest read = READS.poll(); read != null; read = READS.poll()) {
            taken.add(read);
        }
        return taken;
    }

    @Override
    public FSDataInputStream open(Path file, int bufferSize) throws IOException {
        return new FSDataInputStream(new DistantStream(super.open(file, bufferSize), file));
    }

    /** Reads some bytes. */
    @FunctionalInterface
    private interface Read {
        int bytes() throws IOException;
    }

    private static final class DistantStream extends FSInputStream {

        private final FSDataInputStream stream;
        private final Path file;
        /** Where a sequential read continues the previous one; -1 before the first. */
        private long next = -1;

        DistantStream(FSDataInputStream stream, Path file) {
            this.stream = stream;
            this.file = file;
        }

        @Override
        public int read(long position, byte[] buffer, int offset, int length) throws IOException {
            return recorded(position, length, () -> stream.read(position, buffer, offset, length));
        }

        @Override
        public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
            recorded(position, length, () -> {
                stream.readFully(position, buffer, offset, length);
                return length;
            });
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            long position = stream.getPos();
            int read = position == next
                    ? stream.read(buffer, offset, length)
                    : recorded(position, length, () -> stream.read(buffer, offset, length));
            next = stream.getPos();
            return read;
        }

        private int recorded(long position, int length, Read read) throws IOException {
            long start = System.nanoTime();
            try {
                TimeUnit.MILLISECONDS.sleep(delayMillis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
            int bytes = read.bytes();
            String range = "bytes=" + position + "-" + (position + length - 1);
            READS.add(new StoreRequest("GET", file.toString(), range, start, System.nanoTime(), bytes));
            return bytes;
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
        public boolean seekToNewSource(long position) throws IOException {
            return stream.seekToNewSource(position);
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }
}
