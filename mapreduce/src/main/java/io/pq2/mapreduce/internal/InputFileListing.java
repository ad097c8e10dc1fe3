package io.pq2.mapreduce.internal;

import io.pq2.hadoop.file.HiddenFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * The files below a job's input paths: a file that is named is taken as it is, a directory stands for what is visible in it and
 * in its directories, and a symbolic link for what it leads to.
 */
public final class InputFileListing {

    private final Configuration configuration;
    private final PathFilter filter;
    private final List<FileStatus> files = new ArrayList<>();

    /** From an input to the directory that is being listed. */
    private final Set<Path> directoriesAbove = new HashSet<>();

    private InputFileListing(Configuration configuration, PathFilter filter) {
        this.configuration = configuration;
        this.filter = filter;
    }

    /**
     * @param inputs paths, which may be globs
     * @param userFilter what files and directories below the inputs must pass as well; null if there is none
     * @throws FileNotFoundException if an input matches nothing
     */
    public static List<FileStatus> list(Path[] inputs, PathFilter userFilter, Configuration configuration)
            throws IOException {
        PathFilter filter = path -> !HiddenFiles.isHidden(path) && (userFilter == null || userFilter.accept(path));
        InputFileListing listing = new InputFileListing(configuration, filter);
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
            FileStatus file = followed(fileSystem, match);
            if (file.isDirectory()) {
                addDirectory(file.getPath());
            } else {
                files.add(file);
            }
        }
    }

    private void addDirectory(Path directory) throws IOException {
        if (!directoriesAbove.add(directory)) {
            throw new IOException("a symbolic link below the input " + directory + " leads back to it");
        }
        List<Path> directories = new ArrayList<>();
        FileSystem fileSystem = directory.getFileSystem(configuration);
        RemoteIterator<LocatedFileStatus> entries = fileSystem.listLocatedStatus(directory);
        while (entries.hasNext()) {
            LocatedFileStatus entry = entries.next();
            if (filter.accept(entry.getPath())) {
                FileStatus file = followed(fileSystem, entry);
                if (file.isDirectory()) {
                    directories.add(file.getPath());
                } else {
                    files.add(file);
                }
            }
        }
        for (Path below : directories) {
            addDirectory(below);
        }
        directoriesAbove.remove(directory);
    }

    /** What a link leads to, which may be on another file system; anything else as it is. */
    private static FileStatus followed(FileSystem fileSystem, FileStatus found) throws IOException {
        if (!found.isSymlink()) {
            return found;
        }
        try {
            return fileSystem.getFileStatus(found.getPath());
        } catch (FileNotFoundException e) {
            FileNotFoundException failure = new FileNotFoundException(
                    "the symbolic link " + found.getPath() + " in the input leads to nothing: " + e.getMessage());
            failure.initCause(e);
            throw failure;
        }
    }
}
