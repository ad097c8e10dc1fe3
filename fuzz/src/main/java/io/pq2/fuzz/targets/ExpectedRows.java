package io.pq2.fuzz.targets;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.fuzz.check.Checks;
import io.pq2.fuzz.check.FileCheck;
import io.pq2.fuzz.check.RowHashes;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** The rows of files that are not changed. Each file is read once. */
final class ExpectedRows {

    private static final int BATCH_SIZE = 1_000;

    /** Does not count the checks of these files. */
    private final FileCheck check = new FileCheck(new Checks());

    private final @Nullable FileDecryptionProperties keys;
    private final IdentityHashMap<byte[], RowHashes> rows = new IdentityHashMap<>();

    ExpectedRows(@Nullable FileDecryptionProperties keys) {
        this.keys = keys;
    }

    /** Returns the rows of a file, which is in the corpus. */
    RowHashes of(byte[] file) {
        return rows.computeIfAbsent(
                file,
                bytes -> check.scan(bytes, keys, FileCheck.OPTIONS, BATCH_SIZE).rows());
    }
}
