package io.pq2.io;

import java.io.IOException;

/** A file that can be written, once, from its start to its end. */
public interface OutputFile {

    /** The name by which people know this file (a path or URI), for messages. */
    String location();

    /**
     * Creates the file. The caller closes or aborts the sink.
     *
     * @throws java.nio.file.FileAlreadyExistsException or the file system's own kind of it if the file is there already
     */
    ByteSink create() throws IOException;
}
