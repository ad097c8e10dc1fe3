package io.pq2.internal.rewrite;

import io.pq2.io.ByteSink;
import io.pq2.io.InputFile;
import io.pq2.io.LocalInputFile;
import io.pq2.io.OutputFile;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A new file whose bytes are also written to a temporary local file. The bytes can be read before the new file becomes
 * visible, which file systems do not offer. Only the owner can read the temporary file; {@link #close} deletes it.
 */
public final class SpooledCopy implements OutputFile, Closeable {

    private final OutputFile file;
    private final Path spool;
    private final OutputStream bytes;

    /**
     * Creates the temporary file.
     *
     * @param file the new file
     */
    public SpooledCopy(OutputFile file) throws IOException {
        this.file = file;
        this.spool = Files.createTempFile("pq2-verify", ".parquet");
        this.bytes = new BufferedOutputStream(Files.newOutputStream(spool), 1 << 16);
    }

    @Override
    public String location() {
        return file.location();
    }

    @Override
    public ByteSink create() throws IOException {
        return new Spool(file.create());
    }

    /** Returns the bytes that were written so far. */
    public InputFile written() throws IOException {
        bytes.flush();
        return new LocalInputFile(spool);
    }

    @Override
    public void close() throws IOException {
        try {
            bytes.close();
        } finally {
            Files.deleteIfExists(spool);
        }
    }

    private final class Spool implements ByteSink {

        private final ByteSink sink;

        Spool(ByteSink sink) {
            this.sink = sink;
        }

        @Override
        public long position() {
            return sink.position();
        }

        @Override
        public long blockBytes() {
            return sink.blockBytes();
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            sink.write(source, offset, length);
            bytes.write(source, offset, length);
        }

        @Override
        public void close() throws IOException {
            sink.close();
        }

        @Override
        public void abort() throws IOException {
            sink.abort();
        }
    }
}
