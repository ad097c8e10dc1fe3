package io.pq2.cli.internal.command;

import io.pq2.cli.internal.files.FileOptions;
import io.pq2.cli.internal.files.TableFile;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The files that a command reads. */
final class Inputs {

    @Parameters(
            arity = "1..*",
            paramLabel = "PATH",
            description = "A file, a directory with all files below it, or a quoted glob pattern.")
    private List<String> paths = List.of();

    @Mixin
    private FileOptions options = new FileOptions();

    /** Returns the files of all paths. */
    List<TableFile> list() throws IOException {
        return options.list(paths);
    }
}
