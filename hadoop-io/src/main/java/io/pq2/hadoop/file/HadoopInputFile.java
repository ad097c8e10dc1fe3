package io.pq2.hadoop.file;

import static org.apache.hadoop.fs.Options.OpenFileOptions.FS_OPTION_OPENFILE_LENGTH;
import static org.apache.hadoop.fs.Options.OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY;
import static org.apache.hadoop.fs.Options.OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_COLUMNAR;
import static org.apache.hadoop.fs.Options.OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_PARQUET;
import static org.apache.hadoop.fs.Options.OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_RANDOM;
import static org.apache.hadoop.fs.Options.OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_VECTOR;

import io.pq2.exception.CorruptFileException;
import io.pq2.hadoop.internal.file.HadoopRangeSource;
import io.pq2.io.InputFile;
import io.pq2.io.RangeSource;
import java.io.IOException;
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

/** A file on a Hadoop file system. Its status is asked for at most once; a caller who has listed the directory gives it. */
public final class HadoopInputFile implements InputFile {

    /**
     * From the most to the least specific: a stream takes the first that it knows. Streams that know none of them ignore the
     * option.
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
    private volatile FileStatus status;

    private HadoopInputFile(Path path, long givenLength, FileStatus status, Configuration configuration) {
        this.path = Objects.requireNonNull(path, "path");
        this.configuration = Objects.requireNonNull(configuration, "configuration");
        this.givenLength = givenLength;
        this.status = status;
    }

    /** A file of which only the name is known. Nothing is asked of the file system before it is needed. */
    public static HadoopInputFile of(Path path, Configuration configuration) {
        return new HadoopInputFile(path, UNKNOWN, null, configuration);
    }

    /** A file whose status is known, as a listing of its directory has it. No file system is asked for it again. */
    public static HadoopInputFile of(FileStatus status, Configuration configuration) {
        return new HadoopInputFile(status.getPath(), UNKNOWN, status, configuration);
    }

    /**
     * A file whose length is known, as a split carries it. No file system is asked for it again.
     *
     * @param length the length of the whole file in bytes
     */
    public static HadoopInputFile of(Path path, long length, Configuration configuration) {
        if (length < 0) {
            throw new IllegalArgumentException(path + ": a length of " + length + " bytes");
        }
        return new HadoopInputFile(path, length, null, configuration);
    }

    /** The path as it was given. */
    public Path path() {
        return path;
    }

    @Override
    public String location() {
        return path.toString();
    }

    @Override
    public long length() throws IOException {
        return givenLength != UNKNOWN
                ? givenLength
                : status(path.getFileSystem(configuration)).getLen();
    }

    @Override
    public RangeSource open() throws IOException {
        FileSystem fileSystem = path.getFileSystem(configuration);
        return new HadoopRangeSource(location(), () -> stream(fileSystem), isLocal(fileSystem));
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

    private static boolean isLocal(FileSystem fileSystem) {
        return fileSystem instanceof LocalFileSystem || fileSystem instanceof RawLocalFileSystem;
    }

    @Override
    public HadoopInputFile sibling(String relativePath) {
        // Names may hold a colon, which would be taken for the end of a scheme in a path of its own.
        String location = path.toString();
        String directory = location.substring(0, location.lastIndexOf(Path.SEPARATOR) + 1);
        try {
            return of(new Path(directory + relativePath), configuration);
        } catch (IllegalArgumentException e) {
            throw new CorruptFileException("ColumnChunk.file_path: " + e.getMessage(), e);
        }
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
