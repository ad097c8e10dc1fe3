package io.pq2.io;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A file in memory that counts requests and requested bytes. */
public final class CountingInputFile implements InputFile {

    private final MemoryInputFile file;
    private long bytes;
    private int requests;

    public CountingInputFile(byte[] content) {
        file = new MemoryInputFile("counted", content);
    }

    /** Returns the number of requested bytes. */
    public long bytes() {
        return bytes;
    }

    /** Returns the number of requests. */
    public int requests() {
        return requests;
    }

    /** Resets the counts to 0. */
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
