package io.pq2.cli.internal.command;

import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.Version;
import io.pq2.cli.internal.files.TableFile;
import io.pq2.cli.internal.output.Format;
import io.pq2.cli.internal.output.FormatOption;
import io.pq2.cli.internal.output.Records;
import io.pq2.exception.ParquetException;
import io.pq2.inspect.TableDiagnosis;
import io.pq2.inspect.TableDoctor;
import io.pq2.internal.exception.NumberText;
import io.pq2.read.ParquetFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code doctor}: diagnoses what makes reading a table slow. */
@Command(
        name = "doctor",
        description = {
            "Lists what makes reading a table slower or larger than necessary, what it costs, and what helps.",
            "Reads only footers."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {"  pq2 doctor /data/table", "  pq2 doctor --filter-columns id,day /data/table"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing was found",
            "1:a file could not be read",
            "2:the command line is wrong",
            "3:something was found"
        })
public final class DoctorCommand implements Callable<Integer> {

    private static final List<String> FIELDS = List.of("kind", "column", "files", "finding", "cost", "remedy");
    private static final long MEBIBYTE = 1L << 20;
    /** A stream takes a merged file for a new one. */
    private static final String UNLESS = " (unless a stream reads the files)";

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Mixin
    private Inputs inputs = new Inputs();

    @Mixin
    private FormatOption format = new FormatOption();

    @Option(
            names = {"-c", "--filter-columns"},
            paramLabel = "COLUMN",
            split = ",",
            description =
                    "The columns that queries filter by. They are examined for sorting, and for timestamps of type"
                            + " INT96.")
    private List<String> filterColumns = List.of();

    @Option(
            names = "--small-file",
            paramLabel = "MIB",
            defaultValue = "16",
            description = "The size in MiB below which a file is small. Default: 16.")
    private long smallFile;

    @Override
    public Integer call() throws IOException {
        List<TableFile> files = inputs.list();
        // Fails if no file has a column.
        new RowScan(files, filterColumns, null);
        TableDoctor.Limits normal = TableDoctor.Limits.DEFAULT;
        TableDoctor doctor = new TableDoctor(
                filterColumns,
                new TableDoctor.Limits(
                        smallFile * MEBIBYTE, normal.smallRowGroup(), normal.largeRowGroup(), normal.smallColumn()));
        PrintWriter err = spec.commandLine().getErr();
        Progress progress = new Progress(err, files.size());
        int code = ExitCode.OK;
        for (TableFile file : files) {
            try (ParquetFile opened = file.open()) {
                doctor.add(opened, partition(file.partitions()));
            } catch (ParquetException | IOException e) {
                code = ExitCode.FAILED;
                FileListing.report(err, file, e);
            }
            progress.fileDone();
        }
        progress.finish();
        List<TableDiagnosis> diagnoses = doctor.diagnoses();
        print(diagnoses, files.size());
        return code == ExitCode.OK && !diagnoses.isEmpty() ? ExitCode.REQUIREMENT_NOT_MET : code;
    }

    private static String partition(Map<String, @Nullable String> values) {
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining("/"));
    }

    private void print(List<TableDiagnosis> diagnoses, int files) {
        PrintWriter out = spec.commandLine().getOut();
        Records records = Records.of(format.format(), out, FIELDS);
        for (TableDiagnosis diagnosis : diagnoses) {
            records.add(Arrays.asList(
                    EnumOption.name(diagnosis.kind()),
                    diagnosis.column(),
                    diagnosis.files(),
                    diagnosis.finding(),
                    diagnosis.cost(),
                    remedy(diagnosis)));
        }
        if (!diagnoses.isEmpty() || format.format() != Format.TABLE) {
            records.finish();
        }
        if (format.format() == Format.TABLE) {
            out.println(NumberText.of(files, "file") + ", " + NumberText.of(diagnoses.size(), "finding"));
        }
        out.flush();
    }

    private static String remedy(TableDiagnosis diagnosis) {
        return switch (diagnosis.remedy()) {
            case COMPACT -> "pq2 compact" + UNLESS;
            case SORT -> "pq2 compact --sort-by " + diagnosis.column() + UNLESS;
            case STORE_MICROS -> "pq2 compact --all --timestamps micros" + UNLESS;
            case REWRITE -> "write the files again with current defaults";
            case COMPARE -> "pq2 schema --diff";
            case REPARTITION -> "other partition columns";
        };
    }
}
