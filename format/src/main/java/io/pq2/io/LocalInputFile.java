package io.pq2.io;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.exception.DisplayText;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/** A file of the local file system. */
public final class LocalInputFile implements InputFile {

    private final Path path;

    /**
     * Creates a file without accessing it.
     *
     * @param path path of the file
     */
    public LocalInputFile(Path path) {
        this.path = Objects.requireNonNull(path, "path");
    }

    @Override
    public String location() {
        return path.toString();
    }

    @Override
    public long length() throws IOException {
        return Files.size(path);
    }

    @Override
    public RangeSource open() throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            return new Source(location(), channel, channel.size());
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws CorruptFileException if the path is no path of this file system, or leads out of the directory
     */
    @Override
    public LocalInputFile externalFile(String relativePath) {
        Path external;
        try {
            external = path.resolveSibling(relativePath);
        } catch (InvalidPathException e) {
            throw new CorruptFileException("ColumnChunk.file_path: " + e.getMessage(), e);
        }
        Path directory = path.toAbsolutePath().normalize().getParent();
        Path absolute = external.toAbsolutePath().normalize();
        if (directory == null || absolute.equals(directory) || !absolute.startsWith(directory)) {
            throw new CorruptFileException("ColumnChunk.file_path: \"" + DisplayText.name(relativePath)
                    + "\" is not in the directory of " + location());
        }
        return new LocalInputFile(external);
    }

    @Override
    public String toString() {
        return location();
    }

    private static final class Source implements RangeSource {

        /**
         * Bytes per system call. To read into a heap buffer, the JDK uses a direct buffer of the same size, which it
         * keeps per thread. Small steps keep that buffer small.
         */
        private static final int BYTES_PER_READ = 1 << 20;

        private final String location;
        private final FileChannel channel;
        private final long length;

        Source(String location, FileChannel channel, long length) {
            this.location = location;
            this.channel = channel;
            this.length = length;
        }

        @Override
        public int requestCost() {
            return LOCAL_REQUEST_COST;
        }

        @Override
        public ByteBuffer read(ByteRange range) throws IOException {
            if (range.end() > length) {
                throw endOfFile(range);
            }
            ByteBuffer buffer = RangeSource.allocate(range.length());
            int done = 0;
            while (done < range.length()) {
                buffer.limit(Math.min(range.length(), done + BYTES_PER_READ)).position(done);
                int count = channel.read(buffer, range.offset() + done);
                if (count < 0) {
                    throw endOfFile(range);
                }
                done += count;
            }
            return buffer.limit(range.length()).position(0);
        }

        private EOFException endOfFile(ByteRange range) throws IOException {
            return new EOFException("bytes " + range.offset() + " to " + range.end() + " of " + location
                    + ", which has " + channel.size() + " bytes");
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
