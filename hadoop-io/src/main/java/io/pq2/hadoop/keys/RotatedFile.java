package io.pq2.hadoop.keys;

import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The result of a key rotation for one file.
 *
 * @param path the path of the file
 * @param outcome what the rotation did with the file's keys
 * @param bytesWritten the number of bytes written: a new file or new key material; 0 in a dry run
 * @param failure why the rotation failed; absent unless the outcome is {@link Outcome#FAILED}, or if the cause has no
 *     message
 */
public record RotatedFile(
        Path path,
        Outcome outcome,
        long bytesWritten,
        @Nullable String failure) {

    /** What a rotation did with the keys of a file. */
    public enum Outcome {
        /** The keys were wrapped again; in a dry run, they would be. */
        ROTATED,
        /** All keys are under the newest versions of their master keys already. */
        CURRENT,
        /** Nothing in the file is encrypted. */
        NOT_ENCRYPTED,
        /** The keys have no key material, and therefore no master keys. */
        UNMANAGED,
        /** The rotation failed; the file is unchanged. */
        FAILED
    }

    static RotatedFile of(Path path, Outcome outcome) {
        return new RotatedFile(path, outcome, 0, null);
    }

    static RotatedFile failed(Path path, Exception failure) {
        return new RotatedFile(path, Outcome.FAILED, 0, failure.getMessage());
    }
}
