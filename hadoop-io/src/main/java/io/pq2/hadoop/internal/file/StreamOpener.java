package io.pq2.hadoop.internal.file;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;

/** Opens a stream of one file; each call returns a new stream, which the caller closes. */
@FunctionalInterface
public interface StreamOpener {

    /** Opens the file at its start. */
    FSDataInputStream open() throws IOException;
}
