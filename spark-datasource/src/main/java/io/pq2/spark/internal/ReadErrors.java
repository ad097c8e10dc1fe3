package io.pq2.spark.internal;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.EncryptionException;
import io.pq2.exception.UnsupportedFeatureException;

/**
 * Converts failures while a file is read to the exceptions that Spark gets.
 *
 * <p>If corrupt files are ignored, Spark skips the rest of a file at every {@link RuntimeException} and {@link
 * java.io.IOException}. Only failures that are about the file's bytes, or its storage, may reach it as these. All
 * others become a SparkException, which ends the query: a denied key, a wrong setting, a column of another type, or a
 * defect must not look like a file without rows.
 *
 * @param location the file
 * @param ignoreCorruptFiles whether Spark skips corrupt files
 */
public record ReadErrors(String location, boolean ignoreCorruptFiles) {

    /** Whether a failure is about the bytes of a file, so that the file may be skipped as corrupt. */
    public static boolean isCorruption(Throwable failure) {
        return failure instanceof CorruptFileException || failure instanceof UnsupportedFeatureException;
    }

    /** Returns a failure that Spark gets unchanged. Throws a SparkException (not declared) for any other failure. */
    public RuntimeException raise(RuntimeException failure) {
        boolean unchanged = isCorruption(failure) || !ignoreCorruptFiles && !(failure instanceof EncryptionException);
        return unchanged ? failure : SparkErrors.raise(FileErrors.unreadableFooter(location, failure));
    }

    /** Returns or throws the exception for a failure to open the file; see {@link #raise}. */
    public RuntimeException raiseOnOpen(RuntimeException failure) {
        return isCorruption(failure) && !ignoreCorruptFiles
                ? SparkErrors.raise(FileErrors.unreadableFooter(location, failure))
                : raise(failure);
    }
}
