package io.pq2.io;

import io.pq2.exception.UnsupportedFeatureException;
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

    /**
     * A file below this one's directory: where the data is if this file is only a summary ({@code ColumnChunk.file_path}).
     *
     * @param relativePath names with {@code /} between them; the reader has checked that they do not lead out of the directory
     * @throws UnsupportedFeatureException unless overridden
     */
    default InputFile sibling(String relativePath) {
        throw new UnsupportedFeatureException("the data lies in another file, " + relativePath + ", and "
                + getClass().getSimpleName() + " cannot tell where that is");
    }
}
