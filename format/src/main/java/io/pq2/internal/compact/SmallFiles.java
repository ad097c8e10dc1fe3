package io.pq2.internal.compact;

import io.pq2.compact.TableFileSystem;
import io.pq2.compact.TableFileSystem.Entry;
import io.pq2.io.ByteRange;
import io.pq2.io.ByteSink;
import io.pq2.io.RangeSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads and writes small files of text. */
final class SmallFiles {

    private static final int MAX_BYTES = 64 << 20;

    private SmallFiles() {}

    static void write(TableFileSystem files, String path, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteSink sink = files.output(path).create();
        boolean complete = false;
        try {
            sink.write(bytes, 0, bytes.length);
            sink.close();
            complete = true;
        } finally {
            if (!complete) {
                sink.abort();
            }
        }
    }

    static String read(TableFileSystem files, Entry file) throws IOException {
        if (file.length() > MAX_BYTES) {
            throw new IOException(file.path() + " has " + file.length() + " bytes; it is no journal of a compaction");
        }
        if (file.length() == 0) {
            return "";
        }
        try (RangeSource source = files.input(file).open()) {
            ByteBuffer bytes = source.read(new ByteRange(0, (int) file.length()));
            return StandardCharsets.UTF_8.decode(bytes).toString();
        }
    }
}
