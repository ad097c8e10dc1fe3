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

/** What becomes of failures of a file system: which of them may pass, and what is said of those that do not. */
final class StorageErrors {

    private StorageErrors() {}

    /** Whether another try may do better: not if the file is not there, not to be had, or there already, or if the thread is interrupted. */
    static boolean mayPass(IOException failure) {
        boolean interrupted = failure instanceof InterruptedIOException && !(failure instanceof SocketTimeoutException);
        return !(interrupted
                || failure instanceof FileNotFoundException
                || failure instanceof FileAlreadyExistsException
                || failure instanceof AccessDeniedException
                || failure instanceof AccessControlException);
    }

    /**
     * What went wrong while a range was read, as a failure of the medium.
     *
     * @param cause also what streams throw that do not keep to {@link IOException}
     */
    static IOException of(String location, ByteRange range, Throwable cause) {
        if (cause instanceof EOFException) {
            EOFException failure =
                    new EOFException(location + ": the file ends before the range of " + name(range) + " does");
            failure.initCause(cause);
            return failure;
        }
        return cause instanceof IOException failure
                ? failure
                : new IOException(location + ": reading " + name(range) + " failed: " + cause, cause);
    }

    /** Of a range that could not be read again and again, lastly for that reason. */
    static IOException reading(String location, ByteRange range, IOException last) {
        return mayPass(last) && !(last instanceof EOFException)
                ? new IOException(
                        location + ": " + name(range) + " could not be read, whatever was tried: " + last.getMessage()
                                + advice(location),
                        last)
                : last;
    }

    private static String name(ByteRange range) {
        return range.length() + " bytes at offset " + range.offset();
    }

    /** Of a file that could not be written. */
    static IOException writing(String location, IOException failure) {
        return mayPass(failure)
                ? new IOException(
                        location + ": the file could not be written: " + failure.getMessage() + advice(location),
                        failure)
                : failure;
    }

    private static String advice(String location) {
        return location.startsWith("s3a:")
                ? ". Try again when the store answers, with fewer tasks at once if it asked for less, or let S3A try for longer"
                        + " (fs.s3a.retry.limit, fs.s3a.retry.interval, fs.s3a.attempts.maximum)"
                : ". Try again when the file system is well";
    }
}
