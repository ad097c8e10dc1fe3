package io.pq2.internal.write.variant;

import io.pq2.io.ByteSink;
import io.pq2.io.OutputFile;

/**
 * A file that was created before its schema was known.
 *
 * @param location the path or URI of the file
 * @param sink receives the bytes of the file
 */
record CreatedFile(String location, ByteSink sink) implements OutputFile {

    @Override
    public ByteSink create() {
        return sink;
    }
}
