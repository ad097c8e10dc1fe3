package io.pq2.cli.internal.command;

import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.Version;
import io.pq2.cli.internal.files.TableFile;
import io.pq2.cli.internal.output.FormatOption;
import io.pq2.cli.internal.output.Records;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.predicate.Predicate;
import io.pq2.read.AggregateBuilder;
import io.pq2.read.Aggregates;
import io.pq2.read.ParquetFile;
import io.pq2.schema.Column;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code count}: counts rows. */
@Command(
        name = "count",
        description = {
            "Counts rows. With --columns, counts the values of columns that are not null too.",
            "The footer answers where it can; other row groups are read."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {"  pq2 count /data/table", "  pq2 count -w \"id > 10\" --by-file /data/table"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all files were read", "1:a file could not be read", "2:the command line is wrong"})
public final class CountCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Mixin
    private Inputs inputs = new Inputs();

    @Mixin
    private RowOptions rows = new RowOptions();

    @Mixin
    private FormatOption format = new FormatOption();

    @Option(names = "--by-file", description = "Prints a line for each file instead of the sum.")
    private boolean byFile;

    @Override
    public Integer call() throws IOException {
        List<TableFile> files = inputs.list();
        RowScan scan = new RowScan(files, rows.columns(), rows.filter(spec.commandLine()));
        List<String> fields = new ArrayList<>(byFile ? List.of("file", "rows") : List.of("rows"));
        fields.addAll(rows.columns());
        PrintWriter err = spec.commandLine().getErr();
        Records records = Records.of(format.format(), spec.commandLine().getOut(), fields);
        Progress progress = new Progress(err, files.size());
        long[] totals = new long[rows.columns().size() + 1];
        int code = ExitCode.OK;
        for (TableFile file : files) {
            try {
                long[] counts = counts(file, scan.filter(file));
                for (int i = 0; i < totals.length; i++) {
                    totals[i] = Math.addExact(totals[i], counts[i]);
                }
                if (byFile) {
                    records.add(record(file.name(), counts));
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
        if (!byFile) {
            records.add(record(null, totals));
        }
        records.finish();
        spec.commandLine().getOut().flush();
        return code;
    }

    private static List<Object> record(@Nullable String name, long[] counts) {
        List<Object> record = new ArrayList<>();
        if (name != null) {
            record.add(name);
        }
        for (long count : counts) {
            record.add(count);
        }
        return record;
    }

    /** Returns the number of rows of a file, and of the values of each named column. */
    private long[] counts(TableFile file, @Nullable Predicate filter) throws IOException {
        List<String> columns = rows.columns();
        long[] counts = new long[columns.size() + 1];
        if (filter instanceof Predicate.AlwaysFalse) {
            return counts;
        }
        try (ParquetFile opened = file.open()) {
            AggregateBuilder aggregate = opened.aggregate();
            if (filter != null) {
                aggregate.filter(filter, RowScan.semantics());
            }
            List<String> present = new ArrayList<>();
            for (String name : columns) {
                List<Column> named = opened.schema().columns().stream()
                        .filter(column -> column.isAtOrBelow(name))
                        .toList();
                if (named.stream().anyMatch(column -> !column.dottedPath().equals(name))) {
                    throw new InvalidDataException(name + " is a group; count one of its columns");
                } else if (!named.isEmpty()) {
                    present.add(name);
                    aggregate.count(name);
                }
            }
            Aggregates result = aggregate.run();
            counts[0] = result.rowCount();
            for (int i = 0; i < columns.size(); i++) {
                String name = columns.get(i);
                counts[i + 1] = present.contains(name)
                        ? result.count(name)
                        : file.partitions().get(name) == null ? 0 : counts[0];
            }
        }
        return counts;
    }
}
