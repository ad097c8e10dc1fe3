package io.pq2.hadoop.internal.file;

import io.pq2.io.ByteRange;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.file.AccessDeniedException;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.security.AccessControlException;

/** Classifies failures of a file system and writes their messages. */
final class StorageErrors {

    private StorageErrors() {}

    /**
     * Whether a retry may succeed. It may not if the file is missing, exists already or is not accessible, or if the
     * thread is interrupted.
     */
    static boolean isTransient(IOException failure) {
        boolean interrupted = failure instanceof InterruptedIOException && !(failure instanceof SocketTimeoutException);
        return !(interrupted
                || failure instanceof FileNotFoundException
                || failure instanceof FileAlreadyExistsException
                || failure instanceof AccessDeniedException
                || failure instanceof AccessControlException);
    }

    /**
     * Converts a failed read of a range into a storage error that names the file and the range.
     *
     * @param cause the failure; some streams throw other exceptions than {@link IOException}
     */
    static IOException of(String location, ByteRange range, Throwable cause) {
        if (cause instanceof EOFException) {
            EOFException failure = new EOFException(location + ": the file ends within the requested " + name(range));
            failure.initCause(cause);
            return failure;
        }
        return cause instanceof IOException failure
                ? failure
                : new IOException(location + ": reading " + name(range) + " failed: " + cause, cause);
    }

    /** Returns the error of a range whose retries have all failed. */
    static IOException reading(String location, ByteRange range, IOException last) {
        return isTransient(last) && !(last instanceof EOFException)
                ? new IOException(
                        location + ": " + name(range) + " could not be read after several retries: " + last.getMessage()
                                + advice(location),
                        last)
                : last;
    }

    private static String name(ByteRange range) {
        return range.length() + " bytes at offset " + range.offset();
    }

    /** Returns the error of a file that could not be written. */
    static IOException writing(String location, IOException failure) {
        return isTransient(failure)
                ? new IOException(
                        location + ": the file could not be written: " + failure.getMessage() + advice(location),
                        failure)
                : failure;
    }

    private static String advice(String location) {
        return location.startsWith("s3a:")
                ? ". Try again when the store is available, run fewer tasks at once if it throttles requests, or let"
                        + " S3A retry for longer (fs.s3a.retry.limit, fs.s3a.retry.interval, fs.s3a.attempts.maximum)"
                : ". Try again when the file system is available";
    }
}
