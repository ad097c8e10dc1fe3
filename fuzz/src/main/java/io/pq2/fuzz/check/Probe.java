package io.pq2.fuzz.check;

import com.sun.management.ThreadMXBean;
import io.pq2.exception.ParquetException;
import io.pq2.fuzz.Oracle;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/**
 * Runs code of pq2 and checks what it throws, the memory that it allocates, and its time. The code must run in the
 * calling thread, because only the bytes that this thread allocates are counted.
 */
public final class Probe {

    /** Bytes that a call may allocate regardless of its input: arrays of batches, codec contexts, loaded classes. */
    static final long FIXED_BYTES = 24 << 20;

    private static final long BYTES_PER_BYTE = 512;
    /** Time of the thread on a processor. The longest is that of a call that loads classes. */
    static final long MAX_NANOS = 2_000_000_000L;

    private static final int MAX_MESSAGE = 50_000;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Checks checks;

    public Probe(Checks checks) {
        this.checks = checks;
    }

    /** Code of pq2. */
    public interface Body {
        void run() throws Exception;
    }

    /**
     * Runs code.
     *
     * @param length the length of the input in bytes
     * @param fromFile whether the input is a file, which messages must name and not repeat with control characters
     * @return the exception of pq2, or null
     */
    public @Nullable ParquetException run(long length, boolean fromFile, Body body) {
        return run(length, fromFile, FIXED_BYTES, MAX_NANOS, body);
    }

    /**
     * Runs code.
     *
     * @param length the length of the input in bytes
     * @param fromFile whether the input is a file, which messages must name and not repeat with control characters
     * @param fixedBytes the bytes that the code may allocate regardless of the length of its input
     * @param maxNanos the time that the code may use the processor
     * @return the exception of pq2, or null
     */
    @Nullable
    ParquetException run(long length, boolean fromFile, long fixedBytes, long maxNanos, Body body) {
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long start = THREADS.getCurrentThreadCpuTime();
        ParquetException exception = null;
        try {
            body.run();
        } catch (ParquetException e) {
            exception = e;
        } catch (Violation e) {
            throw e;
        } catch (Exception | OutOfMemoryError | StackOverflowError | AssertionError e) {
            throw Checks.violation(Oracle.EXCEPTIONS, e.toString(), e);
        }
        checks.passed(Oracle.EXCEPTIONS);
        long nanos = THREADS.getCurrentThreadCpuTime() - start;
        checks.that(nanos < maxNanos, Oracle.TIME, nanos / 1_000_000 + " ms");
        long used = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        checks.that(
                used < fixedBytes + BYTES_PER_BYTE * length,
                Oracle.MEMORY,
                used + " bytes allocated for an input of " + length);
        if (exception != null) {
            checkMessage(exception, fromFile);
        }
        return exception;
    }

    private void checkMessage(ParquetException exception, boolean fromFile) {
        String message = exception.getMessage();
        String problem = null;
        if (fromFile && exception.location().file() == null) {
            problem = "no file";
        } else if (message.length() > MAX_MESSAGE) {
            problem = message.length() + " characters";
        } else if (fromFile && message.chars().anyMatch(Character::isISOControl)) {
            problem = "control characters";
        }
        if (problem != null) {
            throw Checks.violation(Oracle.MESSAGES, problem + " in the message of an exception", exception);
        }
        checks.passed(Oracle.MESSAGES);
    }
}
