package io.pq2.check;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.InvalidDataException;
import io.pq2.internal.check.FileFilterCheck;
import io.pq2.io.InputFile;
import io.pq2.read.ReadOptions;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Tests whether filters find all rows of a file that match, and no others. A file whose statistics, page indexes or
 * bloom filters are wrong has rows that filters do not find.
 *
 * <p>Each column chunk is read in full, without any pruning. Then questions are asked about some of its values, with
 * pruning, and each answer is compared with that of all values: comparisons, IN, tests for null and NaN, prefixes,
 * suffixes and substrings, conditions on any value of a column below a list or map, and the aggregates COUNT, MIN and
 * MAX. The first rows of some pages are read alone, as they are when a filter on another column selects them. {@link
 * FileCheck} compares what the file says itself; this check finds what a reader makes of it.
 *
 * <p>Memory is limited as for reading, see {@link ReadOptions#maxDecodingBytes()}, plus at most 64 MiB and the chosen
 * values of one chunk.
 */
public final class FilterCheck {

    /** The default number of random values of each column chunk. */
    public static final int DEFAULT_VALUES = 4;

    private FilterCheck() {}

    /**
     * Tests a file that is not encrypted, with the default options.
     *
     * @param seed determines which values are chosen
     * @throws io.pq2.exception.CorruptFileException if the footer cannot be read
     * @throws IOException if the file does not exist or reading fails
     */
    public static FilterCheckResult run(InputFile file, long seed) throws IOException {
        return run(file, ReadOptions.DEFAULT, null, seed, DEFAULT_VALUES);
    }

    /**
     * Tests a file.
     *
     * @param options how to read the file. All pruning steps are used, even if the options turn them off; {@link
     *     ReadOptions#statisticsTrust()} decides what they believe
     * @param keys the decryption keys; null if there are none. Columns without key are not tested
     * @param seed determines which values are chosen. The choice in a column chunk does not depend on other chunks
     * @param values the number of random values of each column chunk, in addition to the min and the max
     * @throws InvalidDataException if {@code values} is negative
     * @throws io.pq2.exception.CorruptFileException if the footer cannot be read
     * @throws io.pq2.exception.EncryptionException if there is no key for the footer, or it is not authentic
     * @throws IOException if the file does not exist or reading fails
     */
    public static FilterCheckResult run(
            InputFile file, ReadOptions options, @Nullable FileDecryptionProperties keys, long seed, int values)
            throws IOException {
        if (values < 0) {
            throw new InvalidDataException(values + " values of each column chunk; the number must not be negative");
        }
        try (FileFilterCheck check = new FileFilterCheck(file, options, keys, seed, values)) {
            return check.run();
        }
    }
}
