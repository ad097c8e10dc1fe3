package io.pq2.io;

import java.io.IOException;

/** A file that can be read; opening it is cheap to postpone and may be done many times and from many threads. */
public interface InputFile {

    /** The name by which people know this file (a path or URI), for messages; it need not be one that can be opened. */
    String location();

    /**
     * The file's length in bytes.
     *
     * @throws java.io.FileNotFoundException or {@link java.nio.file.NoSuchFileException} if there is no such file
     */
    long length() throws IOException;

    /**
     * Opens the file. The caller closes the source.
     *
     * @throws java.io.FileNotFoundException or {@link java.nio.file.NoSuchFileException} if there is no such file
     */
    RangeSource open() throws IOException;
}
