package io.pq2.cli.internal.command;

import io.pq2.cli.internal.Version;
import io.pq2.cli.internal.output.FormatOption;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code head}: prints the first rows. */
@Command(
        name = "head",
        description = "Prints the first rows of files. Reads no more row groups than it needs.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {"  pq2 head data.parquet", "  pq2 head -n 3 -c id,name -w \"id > 10\" --format json /data/table"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all files were read", "1:a file could not be read", "2:the command line is wrong"})
public final class HeadCommand implements Callable<Integer> {

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
    private long limit;

    @Override
    public Integer call() throws IOException {
        RowPrinter printer = new RowPrinter(spec, format.format(), cells);
        return printer.print(inputs.list(), rows, Math.max(0, limit));
    }
}
