package io.pq2.hadoop.internal.keys;

import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.io.ByteSink;
import io.pq2.io.OutputFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.permission.AclUtil;

/**
 * Replaces the content of a file atomically: concurrent readers see the old or the new content, even if the replacement
 * fails at any point. An instance is used once:
 *
 * <pre>
 * FileReplacement replacement = FileReplacement.of(status, configuration);
 * ... write and close replacement.output() ...
 * replacement.commit();
 * </pre>
 *
 * <p>On the local file system and HDFS, the new content is written to a hidden file in the same directory, which then
 * takes the name, permissions and owner of the old file in one step. Object stores publish an object only when it is
 * complete, so the object itself is written there. Other file systems are rejected.
 */
public abstract class FileReplacement {

    /** The suffix of the hidden files. A hidden file may remain after a crash. */
    public static final String SUFFIX = ".rotating";

    /** The schemes of file systems whose rename replaces an existing file atomically. */
    private static final Set<String> ATOMIC_RENAME = Set.of("hdfs", "webhdfs", "swebhdfs");

    private final FileStatus old;
    private final FileSystem fileSystem;

    private FileReplacement(FileStatus old, FileSystem fileSystem) {
        this.old = old;
        this.fileSystem = fileSystem;
    }

    /**
     * Returns a replacement for a file.
     *
     * @param old the status of the file whose content is replaced
     * @throws IOException if its file system cannot replace files atomically
     */
    public static FileReplacement of(FileStatus old, Configuration configuration) throws IOException {
        Path path = old.getPath();
        FileSystem fileSystem = path.getFileSystem(configuration);
        if (fileSystem instanceof LocalFileSystem || fileSystem instanceof RawLocalFileSystem) {
            return new ByMove(old, fileSystem, configuration);
        }
        if (ATOMIC_RENAME.contains(fileSystem.getUri().getScheme())) {
            return new ByRename(old, fileSystem, configuration);
        }
        if (fileSystem.hasPathCapability(path, StreamCapabilities.ABORTABLE_STREAM)) {
            return new WholeObject(old, fileSystem, configuration);
        }
        throw new IOException(path + ": the file system " + fileSystem.getUri().getScheme()
                + " cannot replace a file atomically, so a failure could lose the file; rotate a copy of the table on"
                + " another file system and move it back");
    }

    /** Returns the file for the new content. The caller writes it, and closes or aborts it. */
    public abstract OutputFile output();

    /**
     * Replaces the old content. The new content has been written and closed.
     *
     * @throws IOException if the replacement fails or another process has changed the file; the file then keeps its
     *     content
     */
    public abstract void commit() throws IOException;

    Path path() {
        return old.getPath();
    }

    FileStatus old() {
        return old;
    }

    FileSystem fileSystem() {
        return fileSystem;
    }

    /** Fails if the file has been changed since its status was read. */
    void checkUnchanged() throws IOException {
        FileStatus now = fileSystem.getFileStatus(path());
        if (now.getLen() != old.getLen() || now.getModificationTime() != old.getModificationTime()) {
            throw new IOException(
                    path() + ": the file was changed by others during the rotation; it is left unchanged");
        }
    }

    private static Path hiddenFile(Path path) {
        String unique = UUID.randomUUID().toString().substring(0, 8);
        return new Path(path.getParent(), "." + path.getName() + "." + unique + SUFFIX);
    }

    /** Replaces files of HDFS by an overwriting rename. */
    private static final class ByRename extends FileReplacement {

        private final Configuration configuration;
        private final Path newFile;

        ByRename(FileStatus old, FileSystem fileSystem, Configuration configuration) {
            super(old, fileSystem);
            this.configuration = configuration;
            this.newFile = hiddenFile(old.getPath());
        }

        @Override
        public OutputFile output() {
            return HadoopOutputFile.of(newFile, configuration)
                    .withBlockSize(old().getBlockSize())
                    .withReplication(old().getReplication());
        }

