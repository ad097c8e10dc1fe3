package io.pq2.bench.decode;

import io.pq2.encryption.FileDecryptionProperties;
import org.apache.parquet.ParquetReadOptions;

/**
 * What a file is decrypted with.
 *
 * @param ours for pq2, null for a file that is not encrypted
 * @param theirs for parquet-java, null likewise
 */
public record FileKeys(FileDecryptionProperties ours, org.apache.parquet.crypto.FileDecryptionProperties theirs) {

    /** Those of a file that is not encrypted. */
    public static final FileKeys NONE = new FileKeys(null, null);

    /** How parquet-java reads it. */
    ParquetReadOptions parquetJavaOptions() {
        return ParquetReadOptions.builder().withDecryption(theirs).build();
    }
}
