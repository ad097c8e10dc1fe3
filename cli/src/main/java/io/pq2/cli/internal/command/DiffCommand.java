package io.pq2.cli.internal.command;

import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.Version;
import io.pq2.cli.internal.files.FileOptions;
import io.pq2.cli.internal.files.TableFile;
import io.pq2.cli.internal.output.Format;
import io.pq2.cli.internal.output.FormatOption;
import io.pq2.cli.internal.output.Records;
import io.pq2.cli.internal.output.TableStyle;
import io.pq2.exception.InvalidDataException;
import io.pq2.inspect.RowComparison;
import io.pq2.inspect.RowComparison.Side;
import io.pq2.internal.exception.DisplayText;
import io.pq2.internal.exception.NumberText;
import io.pq2.predicate.Predicate;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code diff}: compares the rows of two tables. */
@Command(
        name = "diff",
        description = {
            "Compares the rows of two files or tables, in whatever order and layout, and lists rows that only one has.",
            "Columns that only one of them has count as a difference and are not compared. If both have as many rows,"
                    + " the columns whose values differ are named."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  pq2 diff old.parquet new.parquet",
            "  pq2 diff -c id,name -w \"day = '2024-02-29'\" /data/table /backup/table"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:both have the same rows",
            "1:a file could not be read",
            "2:the command line is wrong",
            "3:the rows or the columns differ"
        })
public final class DiffCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "A", description = "A file, a directory, or a quoted glob pattern.")
    private String first = "";

    @Parameters(index = "1", paramLabel = "B", description = "The same of the other table.")
    private String second = "";

    @Mixin
    private FileOptions files = new FileOptions();

    @Mixin
    private RowOptions rows = new RowOptions();

    @Mixin
    private FormatOption format = new FormatOption();

    @Mixin
    private CellOption cells = new CellOption();

    @Option(names = "--in-order", description = "Compares each row with the one at the same position.")
    private boolean inOrder;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            defaultValue = "20",
            description = "The largest number of rows to list of A, and of B; -1 for all. Default: 20.")
    private long limit;

    private final Set<String> onlyInA = new LinkedHashSet<>();
    private final Set<String> onlyInB = new LinkedHashSet<>();

    @Override
    public Integer call() throws IOException {
        List<TableFile> a = files.list(List.of(first));
        List<TableFile> b = files.list(List.of(second));
        List<String> columns = rows.columns().isEmpty() ? sharedColumns(a, b) : rows.columns();
        Set<String> texts = new LinkedHashSet<>();
        Stream.concat(a.stream(), b.stream())
                .forEach(file -> texts.addAll(file.partitions().keySet()));
        Predicate filter = rows.filter(spec.commandLine());
        DiffSide left = new DiffSide("A", a, columns, texts, filter);
        DiffSide right = new DiffSide("B", b, columns, texts, filter);
        Records records = records(columns);
        boolean[] listed = {false};
        RowComparison comparison = new RowComparison(left, right, inOrder);
        RowComparison.Result result = comparison.run(limit < 0 ? Long.MAX_VALUE : limit, side -> {
            listed[0] = true;
            records.add((side == Side.LEFT ? left : right).record(format.format()));
        });
        if (listed[0] || format.format() != Format.TABLE) {
            records.finish();
        }
        spec.commandLine().getOut().flush();
        summarize(result);
        if (!result.isEqual() && result.leftRows() == result.rightRows()) {
            nameColumns(comparison.differingFields(), columns);
        }
        boolean equal = result.isEqual() && onlyInA.isEmpty() && onlyInB.isEmpty();
        return equal ? ExitCode.OK : ExitCode.REQUIREMENT_NOT_MET;
    }

    /** Returns the columns of both sides in the order of A, and notes those of one side. */
    private List<String> sharedColumns(List<TableFile> a, List<TableFile> b) throws IOException {
        Set<String> ofA = DiffSide.columns(a);
        Set<String> ofB = DiffSide.columns(b);
        onlyInA.addAll(ofA);
        onlyInA.removeAll(ofB);
        onlyInB.addAll(ofB);
        onlyInB.removeAll(ofA);
        ofA.retainAll(ofB);
        if (ofA.isEmpty()) {
            throw new InvalidDataException("A and B have no column in common");
        }
        return List.copyOf(ofA);
    }

    private Records records(List<String> columns) {
        List<String> fields = new ArrayList<>(List.of("only_in", "file", "row"));
        fields.addAll(columns);
        return Records.of(
                format.format(),
                spec.commandLine().getOut(),
                fields,
                new TableStyle("NULL", cells.length(), Terminal.hasColours()));
    }

    /** Prints which columns make the rows differ. */
    private void nameColumns(BitSet differing, List<String> columns) {
        PrintWriter out = people();
        if (differing.isEmpty()) {
            out.println("Each column has the same values in A and in B. The rows combine them in another way.");
        } else {
            out.println("Columns whose values differ: "
                    + DisplayText.message(
                            differing.stream().mapToObj(columns::get).collect(Collectors.joining(", "))));
        }
        out.flush();
    }

    /** Returns where texts for people go: to standard error if standard output is for programs. */
    private PrintWriter people() {
        return format.format() == Format.TABLE
                ? spec.commandLine().getOut()
                : spec.commandLine().getErr();
    }

    private void summarize(RowComparison.Result result) {
        PrintWriter out = people();
        out.println("A has " + NumberText.of(result.leftRows(), "row") + ", B has "
                + NumberText.of(result.rightRows(), "row") + ". "
                + (result.isEqual()
                        ? "The rows are the same" + (inOrder ? ", in the same order." : ".")
                        : (result.complete() ? "" : "At least ") + NumberText.of(result.onlyLeft(), "row")
                                + " only in A, " + NumberText.of(result.onlyRight(), "row") + " only in B."));
        note("A", onlyInA, out);
        note("B", onlyInB, out);
        out.flush();
    }

    private static void note(String side, Set<String> columns, PrintWriter out) {
        if (!columns.isEmpty()) {
            out.println(
                    "Columns only in " + side + ", not compared: " + DisplayText.message(String.join(", ", columns)));
        }
    }
}
