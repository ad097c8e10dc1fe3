package io.pq2.spark.internal.errors;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkException;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.errors.QueryExecutionErrors;
import org.apache.spark.sql.execution.datasources.SchemaColumnConvertNotSupportedException;
import org.jspecify.annotations.Nullable;

/**
 * Converts failures while a file is read to the exceptions that Spark gets.
 *
 * <p>If corrupt files are ignored, Spark skips the rest of a file at every {@link RuntimeException} and {@link
 * java.io.IOException}. Only failures that are about the file's bytes, or its storage, may reach it as these. All
 * others become a SparkException, which ends the query: a denied key, a wrong setting, a column of another type, or a
 * defect must not look like a file without rows.
 *
 * <p>If corrupt files are not ignored, every failure becomes a SparkException whose message has the failure's message,
 * and thus the place in the file ({@link FileErrors}). Errors that Spark itself words stay unchanged.
 *
 * @param location the file
 * @param ignoreCorruptFiles whether Spark skips corrupt files
 * @param configuration the settings of the read
 * @param note looked up when reading the file fails
 */
public record ReadErrors(String location, boolean ignoreCorruptFiles, Configuration configuration, Note note) {

    /** Looks up what the user should know about a file. */
    public interface Note {
        /** Returns a sentence without its final period; null for nothing. */
        @Nullable
        String text();
    }

    /** Reads something of a file. */
    @FunctionalInterface
    public interface Reading<T> {
        /** Reads it. */
        T read() throws IOException;
    }

    /** Reads something of the file. Throws what {@link #raise(RuntimeException)} makes of a failure. */
    public <T> T reading(Reading<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (RuntimeException e) {
            throw raise(e);
        } catch (IOException e) {
            throw raise(e);
        }
    }

    /** Whether a failure is about the bytes of a file, so that the file may be skipped as corrupt. */
    public static boolean isCorruption(Throwable failure) {
        return failure instanceof CorruptFileException || failure instanceof UnsupportedFeatureException;
    }

    /** Whether Spark words the error for a failure, and words it only if the failure reaches it unchanged. */
    private static boolean isWordedBySpark(Throwable failure) {
        return failure instanceof SchemaColumnConvertNotSupportedException || failure instanceof SparkThrowable;
    }

    /**
     * Returns a failure of storage unchanged, unless there is a note. Throws a SparkException (not declared) with the
     * note otherwise.
     */
    private IOException raise(IOException failure) {
        String text = failure instanceof FileNotFoundException ? null : note.text();
        if (text == null) {
            return failure;
        }
        throw SparkErrors.raise(FileErrors.inTask(location, failure, configuration, text));
    }

    /** Returns a failure that Spark gets unchanged. Throws a SparkException (not declared) for any other failure. */
    public RuntimeException raise(RuntimeException failure) {
        boolean unchanged = ignoreCorruptFiles ? isCorruption(failure) : isWordedBySpark(failure);
        return unchanged ? failure : SparkErrors.raise(error(failure));
    }

    /**
     * Throws the error (not declared) for a failure that occurs after a batch was returned: the one that Spark makes of
     * a failure that occurs before, because then Spark no longer does.
     */
    public RuntimeException raiseLate(RuntimeException failure) {
        return SparkErrors.raise(
                isWordedBySpark(failure)
                        ? QueryExecutionErrors.cannotReadFilesError(failure, location)
                        : error(failure));
    }

    private SparkException error(RuntimeException failure) {
        return FileErrors.inTask(location, failure, configuration, note.text());
    }
}
