package io.pq2.fuzz;

import io.pq2.fuzz.check.Checks;
import io.pq2.fuzz.check.Violation;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** Stores a case that does not end as a finding, and ends the JVM. */
final class Watchdog {

    private static final long MAX_MILLIS = 120_000;
    private static final int EXIT_CODE = 3;

    private final Checks checks;
    private final FindingFolder findings;
    private final PrintStream out;
    private final Thread worker = Thread.currentThread();
    private volatile @Nullable String target;
    private volatile long seed;
    private volatile long start;

    Watchdog(Checks checks, FindingFolder findings, PrintStream out) {
        this.checks = checks;
        this.findings = findings;
        this.out = out;
        Thread thread = new Thread(this::watch, "watchdog");
        thread.setDaemon(true);
        thread.start();
    }

    void begin(String name, long caseSeed) {
        seed = caseSeed;
        start = System.nanoTime();
        target = name;
    }

    void end() {
        target = null;
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(1_000);
                String name = target;
                if (name != null && (System.nanoTime() - start) / 1_000_000 > MAX_MILLIS) {
                    Throwable stack = new IllegalStateException("still running");
                    stack.setStackTrace(worker.getStackTrace());
                    Violation violation = Checks.violation(Oracle.TIME, "the case does not end", stack);
                    out.print(findings.add(new Finding(name, seed, violation, checks.input())));
                    out.flush();
                    Runtime.getRuntime().halt(EXIT_CODE);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
