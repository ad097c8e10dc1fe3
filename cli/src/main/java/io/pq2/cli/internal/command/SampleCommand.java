package io.pq2.cli.internal.command;

import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.Version;
import io.pq2.cli.internal.files.TableFile;
import io.pq2.cli.internal.output.FormatOption;
import io.pq2.predicate.Predicate;
import io.pq2.read.ParquetFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code sample}: prints random rows. */
@Command(
        name = "sample",
        description = {
            "Prints random rows in the order of the files. Each row is equally probable.",
            "Without filter, only the pages of these rows are read; with a filter, all rows that it selects."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {"  pq2 sample data.parquet", "  pq2 sample -n 100 --seed 7 --format json /data/table"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all files were read", "1:a file could not be read", "2:the command line is wrong"})
public final class SampleCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Mixin
    private Inputs inputs = new Inputs();

    @Mixin
    private RowOptions rows = new RowOptions();

    @Mixin
    private FormatOption format = new FormatOption();

    @Mixin
    private CellOption cells = new CellOption();

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            defaultValue = "10",
            description = "The number of rows. Default: 10.")
    private int limit;

    @Option(
            names = "--seed",
            paramLabel = "SEED",
            description = "A number; the same number gives the same rows. Default: other rows each time.")
    private @Nullable Long seed;

    @Override
    public Integer call() throws IOException {
        SplittableRandom random = seed == null ? new SplittableRandom() : new SplittableRandom(seed);
        List<TableFile> files = inputs.list();
        Predicate filter = rows.filter(spec.commandLine());
        RowScan scan = new RowScan(files, rows.columns(), filter);
        List<Picked> picked = filter == null ? byIndex(files, scan, random) : ofSelected(files, scan, random);
        return new RowPrinter(spec, format.format(), cells)
                .print(scan, picked.stream().map(Picked::values).toList(), ExitCode.OK);
    }

    private record Picked(long order, List<@Nullable Object> values) {}

    private List<Picked> byIndex(List<TableFile> files, RowScan scan, SplittableRandom random) throws IOException {
        long[] ends = new long[files.size()];
        long total = 0;
        for (int i = 0; i < ends.length; i++) {
            try (ParquetFile file = files.get(i).open()) {
                for (var group : file.metadata().rowGroups()) {
                    total += group.numRows();
                }
            }
            ends[i] = total;
        }
        TreeSet<Long> indexes = new TreeSet<>();
        // Floyd's algorithm: each subset of this size is equally probable.
        for (long i = Math.max(0, total - Math.max(0, limit)); i < total; i++) {
            long candidate = random.nextLong(i + 1);
            indexes.add(indexes.contains(candidate) ? i : candidate);
        }
        List<Picked> picked = new ArrayList<>();
        for (int i = 0; i < ends.length; i++) {
            long start = i == 0 ? 0 : ends[i - 1];
            List<Long> inFile = indexes.subSet(start, ends[i]).stream()
                    .map(index -> index - start)
                    .toList();
            TableFile file = files.get(i);
            if (!inFile.isEmpty()) {
                scan.visit(
                        file,
                        inFile,
                        (row, fields) -> picked.add(new Picked(
                                0, ShownRow.of(row, scan.fields(), fields, file.partitions(), format.format()))));
            }
        }
        return picked;
    }

    /** Keeps each selected row with the probability that makes all equally probable (reservoir sampling). */
    private List<Picked> ofSelected(List<TableFile> files, RowScan scan, SplittableRandom random) throws IOException {
        List<Picked> kept = new ArrayList<>();
        long[] seen = {0};
        for (TableFile file : files) {
            scan.visit(file, false, (row, fields) -> {
                long order = seen[0]++;
                long place = order < limit ? order : random.nextLong(order + 1);
                if (place < limit) {
                    Picked picked = new Picked(
                            order, ShownRow.of(row, scan.fields(), fields, file.partitions(), format.format()));
                    if (place == kept.size()) {
                        kept.add(picked);
                    } else {
                        kept.set((int) place, picked);
                    }
                }
                return true;
            });
        }
        kept.sort((a, b) -> Long.compare(a.order(), b.order()));
        return kept;
    }
}
