package io.pq2.io;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A file in memory that counts what is requested of it. */
public final class CountingInputFile implements InputFile {

    private final MemoryInputFile file;
    private long bytes;
    private int requests;

    public CountingInputFile(byte[] content) {
        file = new MemoryInputFile("counted", content);
    }

    /** The bytes that were requested. */
    public long bytes() {
        return bytes;
    }

    /** The requests for them. */
    public int requests() {
        return requests;
    }

    /** Counts from 0 again. */
    public void reset() {
        bytes = 0;
        requests = 0;
    }

    @Override
    public String location() {
        return file.location();
    }

    @Override
    public long length() {
        return file.length();
    }

    @Override
    public RangeSource open() {
        RangeSource source = file.open();
        return new RangeSource() {
            @Override
            public ByteBuffer read(ByteRange range) throws IOException {
                bytes += range.length();
                requests++;
                return source.read(range);
            }

            @Override
            public void close() throws IOException {
                source.close();
            }
        };
    }
}
