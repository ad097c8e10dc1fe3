package io.pq2.hadoop.internal.options;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.file.HiddenFiles;
import io.pq2.read.Footer;
import io.pq2.read.ReadOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.jspecify.annotations.Nullable;

/** Finds out whether the files of a directory are encrypted. */
public final class EncryptedLocation {

    private EncryptedLocation() {}

    /**
     * Returns an encrypted file of a directory. Only one file is opened: the newest one of the first directory that has
     * files, in the descending order of directory names, because the names of the newest partitions usually sort last.
     *
     * @return absent if that file is not encrypted, or there is none
     * @throws IOException if a directory cannot be listed, or the file cannot be read
     */
    public static @Nullable Path encryptedFile(Path directory, Configuration configuration) throws IOException {
        FileStatus newest;
        try {
            newest = newestFile(directory.getFileSystem(configuration), directory);
        } catch (FileNotFoundException e) {
            return null;
        }
        return newest != null && isEncrypted(newest, configuration) ? newest.getPath() : null;
    }

    private static @Nullable FileStatus newestFile(FileSystem fileSystem, Path directory) throws IOException {
        FileStatus newest = null;
        List<Path> directories = new ArrayList<>();
        RemoteIterator<FileStatus> children = fileSystem.listStatusIterator(directory);
        while (children.hasNext()) {
            FileStatus child = children.next();
            if (HiddenFiles.isHidden(child.getPath())) {
                continue;
            }
            if (child.isDirectory()) {
                directories.add(child.getPath());
            } else if (newest == null || child.getModificationTime() > newest.getModificationTime()) {
                newest = child;
            }
        }
        directories.sort(Comparator.reverseOrder());
        for (int i = 0; newest == null && i < directories.size(); i++) {
            newest = newestFile(fileSystem, directories.get(i));
        }
        return newest;
    }

    /** Whether a file is an encrypted Parquet file, also one with a signed plaintext footer. Needs no key. */
    private static boolean isEncrypted(FileStatus status, Configuration configuration) throws IOException {
        HadoopInputFile file = HadoopInputFile.of(status, configuration);
        try {
            return Footer.read(file, ReadOptions.DEFAULT).crypto(file.location()) != null;
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            return false;
        }
    }
}
