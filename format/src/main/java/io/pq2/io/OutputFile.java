package io.pq2.io;

import java.io.IOException;

/** A file to write, once, from its first to its last byte. */
public interface OutputFile {

    /** Returns the path or URI of the file for messages. */
    String location();

    /**
     * Creates the file. The caller closes or aborts the sink.
     *
     * @throws java.nio.file.FileAlreadyExistsException or a similar exception of the file system if the file exists
     *     and must not be replaced
     * @throws IOException if the file system cannot create the file
     */
    ByteSink create() throws IOException;
}
