package io.pq2.spark.internal.errors;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.hadoop.internal.options.SettingRegistry;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.spark.SparkThrowable;

/**
 * Converts failures of pq2, while Spark plans a query or prepares a write, to errors of Spark. Each has a condition and
 * a SQLSTATE.
 */
public final class PlanningErrors {

    private PlanningErrors() {}

    /**
     * Returns the result of a step of planning. Throws the converted error (not declared) if the step fails.
     *
     * @param place what the step is about, for errors of options, such as {@code the options of db.t}; empty if unknown
     */
    public static <T> T checked(String place, Supplier<T> step) {
        return checked(place, Set.of(), step);
    }

    /**
     * Returns the result of a step of planning; see {@link #checked(String, Supplier)}.
     *
     * @param options the options that the user wrote; see {@link #raise}
     */
    public static <T> T checked(String place, Set<String> options, Supplier<T> step) {
        try {
            return step.get();
        } catch (ParquetException | IllegalArgumentException | UncheckedIOException e) {
            throw raise(place, options, "", e);
        }
    }

    /** Returns the result of a step of planning that has no place; see {@link #checked(String, Supplier)}. */
    public static <T> T checked(Supplier<T> step) {
        return checked("", step);
    }

    /** Runs a step of planning; see {@link #checked}. */
    public static void check(String place, Runnable step) {
        checked(place, () -> {
            step.run();
            return place;
        });
    }

    /**
     * Throws the error (not declared) for a failure. Errors that Spark words stay unchanged.
     *
     * @param options the options that the user wrote. The error is about the one that the message begins with, or about
     *     a key of pq2 there
     * @param otherwise the option that the error is about if the message begins with none; empty if unknown
     */
    public static RuntimeException raise(
            String place, Set<String> options, String otherwise, RuntimeException failure) {
        if (failure instanceof SparkThrowable) {
            throw failure;
        }
        if (failure instanceof UncheckedIOException storage) {
            throw SparkErrors.raise(ofStorage(storage));
        }
        if (failure instanceof ParquetException known) {
            Condition condition = Condition.of(known, true);
            if (condition != null) {
                throw SparkErrors.raise(ConditionException.of(condition, known.getMessage(), known));
            }
            if (!(failure instanceof InvalidDataException)) {
                String file = known.location().file();
                throw SparkErrors.raise(FileErrors.unreadable(file == null ? place : file, known));
            }
        }
        String problem = failure.getMessage() + (place.isEmpty() ? "" : " (in " + place + ")");
        String first = firstWord(problem);
        boolean isKey = SettingRegistry.find(first) != null || options.stream().anyMatch(first::equalsIgnoreCase);
        throw SparkErrors.raise(SparkErrors.invalidOption(isKey ? first : otherwise, problem, failure));
    }

    /** Returns the error for a failure of a file system. */
    static ConditionException ofStorage(UncheckedIOException failure) {
        Throwable storage = failure.getCause();
        String cause = storage == null ? null : storage.getMessage();
        String reason = String.valueOf(failure.getMessage());
        boolean saysCause = cause == null || reason.contains(cause);
        return ConditionException.of(Condition.STORAGE_ERROR, saysCause ? reason : reason + ": " + cause, failure);
    }

    private static String firstWord(String message) {
        int end = 0;
        while (end < message.length() && " :=".indexOf(message.charAt(end)) < 0) {
            end++;
        }
        return message.substring(0, end);
    }
}
