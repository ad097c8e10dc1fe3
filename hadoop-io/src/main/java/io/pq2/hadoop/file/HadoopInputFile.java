package io.pq2.hadoop.file;

import static org.apache.hadoop.fs.Options.OpenFileOptions.FS_OPTION_OPENFILE_LENGTH;
import static org.apache.hadoop.fs.Options.OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY;
import static org.apache.hadoop.fs.Options.OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_COLUMNAR;
import static org.apache.hadoop.fs.Options.OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_PARQUET;
import static org.apache.hadoop.fs.Options.OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_RANDOM;
import static org.apache.hadoop.fs.Options.OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_VECTOR;

import io.pq2.exception.CorruptFileException;
import io.pq2.hadoop.internal.file.LocalRangeSource;
import io.pq2.hadoop.internal.file.RemoteRangeSource;
import io.pq2.hadoop.internal.file.RemoteRequests;
import io.pq2.internal.exception.DisplayText;
import io.pq2.io.InputFile;
import io.pq2.io.RangeSource;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.functional.FutureIO;
import org.jspecify.annotations.Nullable;

/**
 * An input file on a Hadoop file system.
 *
 * <p>The file's status is requested at most once, and not at all if the caller passes the status or the length.
 * Thread-safe.
 */
public final class HadoopInputFile implements InputFile {

    /**
     * Read policies from the most to the least specific. A stream uses the first policy that it supports; a stream that
     * supports none of them ignores the option.
     */
    private static final String READ_POLICY = String.join(
            ", ",
            FS_OPTION_OPENFILE_READ_POLICY_PARQUET,
            FS_OPTION_OPENFILE_READ_POLICY_COLUMNAR,
            FS_OPTION_OPENFILE_READ_POLICY_VECTOR,
            FS_OPTION_OPENFILE_READ_POLICY_RANDOM);

    private static final long UNKNOWN = -1;

    private final Path path;
    private final Configuration configuration;
    private final long givenLength;
    /** Absent if it is looked up at each opening. */
    private final @Nullable FileSystem givenFileSystem;

    private volatile @Nullable FileStatus status;

    private HadoopInputFile(
            Path path,
            long givenLength,
            @Nullable FileStatus status,
            @Nullable FileSystem givenFileSystem,
            Configuration configuration) {
        this.path = Objects.requireNonNull(path, "path");
        this.configuration = Objects.requireNonNull(configuration, "configuration");
        this.givenLength = givenLength;
        this.status = status;
        this.givenFileSystem = givenFileSystem;
    }

    /**
     * Returns a file by its path. The status is requested when the length is first needed.
     *
     * @param path the path of the file
     * @param configuration the settings of the file system; read again at each opening
     */
    public static HadoopInputFile of(Path path, Configuration configuration) {
        return new HadoopInputFile(path, UNKNOWN, null, null, configuration);
    }

    /**
     * Returns a file whose status is known, for example from a directory listing.
     *
     * @param status the status of the file
     * @param configuration the settings of the file system; read again at each opening
     */
    public static HadoopInputFile of(FileStatus status, Configuration configuration) {
        return new HadoopInputFile(status.getPath(), UNKNOWN, status, null, configuration);
    }

    /**
     * Returns a file whose length is known, for example from a split.
     *
     * @param path the path of the file
     * @param length the length of the whole file in bytes
     * @param configuration the settings of the file system; read again at each opening
     * @throws IllegalArgumentException if the length is negative
     */
    public static HadoopInputFile of(Path path, long length, Configuration configuration) {
        if (length < 0) {
            throw new IllegalArgumentException(path + ": the length is negative: " + length);
        }
        return new HadoopInputFile(path, length, null, null, configuration);
    }

    /**
     * Returns a file whose length and file system are known. Looking up the file system once for many files saves the
     * time that Hadoop needs to find out the current user for each of them.
     *
     * @param path the path of the file
     * @param length the length of the whole file in bytes
     * @param fileSystem the file system of the path
     * @param configuration the settings of the requests to remote files; read again at each opening
     * @throws IllegalArgumentException if the length is negative
     */
    public static HadoopInputFile of(Path path, long length, FileSystem fileSystem, Configuration configuration) {
        HadoopInputFile file = of(path, length, configuration);
        return new HadoopInputFile(file.path, length, null, fileSystem, configuration);
    }

