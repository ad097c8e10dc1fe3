package io.pq2.bench.select;

import io.pq2.io.ByteRange;
import io.pq2.io.InputFile;
import io.pq2.io.RangeSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/**
 * A file that counts the requested bytes, including those of the footer.
 *
 * @param bytes the counter
 */
record CountedFile(InputFile file, LongAdder bytes) implements InputFile {

    @Override
    public String location() {
        return file.location();
    }

    @Override
    public long length() throws IOException {
        return file.length();
    }

    @Override
    public RangeSource open() throws IOException {
        RangeSource source = file.open();
        return new RangeSource() {
            @Override
            public int requestCost() {
                return source.requestCost();
            }

            @Override
            public ByteBuffer read(ByteRange range) throws IOException {
                bytes.add(range.length());
                return source.read(range);
            }

            @Override
            public List<CompletableFuture<ByteBuffer>> readAll(List<ByteRange> ranges) {
                ranges.forEach(range -> bytes.add(range.length()));
                return source.readAll(ranges);
            }

            @Override
            public void close() throws IOException {
                source.close();
            }
        };
    }
}
