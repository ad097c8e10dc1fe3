package io.pq2.cli.internal.command;

import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.Version;
import io.pq2.cli.internal.files.FileOptions;
import io.pq2.cli.internal.files.TableFile;
import io.pq2.cli.internal.files.TableLocation;
import io.pq2.internal.exception.DisplayText;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.rewrite.RewriteResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code rewrite}: copies a file with changes. */
@Command(
        name = "rewrite",
        description = {
            "Copies a file with another codec, order, size of row groups, or without some columns.",
            "Pages are decoded only where the options need their values."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  pq2 rewrite --codec zstd --level 9 in.parquet out.parquet",
            "  pq2 rewrite --drop secret --sort-by id --bloom-filter id in.parquet out.parquet"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the new file is complete", "1:there is no new file", "2:the command line is wrong"})
public final class RewriteCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "IN", description = "A file.")
    private String in = "";

    @Parameters(index = "1", paramLabel = "OUT", description = "The new file.")
    private String out = "";

    @Mixin
    private FileOptions files = new FileOptions();

    @Mixin
    private NewFileOptions newFiles = new NewFileOptions();

    @Option(
            names = "--drop",
            split = ",",
            paramLabel = "COLUMN",
            description = "Columns to leave out. A group stands for all its columns.")
    private List<String> drop = List.of();

    @Option(names = "--decode", description = "Decodes all values and chooses encodings again.")
    private boolean decode;

    @Override
    public Integer call() throws IOException {
        List<TableFile> inputs = files.list(List.of(in));
        if (inputs.size() != 1) {
            throw new ParameterException(
                    spec.commandLine(), in + " has " + inputs.size() + " files; use merge or compact for several");
        }
        TableLocation location = files.location(out);
        RewriteOptions options = newFiles.rewrite(location, spec.commandLine()).build();
        RewriteOptions.Builder rewrite =
                newFiles.decoding(options, spec.commandLine()).dropColumns(drop.toArray(String[]::new));
        if (decode || newFiles.hasRowGroupBytes()) {
            // All row groups are combined, and divided by the new size.
            rewrite.decodeAll(true).combineBelow(Long.MAX_VALUE);
        }
        RewriteResult result = new NewFile(location).write(inputs, rewrite);
        PrintWriter writer = spec.commandLine().getOut();
        writer.println(DisplayText.message(NewFile.summary(inputs, location, result)));
        writer.flush();
        return ExitCode.OK;
    }
}
