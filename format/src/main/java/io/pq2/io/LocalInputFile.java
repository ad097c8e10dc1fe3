package io.pq2.io;

import io.pq2.exception.CorruptFileException;
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

    /** @param path where the file is; need not exist yet */
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

    @Override
    public LocalInputFile sibling(String relativePath) {
        try {
            return new LocalInputFile(path.resolveSibling(relativePath));
        } catch (InvalidPathException e) {
            throw new CorruptFileException("ColumnChunk.file_path: " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return location();
    }

    private static final class Source implements RangeSource {

        /**
         * The JDK copies what it reads into a heap buffer through a direct buffer of the same size, which it keeps for the
         * thread; reading in steps keeps that one small.
         */
        private static final int STEP = 1 << 20;

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
                buffer.limit(Math.min(range.length(), done + STEP)).position(done);
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
                    + ", which has " + channel.size());
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
