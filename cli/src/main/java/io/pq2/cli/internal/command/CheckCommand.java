package io.pq2.cli.internal.command;

import io.pq2.check.FileCheck;
import io.pq2.check.Finding;
import io.pq2.check.Severity;
import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.Version;
import io.pq2.cli.internal.files.TableFile;
import io.pq2.cli.internal.output.Format;
import io.pq2.cli.internal.output.FormatOption;
import io.pq2.cli.internal.output.Records;
import io.pq2.cli.internal.output.TableStyle;
import io.pq2.exception.FileLocation;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code check}: validates files. */
@Command(
        name = "check",
        description = {
            "Validates files against the specification: structure, offsets, checksums, levels, text, sorting, and"
                    + " whether statistics, indexes and bloom filters are true to the data.",
            "Lists errors, deviations that readers usually tolerate, and notes about the writer and about readers.",
            "With --filters, compares the answers of filters and aggregates with those of a full scan instead."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  pq2 check data.parquet",
            "  pq2 check --strict --format json /data/table",
            "  pq2 check --filters --progress tested.txt /data/table"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no errors (with --strict: and no deviations) were found",
            "1:a file could not be read",
            "2:the command line is wrong",
            "3:errors were found; with --filters: wrong answers"
        })
public final class CheckCommand implements Callable<Integer> {

    private static final List<String> FIELDS =
            List.of("file", "severity", "rule", "row_group", "column", "page", "offset", "message");

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Mixin
    private Inputs inputs = new Inputs();

    @Mixin
    private FormatOption format = new FormatOption();

    @Option(names = "--strict", description = "Deviations count as errors for the exit code.")
    private boolean strict;

    @Option(
            names = {"-q", "--quiet"},
            description = "Lists no notes, and nothing that was not tested.")
    private boolean quiet;

    /** Absent without {@code --filters}. */
    @ArgGroup(exclusive = false, heading = "%nCheck of filters:%n")
    private @Nullable FilterCheckRun filterCheck;

    private final Map<Severity, Integer> counts = new EnumMap<>(Severity.class);

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        List<TableFile> files = inputs.list();
        if (filterCheck != null) {
            return filterCheck.run(files, format.format(), quiet, out, err);
        }
        Records records = Records.of(
                format.format(), out, FIELDS, new TableStyle("", TableStyle.NAME_LENGTH, Terminal.hasColours()));
        Progress progress = new Progress(err, files.size());
        int code = ExitCode.OK;
        for (TableFile file : files) {
            try {
                for (Finding finding : FileCheck.run(file.input(), file.options(), file.keys(), found -> {})) {
                    add(file, finding, records);
                }
            } catch (IOException e) {
                code = ExitCode.FAILED;
                FileListing.report(err, file, e);
            }
            progress.fileDone();
        }
        progress.finish();
        finish(files.size(), records);
        boolean failed = count(Severity.ERROR) > 0 || (strict && count(Severity.DEVIATION) > 0);
        return failed ? ExitCode.REQUIREMENT_NOT_MET : code;
    }

    private int count(Severity severity) {
        return counts.getOrDefault(severity, 0);
    }

    private void add(TableFile file, Finding finding, Records records) {
        counts.merge(finding.severity(), 1, Integer::sum);
        if (quiet && finding.severity() == Severity.NOTE) {
            return;
        }
        FileLocation location = finding.location();
        records.add(Arrays.asList(
                file.name(),
                name(finding.severity()),
                name(finding.rule()),
                known(location.rowGroup()),
                location.column(),
                known(location.page()),
                location.offset() < 0 ? null : location.offset(),
                finding.message()));
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static @Nullable Integer known(int number) {
        return number < 0 ? null : number;
    }

    /** Prints the table, unless it is empty, and a summary. */
    private void finish(int files, Records records) {
        PrintWriter out = spec.commandLine().getOut();
        boolean listed = count(Severity.ERROR) + count(Severity.DEVIATION) + (quiet ? 0 : count(Severity.NOTE)) > 0;
        if (format.format() != Format.TABLE || listed) {
            records.finish();
        }
        if (format.format() == Format.TABLE) {
            out.println(files + " files checked: " + count(Severity.ERROR) + " errors, " + count(Severity.DEVIATION)
                    + " deviations, " + count(Severity.NOTE) + " notes");
        }
        out.flush();
    }
}
