package io.pq2.internal.read.iterate;

import io.pq2.internal.read.plan.ScanListener;
import io.pq2.read.CorruptionReport;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Collects and passes on what a scan loses because the file is damaged. */
public final class Losses {

    private final ScanListener listener;
    private final Consumer<CorruptionReport> consumer;
    private final List<CorruptionReport> reports = new ArrayList<>();

    public Losses(ScanListener listener, Consumer<CorruptionReport> consumer) {
        this.listener = listener;
        this.consumer = consumer;
    }

    /** Adds reports, and the number of rows that they have together; rows in several reports are counted once. */
    void add(List<CorruptionReport> more, long rows) {
        listener.rowsLost(rows);
        for (CorruptionReport report : more) {
            reports.add(report);
            listener.damaged(report);
            consumer.accept(report);
        }
    }

    /** Counts a file that is not read. */
    void addFile() {
        listener.fileLost();
    }

    /** Returns the reports so far. */
    List<CorruptionReport> reports() {
        return List.copyOf(reports);
    }
}
