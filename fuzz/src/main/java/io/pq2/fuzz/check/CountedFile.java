package io.pq2.fuzz.check;

import io.pq2.io.ByteRange;
import io.pq2.io.InputFile;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.RangeSource;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A file in memory that counts its open sources. */
final class CountedFile implements InputFile {

    private final MemoryInputFile file;
    private int open;

    CountedFile(byte[] bytes) {
        file = new MemoryInputFile("fuzz", bytes);
    }

    /** Returns the number of sources that were opened and not closed. */
    int openSources() {
        return open;
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
        open++;
        return new RangeSource() {
            private boolean closed;

            @Override
            public ByteBuffer read(ByteRange range) throws IOException {
                return source.read(range);
            }

            @Override
            public int requestCost() {
                return LOCAL_REQUEST_COST;
            }

            @Override
            public void close() throws IOException {
                if (!closed) {
                    closed = true;
                    open--;
                    source.close();
                }
            }
        };
    }
}