        @Override
        public void commit() throws IOException {
            try {
                keepPermissions();
                checkUnchanged();
                FileContext.getFileContext(newFile.toUri(), configuration)
                        .rename(newFile, path(), Options.Rename.OVERWRITE);
            } catch (IOException e) {
                fileSystem().delete(newFile, false);
                throw e;
            }
        }

        private void keepPermissions() throws IOException {
            fileSystem().setPermission(newFile, old().getPermission());
            if (old().hasAcl()) {
                fileSystem()
                        .setAcl(
                                newFile,
                                AclUtil.getAclFromPermAndEntries(
                                        old().getPermission(),
                                        fileSystem().getAclStatus(path()).getEntries()));
            }
            FileStatus now = fileSystem().getFileStatus(newFile);
            if (!now.getOwner().equals(old().getOwner())) {
                fileSystem().setOwner(newFile, old().getOwner(), null);
            }
            if (!now.getGroup().equals(old().getGroup())) {
                fileSystem().setOwner(newFile, null, old().getGroup());
            }
        }
    }

    /**
     * Replaces local files by an atomic move. Checksum files are deleted, because they could not be replaced in the
     * same step.
     */
    private static final class ByMove extends FileReplacement {

        private final Configuration configuration;
        private final Path newFile;

        ByMove(FileStatus old, FileSystem fileSystem, Configuration configuration) {
            super(old, fileSystem);
            this.configuration = configuration;
            this.newFile = hiddenFile(old.getPath());
        }

        @Override
        public OutputFile output() {
            return HadoopOutputFile.of(newFile, configuration);
        }

        @Override
        public void commit() throws IOException {
            java.nio.file.Path from = local(newFile).toPath();
            java.nio.file.Path to = local(path()).toPath();
            try {
                if (Files.getFileStore(to).supportsFileAttributeView("posix")) {
                    Files.setPosixFilePermissions(from, Files.getPosixFilePermissions(to));
                }
                checkUnchanged();
                // Without a checksum file, both the old and the new content are readable.
                deleteChecksums(to);
                Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                deleteChecksums(from);
            } catch (IOException e) {
                fileSystem().delete(newFile, false);
                throw e;
            }
        }

        private File local(Path path) {
            return fileSystem() instanceof LocalFileSystem checksummed
                    ? checksummed.pathToFile(path)
                    : ((RawLocalFileSystem) fileSystem()).pathToFile(path);
        }

        private static void deleteChecksums(java.nio.file.Path file) throws IOException {
            try {
                Files.delete(file.resolveSibling("." + file.getFileName() + ".crc"));
            } catch (NoSuchFileException e) {
                // The file has no checksum file.
            }
        }
    }

    /**
     * Replaces objects of stores whose streams can be aborted: the new object is published when its stream is closed.
     */
    private static final class WholeObject extends FileReplacement {

        private final Configuration configuration;

        WholeObject(FileStatus old, FileSystem fileSystem, Configuration configuration) {
            super(old, fileSystem);
            this.configuration = configuration;
        }

        @Override
        public OutputFile output() {
            HadoopOutputFile object = HadoopOutputFile.of(path(), configuration).overwriting();
            return new OutputFile() {
                @Override
                public String location() {
                    return object.location();
                }

                @Override
                public ByteSink create() throws IOException {
                    return new Checked(object.create());
                }
            };
        }

        /** Does nothing: closing the stream has replaced the object. */
        @Override
        public void commit() {}

        /** Checks that the old object is unchanged before the new one replaces it. */
        private final class Checked implements ByteSink {

            private final ByteSink sink;

            Checked(ByteSink sink) {
                this.sink = sink;
            }

            @Override
            public long position() {
                return sink.position();
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                sink.write(bytes, offset, length);
            }

            @Override
            public void close() throws IOException {
                checkUnchanged();
                sink.close();
            }

            @Override
            public void abort() throws IOException {
                sink.abort();
            }
        }
    }
}
