package io.pq2.bench.decode;

import io.pq2.encryption.FileDecryptionProperties;
import org.apache.parquet.ParquetReadOptions;
import org.jspecify.annotations.Nullable;

/**
 * The decryption keys of a file.
 *
 * @param ours the keys for pq2; absent for a file without encryption
 * @param theirs the keys for parquet-java; absent for a file without encryption
 */
public record FileKeys(
        @Nullable FileDecryptionProperties ours, org.apache.parquet.crypto.@Nullable FileDecryptionProperties theirs) {

    /** The keys of a file without encryption. */
    public static final FileKeys NONE = new FileKeys(null, null);

    /** Returns the read options of parquet-java. */
    ParquetReadOptions parquetJavaOptions() {
        return ParquetReadOptions.builder().withDecryption(theirs).build();
    }
}
