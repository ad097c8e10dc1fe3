package io.pq2.mapreduce;

import io.pq2.hadoop.HiddenFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * The files below a job's input paths: a file that is named is taken as it is, a directory stands for what is visible in it and
 * in its directories.
 */
final class InputFiles {

    private final Configuration configuration;
    private final PathFilter filter;
    private final List<FileStatus> files = new ArrayList<>();

    private InputFiles(Configuration configuration, PathFilter filter) {
        this.configuration = configuration;
        this.filter = filter;
    }

    /**
     * @param inputs paths, which may be globs
     * @param userFilter what files and directories below the inputs must pass as well; null if there is none
     * @throws FileNotFoundException if an input matches nothing
     */
    static List<FileStatus> list(Path[] inputs, PathFilter userFilter, Configuration configuration) throws IOException {
        PathFilter filter = path -> !HiddenFiles.isHidden(path) && (userFilter == null || userFilter.accept(path));
        InputFiles listing = new InputFiles(configuration, filter);
        for (Path input : inputs) {
            listing.addInput(input);
        }
        return listing.files;
    }

    private void addInput(Path input) throws IOException {
        FileSystem fileSystem = input.getFileSystem(configuration);
        FileStatus[] matches = fileSystem.globStatus(input);
        if (matches == null || matches.length == 0) {
            throw new FileNotFoundException("no input: there is nothing at " + input);
        }
        for (FileStatus match : matches) {
            if (match.isDirectory()) {
                addDirectory(fileSystem, match.getPath());
            } else {
                files.add(match);
            }
        }
    }

    private void addDirectory(FileSystem fileSystem, Path directory) throws IOException {
        List<Path> directories = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> entries = fileSystem.listLocatedStatus(directory);
        while (entries.hasNext()) {
            LocatedFileStatus entry = entries.next();
            if (filter.accept(entry.getPath())) {
                if (entry.isDirectory()) {
                    directories.add(entry.getPath());
                } else {
                    files.add(entry);
                }
            }
        }
        for (Path below : directories) {
            addDirectory(fileSystem, below);
        }
    }
}
