package io.pq2.cli.internal.command;

import io.pq2.cli.internal.output.Format;
import io.pq2.cli.internal.output.Records;
import io.pq2.internal.exception.NumberText;
import io.pq2.read.CorruptionReport;
import io.pq2.rewrite.RowSalvage;
import io.pq2.rewrite.SalvageReport;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Prints what salvage kept and lost: a record for each loss, and a summary, which is not part of JSON and CSV. */
final class SalvageListing {

    private static final List<String> FIELDS = List.of("row_group", "first_row", "rows", "column", "page", "reason");

    private final PrintWriter out;
    private final PrintWriter summary;
    private final Format format;

    SalvageListing(CommandSpec spec, Format format) {
        this.out = spec.commandLine().getOut();
        this.summary = format == Format.TABLE ? out : spec.commandLine().getErr();
        this.format = format;
    }

    /** Prints a report about a file with a footer. */
    void print(RowSalvage.Report report) {
        Records records = Records.of(format, out, FIELDS);
        for (CorruptionReport loss : report.losses()) {
            records.add(Arrays.asList(
                    known(loss.rowGroup()),
                    known(loss.firstRow()),
                    known(loss.rowCount()),
                    loss.column(),
                    known(loss.page()),
                    loss.reason()));
        }
        finish(records, report.losses().isEmpty());
        summary.println(NumberText.of(report.rows(), "row") + " kept, " + NumberText.count(report.rowsLost()) + " lost"
                + (report.rows() == 0 && report.rowsLost() > 0 ? "; no file was written" : ""));
        summary.flush();
    }

    /** Prints a report about a file without a footer. */
    void print(SalvageReport report) {
        Records records = Records.of(format, out, FIELDS);
        records.add(Arrays.asList(report.rowGroups(), report.rows(), null, null, null, report.reason()));
        finish(records, false);
        summary.println(NumberText.of(report.rows(), "row") + " in " + NumberText.of(report.rowGroups(), "row group")
                + " kept. Lost: " + NumberText.of(report.lostPages(), "page") + " of "
                + NumberText.count(report.pages()) + " that were found, and "
                + NumberText.bytes(report.lostBytes())
                + " at the end of the file. The number of lost rows is unknown"
                + (report.rowGroups() == 0 ? "; no file was written" : ""));
        summary.flush();
    }

    private void finish(Records records, boolean empty) {
        if (format != Format.TABLE || !empty) {
            records.finish();
        }
        out.flush();
    }

    private static @Nullable Long known(long number) {
        return number < 0 ? null : number;
    }
}
