package io.pq2.compact;

import io.pq2.io.InputFile;
import io.pq2.io.OutputFile;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operations on a file system that a compaction needs. Paths are absolute texts that {@link #child} and {@link
 * #list} return. Implementations are thread-safe.
 *
 * <p>A compaction is safe if the rename or creation of one file is atomic, and if a listing shows all changes that were
 * complete when it began.
 */
public interface TableFileSystem {

    /**
     * A file or directory.
     *
     * @param path its path
     * @param name its last name
     * @param directory whether it is a directory
     * @param length the length of a file in bytes; 0 for a directory
     * @param modified the time of the last change in milliseconds since 1970
     * @param access the owner, group and permissions of a file as text; empty if the file system has none. Files with
     *     equal access may be merged
     */
    record Entry(String path, String name, boolean directory, long length, long modified, String access)
            implements Serializable {}

    /**
     * Returns the path of a file or directory in a directory.
     *
     * @param name one name without separators
     */
    String child(String directory, String name);

    /** Returns the directory of a path; null for a root. */
    @Nullable
    String parent(String path);

    /** Returns the last name of a path; empty for a root. */
    String name(String path);

    /**
     * Returns the files and directories of a directory, also the hidden ones, in any order. Symbolic links are left
     * out. The list is empty if there is no such directory.
     *
     * @throws IOException if the directory cannot be listed
     */
    List<Entry> list(String directory) throws IOException;

    /**
     * Returns a file or directory; null if there is none of this path.
     *
     * @throws IOException if the file system cannot tell
     */
    @Nullable
    Entry find(String path) throws IOException;

    /** Returns a file for reading. */
    InputFile input(Entry file);

    /**
     * Returns a new file that only its owner can read, if the file system has permissions. Its directories are created.
     *
     * @param path a path that no file has
     */
    OutputFile privateOutput(String path);

    /**
     * Returns a new file with the usual permissions, which is visible only when it is complete if the file system can
     * do so. Its directories are created.
     *
     * @param path a path that no file has
     */
    OutputFile output(String path);

    /**
     * Gives a file the owner, group and permissions of another one.
     *
     * @param path the file that changes
     * @param model the file whose access is copied
     * @throws IOException if the user may not do so
     */
    void copyAccess(String path, Entry model) throws IOException;

    /**
     * Renames a complete file. The file is durable under its new name when this method returns.
     *
     * @param to the new path, in the same directory tree, which no file has
     * @throws IOException if the file was not renamed
     */
    void rename(String from, String to) throws IOException;

    /**
     * Deletes files, possibly in parallel. Files that do not exist are ignored.
     *
     * @throws IOException if a file remains; others may be deleted
     */
    void delete(List<String> files) throws IOException;

    /**
     * Deletes a directory if it exists and is empty.
     *
     * @throws IOException if the file system fails; a directory with files is no failure
     */
    void deleteIfEmpty(String directory) throws IOException;

    /** Returns the block size of new files in a directory in bytes; 0 if the file system has no blocks. */
    long blockBytes(String directory) throws IOException;

    /** Returns the number of files to open or delete at a time. */
    int parallelism();
}
