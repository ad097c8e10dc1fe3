package io.pq2.hadoop.internal.keys;

import io.pq2.hadoop.file.HiddenFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** Lists the files of tables: the files below a directory, except hidden files and files in hidden directories. */
public final class TableFiles {

    private TableFiles() {}

    /**
     * Returns the files of some paths without duplicates, in the order of the paths and, within a path, of the file
     * names.
     *
     * @param paths files, directories, or Hadoop glob patterns ({@code *}, {@code {a,b}}) for both. A hidden file is
     *     listed if a path names it without a pattern
     * @throws FileNotFoundException if a path matches nothing
     * @throws IOException if a directory cannot be listed
     */
    public static List<FileStatus> of(List<Path> paths, Configuration configuration) throws IOException {
        List<FileStatus> files = new ArrayList<>();
        for (Path path : paths) {
            FileSystem fileSystem = path.getFileSystem(configuration);
            FileStatus[] found = fileSystem.globStatus(path);
            if (found == null || found.length == 0) {
                throw new FileNotFoundException(path + ": no such file or directory");
            }
            for (FileStatus status : found) {
                boolean named = status.getPath().getName().equals(path.getName());
                if (!named && HiddenFiles.isHidden(status.getPath())) {
                    continue;
                }
                if (status.isDirectory()) {
                    addBelow(status.getPath(), fileSystem, files);
                } else {
                    files.add(status);
                }
            }
        }
        return files.stream().distinct().toList();
    }

    private static void addBelow(Path directory, FileSystem fileSystem, List<FileStatus> files) throws IOException {
        List<FileStatus> below = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> all = fileSystem.listFiles(directory, true);
        while (all.hasNext()) {
            FileStatus file = all.next();
            if (isVisible(file.getPath(), directory)) {
                below.add(file);
            }
        }
        below.sort(Comparator.comparing(FileStatus::getPath));
        files.addAll(below);
    }

    private static boolean isVisible(Path file, Path directory) {
        for (Path name = file; name.depth() > directory.depth(); name = name.getParent()) {
            if (HiddenFiles.isHidden(name)) {
                return false;
            }
        }
        return true;
    }
}
