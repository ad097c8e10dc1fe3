package io.pq2.cli.internal.command;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends work in an orderly way when the JVM is told to end, by Ctrl-C or SIGTERM: cancels it and waits until it has
 * cleaned up. {@link #end} says that it has.
 */
final class Interruption {

    private static final long MAX_SECONDS = 60;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook;

    /** @param cancel makes the work end soon; called by another thread */
    Interruption(Runnable cancel) {
        hook = new Thread(
                () -> {
                    cancel.run();
                    awaitEnd();
                },
                "pq2-interruption");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void awaitEnd() {
        try {
            boolean inTime = ended.await(MAX_SECONDS, TimeUnit.SECONDS);
            if (!inTime) {
                System.err.println("pq2: the work did not end within " + MAX_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Says that the work has ended, completely or not. */
    void end() {
        ended.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook waits for this call.
        }
    }
}
