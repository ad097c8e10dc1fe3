package io.pq2.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * A file of the local file system. It is written under a temporary, hidden name in the same directory and renamed
 * when it is complete, so incomplete files are not visible under its name.
 */
public final class LocalOutputFile implements OutputFile {

    private final Path path;
    private final boolean overwrite;

    private LocalOutputFile(Path path, boolean overwrite) {
        this.path = path;
        this.overwrite = overwrite;
    }

    /**
     * Returns a file that must not exist yet. Its directory must exist.
     *
     * @param path path of the file
     */
    public static LocalOutputFile of(Path path) {
        return new LocalOutputFile(path, false);
    }

    /**
     * Returns a file that replaces an existing file of the same path when it is complete.
     *
     * @param path path of the file
     */
    public static LocalOutputFile overwriting(Path path) {
        return new LocalOutputFile(path, true);
    }

    @Override
    public String location() {
        return path.toString();
    }

    @Override
    public ByteSink create() throws IOException {
        if (!overwrite && Files.exists(path)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        Path temporary = path.resolveSibling("." + path.getFileName() + "." + UUID.randomUUID() + ".tmp");
        OutputStream stream = Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new Sink(temporary, stream);
    }

    private final class Sink implements ByteSink {

        private final Path temporary;
        private final OutputStream stream;
        private long position;
        private boolean ended;

        Sink(Path temporary, OutputStream stream) {
            this.temporary = temporary;
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
            if (ended) {
                return;
            }
            ended = true;
            boolean moved = false;
            try {
                stream.close();
                if (overwrite) {
                    Files.move(temporary, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
                } else {
                    Files.move(temporary, path);
                }
                moved = true;
            } finally {
                if (!moved) {
                    Files.deleteIfExists(temporary);
                }
            }
        }

        @Override
        public void abort() throws IOException {
            if (ended) {
                return;
            }
            ended = true;
            try {
                stream.close();
            } finally {
                Files.deleteIfExists(temporary);
            }
        }
    }
}
