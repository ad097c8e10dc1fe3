package io.pq2.cli.internal.hadoop;

import io.pq2.cli.internal.files.FileOptions;
import java.io.FileNotFoundException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The options that all commands share: the tables, and the settings of Hadoop. */
final class TableOptions {

    @Parameters(
            arity = "1..*",
            paramLabel = "PATH",
            description =
                    "A table: a directory with all files below it, a file, or a quoted glob pattern, on any Hadoop file"
                            + " system.")
    private List<String> paths = List.of();

    @Mixin
    private FileOptions options = new FileOptions();

    List<org.apache.hadoop.fs.Path> paths() {
        return paths.stream().map(org.apache.hadoop.fs.Path::new).toList();
    }

    Configuration configuration() throws FileNotFoundException {
        return HadoopConfiguration.of(options);
    }
}
