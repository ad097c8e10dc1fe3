package io.pq2.hadoop.keys;

import org.apache.hadoop.fs.Path;

/**
 * What became of a file when master keys were rotated.
 *
 * @param path the file
 * @param outcome whether its keys are under the newest versions now
 * @param bytesWritten how many bytes were written for it: a new file, or new key material; 0 in a dry run
 * @param failure why its keys are as before, null if they are not or need not
 */
public record RotatedFile(Path path, Outcome outcome, long bytesWritten, String failure) {

    /** What was done. */
    public enum Outcome {
        /** Keys were wrapped anew; in a dry run, they would be. */
        ROTATED,
        /** All keys are under the newest versions already. */
        CURRENT,
        /** Nothing in it is encrypted. */
        NOT_ENCRYPTED,
        /** Its keys have no key material, and so no master keys. */
        UNMANAGED,
        /** It is as it was. */
        FAILED
    }

    static RotatedFile of(Path path, Outcome outcome) {
        return new RotatedFile(path, outcome, 0, null);
    }

    static RotatedFile failed(Path path, Exception failure) {
        return new RotatedFile(path, Outcome.FAILED, 0, failure.getMessage());
    }
}
