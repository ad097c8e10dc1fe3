package io.pq2.cli.internal.command;

import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.Version;
import io.pq2.cli.internal.files.TableFile;
import io.pq2.cli.internal.output.Format;
import io.pq2.cli.internal.output.FormatOption;
import io.pq2.cli.internal.output.Records;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.read.ExplanationTotals;
import io.pq2.read.ScanExplanation;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code explain}: reports what a query reads and skips. */
@Command(
        name = "explain",
        description = {
            "Reports what a query with these columns and this filter reads and skips, and why.",
            "Runs the query without printing its rows. With --plan, only footers are read."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  pq2 explain -w \"id > 10\" data.parquet",
            "  pq2 explain -c id,name -w \"day = '2024-02-29' AND id > 10\" --format csv /data/table"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all files were read", "1:a file could not be read", "2:the command line is wrong"})
public final class ExplainCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Mixin
    private Inputs inputs = new Inputs();

    @Mixin
    private RowOptions rows = new RowOptions();

    @Mixin
    private FormatOption format = new FormatOption();

    @Option(
            names = "--plan",
            description = "Explains only what footers decide. Row groups that would be read are not reached.")
    private boolean plan;

    @Override
    public Integer call() throws IOException {
        List<TableFile> files = inputs.list();
        PrintWriter err = spec.commandLine().getErr();
        RowScan scan = new RowScan(files, rows.columns(), rows.filter(spec.commandLine()));
        Listing listing = format.format() == Format.TABLE
                ? new Texts(spec.commandLine().getOut(), files.size())
                : new Lines(Records.of(format.format(), spec.commandLine().getOut(), ExplanationRecords.FIELDS));
        Progress progress = new Progress(err, files.size());
        int code = ExitCode.OK;
        for (TableFile file : files) {
            try {
                ScanExplanation explanation = new ScanExplanation();
                if (scan.explain(file, explanation, plan)) {
                    listing.add(explanation);
                } else {
                    listing.addExcluded(file);
                }
            } catch (InvalidDataException e) {
                throw e;
            } catch (ParquetException | IOException e) {
                code = ExitCode.FAILED;
                FileListing.report(err, file, e);
            }
            progress.fileDone();
        }
        progress.finish();
        listing.finish();
        spec.commandLine().getOut().flush();
        return code;
    }

    private interface Listing {

        void add(ScanExplanation explanation);

        void addExcluded(TableFile file);

        void finish();
    }

    /** The texts of the files that are read, and the sums of all files if there are several. */
    private static final class Texts implements Listing {

        private final PrintWriter out;
        private final boolean several;
        private final ExplanationTotals totals = new ExplanationTotals();

        Texts(PrintWriter out, int files) {
            this.out = out;
            this.several = files > 1;
        }

        @Override
        public void add(ScanExplanation explanation) {
            long before = totals.filesRead();
            totals.add(explanation);
            if (!several || totals.filesRead() > before) {
                out.println(explanation.text());
            }
        }

        @Override
        public void addExcluded(TableFile file) {
            totals.addExcludedFile();
        }

        @Override
        public void finish() {
            if (several || totals.filesExcluded() > 0) {
                out.print(totals.text());
            }
        }
    }

    /** A record for each row group. */
    private record Lines(Records records) implements Listing {

        @Override
        public void add(ScanExplanation explanation) {
            explanation.rowGroups().forEach(group -> records.add(ExplanationRecords.of(explanation, group)));
        }

        @Override
        public void addExcluded(TableFile file) {
            records.add(ExplanationRecords.ofExcluded(file));
        }

        @Override
        public void finish() {
            records.finish();
        }
    }
}
