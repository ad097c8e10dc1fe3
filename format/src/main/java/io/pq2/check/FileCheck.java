package io.pq2.check;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.internal.check.WholeFileCheck;
import io.pq2.io.InputFile;
import io.pq2.read.ReadOptions;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks everything that a file says about itself: structure, offsets, sizes, checksums, levels, text, statistics, page
 * indexes, bloom filters and sorting. Decodes every page twice: once alone, and once together with the other columns.
 * Memory is limited as for reading, see {@link ReadOptions#maxDecodingBytes()}.
 */
public final class FileCheck {

    private FileCheck() {}

    /**
     * Checks a file that is not encrypted, with the default options.
     *
     * @return what was found, in the order of the file; empty if nothing is wrong
     * @throws IOException if the file does not exist or reading fails
     */
    public static List<Finding> run(InputFile file) throws IOException {
        return run(file, ReadOptions.DEFAULT, null, finding -> {});
    }

    /**
     * Checks a file.
     *
     * @param options how to read the file. Checksums are verified in any case
     * @param keys the decryption keys; null if there are none. Columns without key are not checked, and a finding says
     *     so
     * @param listener receives each finding as soon as it is made, in the calling thread
     * @return what was found; empty if nothing is wrong
     * @throws IOException if the file does not exist or reading fails
     */
    public static List<Finding> run(
            InputFile file, ReadOptions options, @Nullable FileDecryptionProperties keys, Consumer<Finding> listener)
            throws IOException {
        return new WholeFileCheck(file, options, keys, listener).run();
    }
}
