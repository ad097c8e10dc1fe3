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

/** The command {@code cat}: prints all rows. */
@Command(
        name = "cat",
        description = "Prints the rows of files.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  pq2 cat --format csv data.parquet > data.csv",
            "  pq2 cat -w \"day = '2024-02-29'\" --format json /data/table"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all files were read", "1:a file could not be read", "2:the command line is wrong"})
public final class CatCommand implements Callable<Integer> {

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
            defaultValue = "-1",
            description = "The largest number of rows. Default: all.")
    private long limit;

    @Override
    public Integer call() throws IOException {
        RowPrinter printer = new RowPrinter(spec, format.format(), cells);
        return printer.print(inputs.list(), rows, limit < 0 ? Long.MAX_VALUE : limit);
    }
}
