package io.pq2.hadoop.file;

import io.pq2.hadoop.internal.file.HadoopByteSink;
import io.pq2.io.ByteSink;
import io.pq2.io.OutputFile;
import java.io.IOException;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * An output file on a Hadoop file system.
 *
 * <p>The file has its final name from the start, so readers of a file system with visible partial files can see it
 * before it is complete. To publish complete files only, write into the directory of a task attempt and let a committer
 * move them. Instances are immutable.
 */
public final class HadoopOutputFile implements OutputFile {

    private static final String BUFFER_SIZE = "io.file.buffer.size";
    private static final int DEFAULT_BUFFER_SIZE = 4096;

    /** S3A's option to create a file without requests that look for one. Also the name of the capability. */
    private static final String UNCHECKED_CREATION = "fs.s3a.create.performance";

    /**
     * The schemes of file systems that store blocks on hosts. Other file systems report a block size without having
     * blocks.
     */
    private static final Set<String> BLOCK_SCHEMES = Set.of("hdfs", "webhdfs", "swebhdfs", "viewfs");

    private final Path path;
    private final Configuration configuration;
    private final Existing existing;
    private final long blockSize;
    private final short replication;

    /** What is known about a file at the same path. */
    private enum Existing {
        REFUSED,
        REPLACED,
        /** No file has this name, and no other writer uses it. */
        NONE
    }

    private HadoopOutputFile(
            Path path, Configuration configuration, Existing existing, long blockSize, short replication) {
        this.path = Objects.requireNonNull(path, "path");
        this.configuration = Objects.requireNonNull(configuration, "configuration");
        this.existing = existing;
        this.blockSize = blockSize;
        this.replication = replication;
    }

    /**
     * Returns a file that must not exist yet, with the file system's default block size and replication.
     *
     * @param path the path of the file
     * @param configuration the settings of the file system
     */
    public static HadoopOutputFile of(Path path, Configuration configuration) {
        return new HadoopOutputFile(path, configuration, Existing.REFUSED, 0, (short) 0);
    }

    /**
     * Returns a file that replaces an existing one. On most file systems the old content is lost when writing starts,
     * even if the new content is never completed.
     */
    public HadoopOutputFile overwriting() {
        return new HadoopOutputFile(path, configuration, Existing.REPLACED, blockSize, replication);
    }

    /**
     * Returns a file with a name that no other file has, for example one with the id of a job. On file systems that
     * look for a file or directory of this name at a high price, such as S3A, {@link #create} does not look. There, an
     * existing file would be replaced.
     */
    public HadoopOutputFile withUniqueName() {
        return new HadoopOutputFile(path, configuration, Existing.NONE, blockSize, replication);
    }

    /**
     * Returns this file with another block size.
     *
     * @param bytes the block size in bytes; 0 for the file system's default
     * @throws IllegalArgumentException if the size is negative
     */
    public HadoopOutputFile withBlockSize(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("the block size is negative: " + bytes);
        }
        return new HadoopOutputFile(path, configuration, existing, bytes, replication);
    }

    /**
     * Returns this file with another replication.
     *
     * @param copies the number of copies of each block; 0 for the file system's default
     * @throws IllegalArgumentException if the number is negative or greater than {@link Short#MAX_VALUE}
     */
    public HadoopOutputFile withReplication(int copies) {
        if (copies < 0 || copies > Short.MAX_VALUE) {
            throw new IllegalArgumentException("the replication is out of range: " + copies);
        }
        return new HadoopOutputFile(path, configuration, existing, blockSize, (short) copies);
    }

    /** Returns the path as the caller passed it. */
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
     * @throws org.apache.hadoop.fs.FileAlreadyExistsException if the file exists and is not to be overwritten
     */
    @Override
    public ByteSink create() throws IOException {
        FileSystem fileSystem = path.getFileSystem(configuration);
        long bytes = blockSize > 0 ? blockSize : fileSystem.getDefaultBlockSize(path);
        boolean unchecked = existing == Existing.NONE && fileSystem.hasPathCapability(path, UNCHECKED_CREATION);
        FSDataOutputStream stream = unchecked
                ? createUnchecked(fileSystem)
                : fileSystem.create(
                        path,
                        existing == Existing.REPLACED,
                        configuration.getInt(BUFFER_SIZE, DEFAULT_BUFFER_SIZE),
                        replication > 0 ? replication : fileSystem.getDefaultReplication(path),
                        bytes);
        boolean inBlocks = BLOCK_SCHEMES.contains(fileSystem.getUri().getScheme());
        return new HadoopByteSink(fileSystem, path, stream, inBlocks ? bytes : 0);
    }

    private FSDataOutputStream createUnchecked(FileSystem fileSystem) throws IOException {
        FSDataOutputStreamBuilder<?, ?> builder = fileSystem.createFile(path);
        builder.recursive();
        builder.overwrite(true);
        builder.opt(UNCHECKED_CREATION, true);
        return builder.build();
    }

    @Override
    public String toString() {
        return location();
    }
}
