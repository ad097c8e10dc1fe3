package io.pq2.internal.compact;

import io.pq2.io.ByteSink;
import io.pq2.io.OutputFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A new local file that has its name from the start, and that only its owner can read. */
public final class LocalDataFile implements OutputFile {

    private final Path path;

    /** Creates nothing yet. */
    public LocalDataFile(Path path) {
        this.path = path;
    }

    /** Creates the missing directories above a file. */
    public static void createDirectories(Path file) throws IOException {
        Path directory = file.getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
    }

    /** Makes the names in the directory of a file durable, where the operating system can. */
    public static void forceDirectory(Path file) throws IOException {
        Path directory = file.getParent();
        if (directory == null || !isPosix(directory)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    @Override
    public String location() {
        return path.toString();
    }

    @Override
    public ByteSink create() throws IOException {
        createDirectories(path);
        FileAttribute<?>[] attributes = isPosix(path)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
        return new Sink(Channels.newOutputStream(Files.newByteChannel(
                path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes)));
    }

    private final class Sink implements ByteSink {

        private final OutputStream stream;
        private long position;
        private boolean ended;

        Sink(OutputStream stream) {
            this.stream = stream;
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            stream.write(bytes, offset, length);
            position += length;
        }

        @Override
        public void close() throws IOException {
            if (!ended) {
                ended = true;
                stream.close();
            }
        }

        @Override
        public void abort() throws IOException {
            if (!ended) {
                ended = true;
                try {
                    stream.close();
                } finally {
                    Files.deleteIfExists(path);
                }
            }
        }
    }
}
