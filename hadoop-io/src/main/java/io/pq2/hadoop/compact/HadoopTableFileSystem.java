package io.pq2.hadoop.compact;

import io.pq2.compact.TableFileSystem;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.hadoop.internal.file.HadoopByteSink;
import io.pq2.hadoop.internal.file.ParallelFileTasks;
import io.pq2.io.ByteSink;
import io.pq2.io.InputFile;
import io.pq2.io.OutputFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.AclUtil;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.jspecify.annotations.Nullable;

/**
 * Tables of a Hadoop file system. It must rename a file atomically, or publish a copy of it as a whole, as S3A does,
 * and its listings must show all earlier changes.
 */
public final class HadoopTableFileSystem implements TableFileSystem {

    /** The schemes of file systems that store blocks on hosts. */
    private static final Set<String> BLOCK_SCHEMES = Set.of("hdfs", "webhdfs", "swebhdfs", "viewfs");

    private static final String BUFFER_SIZE = "io.file.buffer.size";
    private static final int DEFAULT_BUFFER_SIZE = 4096;

    /** Files that are opened or deleted at a time. */
    private static final int THREADS = 16;

    private final FileSystem fileSystem;
    private final Configuration configuration;

    private HadoopTableFileSystem(FileSystem fileSystem, Configuration configuration) {
        this.fileSystem = fileSystem;
        this.configuration = configuration;
    }

    /**
     * Returns the file system of a table.
     *
     * @param table a path on it
     * @param configuration the settings of the file system
     * @throws IOException if the file system cannot be connected
     */
    public static HadoopTableFileSystem of(Path table, Configuration configuration) throws IOException {
        return new HadoopTableFileSystem(
                table.getFileSystem(Objects.requireNonNull(configuration, "configuration")), configuration);
    }

    /** Returns the absolute path of a table as text, for {@link io.pq2.compact.TableCompaction}. */
    public String location(Path table) {
        return fileSystem.makeQualified(table).toString();
    }

    @Override
    public String child(String directory, String name) {
        // The constructor with two arguments would take a colon in the name for the end of a scheme.
        return new Path(directory + (directory.endsWith(Path.SEPARATOR) ? "" : Path.SEPARATOR) + name).toString();
    }

    @Override
    public @Nullable String parent(String path) {
        Path parent = new Path(path).getParent();
        return parent == null ? null : parent.toString();
    }

    @Override
    public String name(String path) {
        return new Path(path).getName();
    }

    @Override
    public List<Entry> list(String directory) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try {
            for (FileStatus status : fileSystem.listStatus(new Path(directory))) {
                if (!status.isSymlink()) {
                    entries.add(entry(status));
                }
            }
        } catch (FileNotFoundException e) {
            return List.of();
        }
        return entries;
    }

    @Override
    public @Nullable Entry find(String path) throws IOException {
        try {
            return entry(fileSystem.getFileStatus(new Path(path)));
        } catch (FileNotFoundException e) {
            return null;
        }
    }

    private Entry entry(FileStatus status) throws IOException {
        boolean directory = status.isDirectory();
        String access = status.getOwner() + ":" + status.getGroup() + ":" + status.getPermission()
                + (status.hasAcl() && !directory
                        ? ":" + fileSystem.getAclStatus(status.getPath()).getEntries()
                        : "");
        return new Entry(
                status.getPath().toString(),
                status.getPath().getName(),
                directory,
                directory ? 0 : status.getLen(),
                status.getModificationTime(),
                access);
    }

    @Override
    public InputFile input(Entry file) {
        return HadoopInputFile.of(new Path(file.path()), file.length(), configuration);
    }

    @Override
    public OutputFile privateOutput(String text) {
        Path path = new Path(text);
        return new OutputFile() {
            @Override
            public String location() {
                return path.toString();
            }

            @Override
            public ByteSink create() throws IOException {
                long block = fileSystem.getDefaultBlockSize(path);
                FSDataOutputStream stream = fileSystem.create(
                        path,
                        new FsPermission(FsAction.READ_WRITE, FsAction.NONE, FsAction.NONE),
                        false,
                        configuration.getInt(BUFFER_SIZE, DEFAULT_BUFFER_SIZE),
                        fileSystem.getDefaultReplication(path),
                        block,
                        null);
                return new HadoopByteSink(fileSystem, path, stream, hasBlocks() ? block : 0);
            }
        };
    }

    private boolean hasBlocks() {
        return BLOCK_SCHEMES.contains(fileSystem.getUri().getScheme());
    }

    @Override
    public OutputFile output(String path) {
        return HadoopOutputFile.of(new Path(path), configuration);
    }

    @Override
    public void copyAccess(String text, Entry model) throws IOException {
        Path path = new Path(text);
        FileStatus now = fileSystem.getFileStatus(path);
        FileStatus before = fileSystem.getFileStatus(new Path(model.path()));
        // The owner and group come before the permissions, which are meant for them.
        if (!now.getOwner().equals(before.getOwner())) {
            fileSystem.setOwner(path, before.getOwner(), null);
        }
        if (!now.getGroup().equals(before.getGroup())) {
            fileSystem.setOwner(path, null, before.getGroup());
        }
        if (before.hasAcl()) {
            fileSystem.setAcl(
                    path,
                    AclUtil.getAclFromPermAndEntries(
                            before.getPermission(),
                            fileSystem.getAclStatus(before.getPath()).getEntries()));
            return;
        }
        if (now.hasAcl()) {
            // The new file inherits the default ACL of the directory, which the old file does not have.
            fileSystem.removeAcl(path);
        }
        fileSystem.setPermission(path, before.getPermission());
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Path target = new Path(to);
        if (fileSystem.exists(target)) {
            throw new FileAlreadyExistsException(to);
        }
        if (!fileSystem.rename(new Path(from), target)) {
            throw new IOException("the file system did not rename " + from + " to " + to);
        }
    }

    @Override
    public void delete(List<String> files) throws IOException {
        List<FileStatus> statuses = files.stream()
                .map(file -> new FileStatus(0, false, 0, 0, 0, new Path(file)))
                .toList();
        ParallelFileTasks.map(statuses, THREADS, (index, file) -> fileSystem.delete(file.getPath(), false));
    }

    @Override
    public void deleteIfEmpty(String directory) throws IOException {
        Path path = new Path(directory);
        if (list(directory).isEmpty() && fileSystem.exists(path)) {
            fileSystem.delete(path, false);
        }
    }

    @Override
    public long blockBytes(String directory) {
        return hasBlocks() ? fileSystem.getDefaultBlockSize(new Path(directory)) : 0;
    }

    @Override
    public int parallelism() {
        return THREADS;
    }
}
