package io.pq2.cli.internal.files;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.io.InputFile;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file of a table.
 *
 * @param input the file
 * @param partitions the values of the partition columns in the names of its directories ({@code name=value}), in their
 *     order; the value is null for Hive's default partition
 * @param options how to read the file
 * @param keys the decryption keys; null if there are none
 */
public record TableFile(
        InputFile input,
        Map<String, @Nullable String> partitions,
        ReadOptions options,
        @Nullable FileDecryptionProperties keys) {

    /** Returns the path or URI of the file. */
    public String name() {
        return input.location();
    }

    /** Opens the file. */
    public ParquetFile open() throws IOException {
        return ParquetFile.open(input, options, keys);
    }
}
