package io.pq2.read;

import java.lang.reflect.Method;

/** What the virtual machine counts, by reflection: the module under test does not read the one that has the counter. */
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

    /** How many bytes the current thread has allocated so far, whether or not they were freed since. */
    static long soFar() {
        try {
            return (long) COUNTER.invoke(THREADS);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
