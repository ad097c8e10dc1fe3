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
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code merge}: makes one file of several. */
@Command(
        name = "merge",
        description = {
            "Makes one file of several, which stay. Their schemas must be equal.",
            "Large row groups are copied page by page; row groups below an eighth of --row-group-size are decoded and"
                    + " written together."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {"  pq2 merge a.parquet b.parquet both.parquet", "  pq2 merge --sort-by id /data/day=1 day1.parquet"},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the new file is complete", "1:there is no new file", "2:the command line is wrong"})
public final class MergeCommand implements Callable<Integer> {

    /** Row groups are combined below this share of the row group size, as by the compaction of tables. */
    private static final int COMBINED_SHARE = 8;

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Parameters(
            arity = "2..*",
            paramLabel = "PATH",
            description = "Files, directories with all files below them, or quoted glob patterns; then the new file.")
    private List<String> paths = List.of();

    @Mixin
    private FileOptions files = new FileOptions();

    @Mixin
    private NewFileOptions newFiles = new NewFileOptions();

    @Override
    public Integer call() throws IOException {
        if (paths.size() < 2) {
            throw new ParameterException(spec.commandLine(), "expected files and the path of the new file");
        }
        List<TableFile> inputs = files.list(paths.subList(0, paths.size() - 1));
        TableLocation location = files.location(paths.get(paths.size() - 1));
        RewriteOptions options = newFiles.rewrite(location, spec.commandLine()).build();
        RewriteResult result = new NewFile(location)
                .write(
                        inputs,
                        newFiles.decoding(options, spec.commandLine())
                                .combineBelow(options.writeOptions().rowGroupBytes() / COMBINED_SHARE));
        PrintWriter out = spec.commandLine().getOut();
        out.println(DisplayText.message(NewFile.summary(inputs, location, result)));
        out.flush();
        return ExitCode.OK;
    }
}
