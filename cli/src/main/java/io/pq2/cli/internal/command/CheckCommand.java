package io.pq2.cli.internal.command;

import io.pq2.check.FileCheck;
import io.pq2.check.Finding;
import io.pq2.check.KnownFault;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
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
            "Lists errors, known faults of the writers, deviations that harm nobody, and notes about readers.",
            "With --filters, compares the answers of filters and aggregates with those of a full scan instead."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  pq2 check data.parquet",
            "  pq2 check --fail-on deviation --format json /data/table",
            "  pq2 check --filters --progress tested.txt /data/table"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing was found that --fail-on names",
            "1:a file could not be read",
            "2:the command line is wrong",
            "3:something was found that --fail-on names; with --filters: wrong answers"
        })
public final class CheckCommand implements Callable<Integer> {

    private static final List<String> FIELDS =
            List.of("file", "severity", "rule", "row_group", "column", "page", "offset", "message", "fault");

    /** What {@code --fail-on} chooses. */
    enum FailOn {
        ERROR,
        FAULT,
        DEVIATION,
        NEVER;

        private boolean includes(Severity severity) {
            return switch (severity) {
                case ERROR -> this != NEVER;
                case FAULT -> this == FAULT || this == DEVIATION;
                case DEVIATION -> this == DEVIATION;
                case NOTE -> false;
            };
        }
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Mixin
    private Inputs inputs = new Inputs();

    @Mixin
    private FormatOption format = new FormatOption();

    @Option(
            names = "--fail-on",
            paramLabel = "SEVERITY",
            defaultValue = "error",
            description = {
                "What makes the exit code 3: error (the default); fault: also known faults of the writers; deviation:"
                        + " also deviations; never: nothing."
            })
    private FailOn failOn = FailOn.ERROR;

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
        List<String> fields = isTable() ? FIELDS.subList(0, FIELDS.size() - 1) : FIELDS;
        Records records = Records.of(
                format.format(), out, fields, new TableStyle("", TableStyle.NAME_LENGTH, Terminal.hasColours()));
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
        boolean failed = counts.keySet().stream().anyMatch(failOn::includes);
        return failed ? ExitCode.REQUIREMENT_NOT_MET : code;
    }

    private boolean isTable() {
        return format.format() == Format.TABLE;
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
        KnownFault fault = finding.fault();
        List<@Nullable Object> values = new ArrayList<>(Arrays.asList(
                file.name(),
                name(finding.severity()),
                name(finding.rule()),
                known(location.rowGroup()),
                location.column(),
                known(location.page()),
                location.offset() < 0 ? null : location.offset(),
                finding.message()));
        if (!isTable()) {
            values.add(fault == null ? null : fields(fault));
        } else if (fault != null) {
            values.set(values.size() - 1, finding.message() + ". " + fault);
        }
        records.add(values);
    }

    private static Map<String, @Nullable Object> fields(KnownFault fault) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("name", name(fault.name()));
        fields.put("text", fault.text());
        fields.put("writer", fault.writer());
        fields.put("mended_in", fault.mendedIn());
        fields.put("report", fault.report());
        fields.put("consequence", fault.consequence());
        return fields;
    }

    private static String name(Enum<?> constant) {
        return name(constant.name());
    }

    private static String name(String constant) {
        return constant.toLowerCase(Locale.ROOT);
    }

    private static @Nullable Integer known(int number) {
        return number < 0 ? null : number;
    }

    /** Prints the table, unless it is empty, and a summary. */
    private void finish(int files, Records records) {
        PrintWriter out = spec.commandLine().getOut();
        boolean listed = counts.keySet().stream().anyMatch(severity -> !quiet || severity != Severity.NOTE);
        if (!isTable() || listed) {
            records.finish();
        }
        if (isTable()) {
            out.println(files + " files checked: " + count(Severity.ERROR) + " errors, " + count(Severity.FAULT)
                    + " known faults, " + count(Severity.DEVIATION) + " deviations, " + count(Severity.NOTE)
                    + " notes");
        }
        out.flush();
    }
}
