package io.pq2.read;

import java.lang.reflect.Method;

/** The allocation counter of the JVM, accessed by reflection because the module under test does not read its module. */
final class AllocatedBytes {

    private static final Object THREADS;
    private static final Method COUNTER;

    static {
        try {
            THREADS = Class.forName("java.lang.management.ManagementFactory")
                    .getMethod("getThreadMXBean")
                    .invoke(null);
            COUNTER = Class.forName("com.sun.management.ThreadMXBean").getMethod("getCurrentThreadAllocatedBytes");
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private AllocatedBytes() {}

    /** Returns the number of bytes that the current thread has allocated since its start, including freed ones. */
    static long soFar() {
        try {
            return (long) COUNTER.invoke(THREADS);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
