package io.pq2.io;

import io.pq2.exception.UnsupportedFeatureException;
import java.io.IOException;

/**
 * A file to read.
 *
 * <p>Implementations are thread-safe. Creating one does not access the file. The file can be opened several times.
 */
public interface InputFile {

    /** Returns the path or URI of the file for messages. It need not be openable. */
    String location();

    /**
     * Returns the length of the file in bytes.
     *
     * @throws java.io.FileNotFoundException or {@link java.nio.file.NoSuchFileException} if the file does not exist
     * @throws IOException if the file system cannot tell
     */
    long length() throws IOException;

    /**
     * Opens the file. The caller closes the source.
     *
     * @throws java.io.FileNotFoundException or {@link java.nio.file.NoSuchFileException} if the file does not exist
     * @throws IOException if the file system cannot open it
     */
    RangeSource open() throws IOException;

    /**
     * Returns a file in or below the directory of this file. Readers use it for external files: column chunks that
     * are in another file than the footer ({@code ColumnChunk.file_path} of parquet.thrift).
     *
     * @param relativePath names joined by {@code /}, none of them {@code .} or {@code ..}; readers pass only paths
     *     that stay in the directory, also when they are percent-decoded
     * @throws io.pq2.exception.CorruptFileException if the path leads out of the directory
     * @throws UnsupportedFeatureException if this kind of file has no directory; the default implementation always
     *     throws it
     */
    default InputFile externalFile(String relativePath) {
        throw new UnsupportedFeatureException("the data is in the external file " + relativePath + ", which "
                + getClass().getSimpleName() + " cannot locate");
    }
}
