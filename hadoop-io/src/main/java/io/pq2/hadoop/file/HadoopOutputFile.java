package io.pq2.hadoop.file;

import io.pq2.hadoop.internal.file.HadoopByteSink;
import io.pq2.io.ByteSink;
import io.pq2.io.OutputFile;
import java.io.IOException;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file to be written on a Hadoop file system, under its own name from the start. Whoever wants it to appear as a whole writes
 * into a task attempt's directory and lets a committer move it.
 */
public final class HadoopOutputFile implements OutputFile {

    private static final String BUFFER_SIZE = "io.file.buffer.size";
    private static final int DEFAULT_BUFFER_SIZE = 4096;

    /** Of file systems whose blocks lie on hosts; others only name a size. */
    private static final Set<String> BLOCK_SCHEMES = Set.of("hdfs", "webhdfs", "swebhdfs", "viewfs");

    private final Path path;
    private final Configuration configuration;
    private final boolean overwrite;
    private final long blockSize;
    private final short replication;

    private HadoopOutputFile(
            Path path, Configuration configuration, boolean overwrite, long blockSize, short replication) {
        this.path = Objects.requireNonNull(path, "path");
        this.configuration = Objects.requireNonNull(configuration, "configuration");
        this.overwrite = overwrite;
        this.blockSize = blockSize;
        this.replication = replication;
    }

    /** A file that must not exist, with the file system's own block size and replication. */
    public static HadoopOutputFile of(Path path, Configuration configuration) {
        return new HadoopOutputFile(path, configuration, false, 0, (short) 0);
    }

    /**
     * The same file, replacing one that exists. The old one is gone when writing starts, whether or not the new one is
     * completed.
     */
    public HadoopOutputFile overwriting() {
        return new HadoopOutputFile(path, configuration, true, blockSize, replication);
    }

    /** @param bytes the size of the file system's blocks for this file; 0 for the file system's own */
    public HadoopOutputFile withBlockSize(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("a block size of " + bytes + " bytes");
        }
        return new HadoopOutputFile(path, configuration, overwrite, bytes, replication);
    }

    /** @param copies how many copies of each block the file system keeps; 0 for the file system's own number */
    public HadoopOutputFile withReplication(int copies) {
        if (copies < 0 || copies > Short.MAX_VALUE) {
            throw new IllegalArgumentException("a replication of " + copies);
        }
        return new HadoopOutputFile(path, configuration, overwrite, blockSize, (short) copies);
    }

    /** The path as it was given. */
    public Path path() {
        return path;
    }

    @Override
    public String location() {
        return path.toString();
    }

    /**
     * {@inheritDoc}
     *
     * @throws org.apache.hadoop.fs.FileAlreadyExistsException if the file is there already
     */
    @Override
    public ByteSink create() throws IOException {
        FileSystem fileSystem = path.getFileSystem(configuration);
        long bytes = blockSize > 0 ? blockSize : fileSystem.getDefaultBlockSize(path);
        FSDataOutputStream stream = fileSystem.create(
                path,
                overwrite,
                configuration.getInt(BUFFER_SIZE, DEFAULT_BUFFER_SIZE),
                replication > 0 ? replication : fileSystem.getDefaultReplication(path),
                bytes);
        boolean inBlocks = BLOCK_SCHEMES.contains(fileSystem.getUri().getScheme());
        return new HadoopByteSink(fileSystem, path, stream, inBlocks ? bytes : 0);
    }

    @Override
    public String toString() {
        return location();
    }
}
