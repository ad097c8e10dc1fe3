package io.pq2.cli.internal.command;

import java.io.PrintWriter;
import java.util.Locale;

/** Shows on a terminal how many files are done, in a line that is overwritten. Prints nothing elsewhere. */
final class Progress {

    private static final long INTERVAL_NANOS = 200_000_000L;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String ERASE = "\r\u001b[K";

    private final PrintWriter err;
    private final int total;
    private final long start = System.nanoTime();
    private final boolean shown;
    private long last = start;
    private int done;
    private boolean visible;

    Progress(PrintWriter err, int total) {
        this.err = err;
        this.total = total;
        this.shown = Terminal.showsProgress() && total > 1;
    }

    /** Counts a file. */
    void fileDone() {
        done++;
        long now = System.nanoTime();
        if (shown && now - last > INTERVAL_NANOS) {
            last = now;
            visible = true;
            double seconds = (now - start) / NANOS_PER_SECOND;
            double rate = done / seconds;
            err.print(String.format(
                    Locale.ROOT,
                    "%s%d of %d files, %.0f/s, %.0f s left",
                    ERASE,
                    done,
                    total,
                    rate,
                    (total - done) / rate));
            err.flush();
        }
    }

    /** Erases the line. */
    void finish() {
        if (visible) {
            err.print(ERASE);
            err.flush();
            visible = false;
        }
    }
}
