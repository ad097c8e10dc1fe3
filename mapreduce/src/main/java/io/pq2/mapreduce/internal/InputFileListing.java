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
import org.jspecify.annotations.Nullable;

/**
 * Lists the files of a job's input paths. A named file is always listed. For a directory, the visible files below it
 * are listed, and for a symbolic link its target.
 */
public final class InputFileListing {

    private final Configuration configuration;
    private final PathFilter filter;
    private final List<FileStatus> files = new ArrayList<>();

    /** The directory that is being listed and its parents up to the input path. */
    private final Set<Path> openDirectories = new HashSet<>();

    private InputFileListing(Configuration configuration, PathFilter filter) {
        this.configuration = configuration;
        this.filter = filter;
    }

    /**
     * Lists the input files.
     *
     * @param inputs paths or glob patterns
     * @param userFilter an additional filter for files and directories below the inputs; null for none
     * @throws FileNotFoundException if an input matches nothing
     * @throws IOException if a directory cannot be listed, or a symbolic link leads to a parent directory
     */
    public static List<FileStatus> list(Path[] inputs, @Nullable PathFilter userFilter, Configuration configuration)
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
            throw new FileNotFoundException("the input path matches no file: " + input);
        }
        for (FileStatus match : matches) {
            FileStatus file = resolved(fileSystem, match);
            if (file.isDirectory()) {
                addDirectory(file.getPath());
            } else {
                files.add(file);
            }
        }
    }

    private void addDirectory(Path directory) throws IOException {
        if (!openDirectories.add(directory)) {
            throw new IOException("a symbolic link below the input directory " + directory + " points back to it");
        }
        List<Path> directories = new ArrayList<>();
        FileSystem fileSystem = directory.getFileSystem(configuration);
        RemoteIterator<LocatedFileStatus> entries = fileSystem.listLocatedStatus(directory);
        while (entries.hasNext()) {
            LocatedFileStatus entry = entries.next();
            if (filter.accept(entry.getPath())) {
                FileStatus file = resolved(fileSystem, entry);
                if (file.isDirectory()) {
                    directories.add(file.getPath());
                } else {
                    files.add(file);
                }
            }
        }
        for (Path child : directories) {
            addDirectory(child);
        }
        openDirectories.remove(directory);
    }

    /**
     * Returns the target of a symbolic link, which may be on another file system. Other files are returned unchanged.
     */
    private static FileStatus resolved(FileSystem fileSystem, FileStatus file) throws IOException {
        if (!file.isSymlink()) {
            return file;
        }
        try {
            return fileSystem.getFileStatus(file.getPath());
        } catch (FileNotFoundException e) {
            FileNotFoundException failure = new FileNotFoundException(
                    "the symbolic link " + file.getPath() + " in the input has no target: " + e.getMessage());
            failure.initCause(e);
            throw failure;
        }
    }
}
