package io.pq2.bench.decode;

import io.pq2.hadoop.options.HadoopReadOptions;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ByteBufferReadable;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.Seekable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** A read-only Hadoop file system of byte arrays, for readers that open only Hadoop paths. */
public final class MemoryFileSystem extends FileSystem {

    static final String SCHEME = "memory";

    private static final URI ROOT = URI.create(SCHEME + ":///");
    private static final Map<String, byte[]> FILES = new ConcurrentHashMap<>();

    /** Makes a file visible to all readers of this process. */
    static Path put(String name, byte[] bytes) {
        FILES.put("/" + name, bytes);
        return new Path(ROOT.getScheme(), "", "/" + name);
    }

    static void remove(Path path) {
        FILES.remove(path.toUri().getPath());
    }

    /** Registers this file system. */
    public static void register(Configuration configuration) {
        configuration.set("fs." + SCHEME + ".impl", MemoryFileSystem.class.getName());
        // Reading an array in parts would only copy it.
        configuration.setInt(HadoopReadOptions.REQUEST_BYTES, Integer.MAX_VALUE);
    }

    @Override
    public URI getUri() {
        return ROOT;
    }

    private static byte[] bytes(Path path) throws FileNotFoundException {
        byte[] bytes = FILES.get(path.toUri().getPath());
        if (bytes == null) {
            throw new FileNotFoundException(path.toString());
        }
        return bytes;
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        return new FSDataInputStream(new Bytes(bytes(path)));
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        return status(path, bytes(path));
    }

    private FileStatus status(Path path, byte[] bytes) {
        return new FileStatus(bytes.length, false, 1, bytes.length, 0, makeQualified(path));
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        return new FileStatus[] {getFileStatus(path)};
    }

    @Override
    public Path getWorkingDirectory() {
        return new Path(ROOT);
    }

    @Override
    public void setWorkingDirectory(Path path) {
        throw readOnly();
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress) {
        throw readOnly();
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
        throw readOnly();
    }

    @Override
    public boolean rename(Path from, Path to) {
        throw readOnly();
    }

    @Override
    public boolean delete(Path path, boolean recursive) {
        throw readOnly();
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) {
        throw readOnly();
    }

    private static UnsupportedOperationException readOnly() {
        return new UnsupportedOperationException("the files of the benchmark are read-only");
    }

    /** A byte array as a Hadoop input stream. */
    private static final class Bytes extends ByteArrayInputStream
            implements Seekable, PositionedReadable, ByteBufferReadable {

        Bytes(byte[] bytes) {
            super(bytes);
        }

        @Override
        public synchronized void seek(long position) throws EOFException {
            if (position < 0 || position > count) {
                throw new EOFException("position " + position + " of " + count);
            }
            pos = (int) position;
        }

        @Override
        public synchronized long getPos() {
            return pos;
        }

        @Override
        public boolean seekToNewSource(long target) {
            return false;
        }

        @Override
        public synchronized int read(ByteBuffer target) {
            int length = Math.min(target.remaining(), count - pos);
            if (length == 0 && target.hasRemaining()) {
                return -1;
            }
            target.put(buf, pos, length);
            pos += length;
            return length;
        }

        @Override
        public int read(long position, byte[] target, int offset, int length) {
            if (position >= count) {
                return -1;
            }
            int available = Math.min(length, count - (int) position);
            System.arraycopy(buf, (int) position, target, offset, available);
            return available;
        }

        @Override
        public void readFully(long position, byte[] target, int offset, int length) throws EOFException {
            if (read(position, target, offset, length) < length) {
                throw new EOFException("bytes " + position + " to " + (position + length) + " of " + count);
            }
        }

        @Override
        public void readFully(long position, byte[] target) throws EOFException {
            readFully(position, target, 0, target.length);
        }
    }
}
