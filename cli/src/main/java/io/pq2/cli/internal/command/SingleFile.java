package io.pq2.cli.internal.command;

import io.pq2.cli.internal.files.FileOptions;
import io.pq2.cli.internal.files.TableFile;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The file of a command that reads exactly one. */
final class SingleFile {

    private SingleFile() {}

    /**
     * Returns the file of a path.
     *
     * @throws ParameterException if the path names several files
     */
    static TableFile of(String path, FileOptions options, CommandLine command) throws IOException {
        List<TableFile> found = options.list(List.of(path));
        if (found.size() != 1) {
            throw new ParameterException(command, path + ": expected one file, found " + found.size());
        }
        return found.get(0);
    }
}