    /** Returns the path as the caller passed it. */
    public Path path() {
        return path;
    }

    @Override
    public String location() {
        return path.toString();
    }

    @Override
    public long length() throws IOException {
        return givenLength != UNKNOWN ? givenLength : status(fileSystem()).getLen();
    }

    @Override
    public RangeSource open() throws IOException {
        FileSystem fileSystem = fileSystem();
        return isLocal(fileSystem)
                ? new LocalRangeSource(location(), () -> stream(fileSystem))
                : new RemoteRangeSource(location(), () -> stream(fileSystem), RemoteRequests.from(configuration));
    }

    private FileSystem fileSystem() throws IOException {
        return givenFileSystem != null ? givenFileSystem : path.getFileSystem(configuration);
    }

    private FSDataInputStream stream(FileSystem fileSystem) throws IOException {
        FutureDataInputStreamBuilder builder = fileSystem.openFile(path);
        long length = givenLength;
        if (length == UNKNOWN) {
            FileStatus known = status(fileSystem);
            length = known.getLen();
            builder.withFileStatus(known);
        }
        builder.opt(FS_OPTION_OPENFILE_READ_POLICY, READ_POLICY);
        builder.opt(FS_OPTION_OPENFILE_LENGTH, Long.toString(length));
        return FutureIO.awaitFuture(builder.build());
    }

    /**
     * Whether the files of a path's file system are on other machines.
     *
     * @throws IOException if the file system cannot be opened
     */
    public static boolean isRemote(Path path, Configuration configuration) throws IOException {
        return !isLocal(path.getFileSystem(configuration));
    }

    private static boolean isLocal(FileSystem fileSystem) {
        return fileSystem instanceof LocalFileSystem || fileSystem instanceof RawLocalFileSystem;
    }

    /**
     * {@inheritDoc}
     *
     * @throws CorruptFileException if the path is no path of Hadoop, or leads out of the directory
     */
    @Override
    public HadoopInputFile externalFile(String relativePath) {
        // A file name may contain a colon, which Path would take for the end of a scheme if the name stood alone.
        String location = path.toString();
        String directory = location.substring(0, location.lastIndexOf(Path.SEPARATOR) + 1);
        Path external;
        try {
            external = new Path(directory + relativePath);
        } catch (IllegalArgumentException e) {
            throw new CorruptFileException("ColumnChunk.file_path: " + e.getMessage(), e);
        }
        if (!isBelowDirectory(external.toUri(), path.toUri())) {
            throw new CorruptFileException("ColumnChunk.file_path: \"" + DisplayText.name(relativePath)
                    + "\" is not in the directory of " + location);
        }
        return of(external, configuration);
    }

    /** Whether a file is in or below the directory of another file, on the same file system. */
    private static boolean isBelowDirectory(URI file, URI other) {
        String directory = other.getPath().substring(0, other.getPath().lastIndexOf(Path.SEPARATOR) + 1);
        if (!Objects.equals(file.getScheme(), other.getScheme())
                || !Objects.equals(file.getAuthority(), other.getAuthority())
                || !file.getPath().startsWith(directory)) {
            return false;
        }
        // Without a directory, both paths are relative to the working directory of the file system.
        String below = file.getPath().substring(directory.length());
        return !below.isEmpty()
                && !below.startsWith(Path.SEPARATOR)
                && !List.of(below.split(Path.SEPARATOR, -1)).contains("..");
    }

    private FileStatus status(FileSystem fileSystem) throws IOException {
        FileStatus known = status;
        if (known == null) {
            known = fileSystem.getFileStatus(path);
            status = known;
        }
        if (known.isDirectory()) {
            throw new IOException(path + " is a directory, not a file");
        }
        return known;
    }

    @Override
    public String toString() {
        return location();
    }
}
