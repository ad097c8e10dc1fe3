package io.pq2.cli.internal.files;

import io.pq2.io.OutputFile;
import java.io.IOException;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * What needs Hadoop's classes, as a service that the jar for local files does not have. Loading it is slow, so it is
 * found only when an argument needs it.
 */
public interface HadoopSupport {

    /** Finds the service; returns null if this jar does not contain it. */
    static @Nullable HadoopSupport find() {
        return ServiceLoader.load(HadoopSupport.class, HadoopSupport.class.getClassLoader())
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the files of a path.
     *
     * @param path a file, a directory or a glob pattern on a Hadoop file system
     * @throws java.io.FileNotFoundException if it matches nothing
     * @throws IOException if a directory cannot be listed
     */
    List<TableFile> files(String path, FileOptions options) throws IOException;

    /**
     * Returns a new file to write.
     *
     * @param path a path on a Hadoop file system
     */
    OutputFile output(String path, FileOptions options) throws IOException;

    /**
     * Returns a directory or file that a command changes.
     *
     * @param path a path on a Hadoop file system
     * @throws IOException if the file system cannot be connected
     */
    TableLocation location(String path, FileOptions options) throws IOException;

    /** Whether paths without scheme are on another file system than the local one. */
    boolean hasRemoteDefault(FileOptions options) throws IOException;

    /** Returns the commands for encryption keys. */
    List<Callable<Integer>> commands();
}
