package io.pq2.hadoop.internal.keys;

import io.pq2.hadoop.file.HadoopOutputFile;
import io.pq2.hadoop.internal.file.HadoopByteSink;
import io.pq2.io.ByteSink;
import io.pq2.io.OutputFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.permission.AclUtil;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;

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
 * <p>On the local file system and HDFS, the new content is written to a hidden file in the same directory, which only
 * its writer can read. When it is complete, it gets the owner, group and permissions of the old file and then takes its
 * name in one step. If the path is a symbolic link, the file that it points to is replaced, and the link stays. Object
 * stores publish an object only when it is complete, so the object itself is written there. Other file systems are
 * rejected.
 */
public abstract class FileReplacement {

    /** The suffix of the hidden files. A hidden file may remain after a crash. */
    public static final String SUFFIX = ".rotating";

    /** The schemes of file systems whose rename replaces an existing file atomically. */
    private static final Set<String> ATOMIC_RENAME = Set.of("hdfs", "webhdfs", "swebhdfs");

    private static final int BUFFER_BYTES = 4096;

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

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
        if (fileSystem instanceof LocalFileSystem checksummed) {
            return new ByMove(old, fileSystem, (RawLocalFileSystem) checksummed.getRaw());
        }
        if (fileSystem instanceof RawLocalFileSystem raw) {
            return new ByMove(old, fileSystem, raw);
        }
        if (ATOMIC_RENAME.contains(fileSystem.getUri().getScheme())) {
            // The status that is read through a symbolic link has the path of its target.
            FileStatus target = old.isSymlink() ? fileSystem.getFileStatus(path) : old;
            return new ByRename(target, fileSystem, configuration);
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

    private static String hiddenName(String name) {
        String unique = UUID.randomUUID().toString().substring(0, 8);
        return "." + name + "." + unique + SUFFIX;
    }

    /** Replaces files of HDFS by an overwriting rename. */
    private static final class ByRename extends FileReplacement {

        private final Configuration configuration;
        private final Path newFile;

        ByRename(FileStatus old, FileSystem fileSystem, Configuration configuration) {
            super(old, fileSystem);
            this.configuration = configuration;
            this.newFile = new Path(path().getParent(), hiddenName(path().getName()));
        }

        @Override
        public OutputFile output() {
            return new OutputFile() {
                @Override
                public String location() {
                    return newFile.toString();
                }

                @Override
                public ByteSink create() throws IOException {
                    long blockBytes = old().getBlockSize();
                    FSDataOutputStream stream = fileSystem()
                            .create(
                                    newFile,
                                    new FsPermission(FsAction.READ_WRITE, FsAction.NONE, FsAction.NONE),
                                    false,
                                    BUFFER_BYTES,
                                    old().getReplication(),
                                    blockBytes,
                                    null);
                    return new HadoopByteSink(fileSystem(), newFile, stream, blockBytes);
                }
            };
        }

        @Override
        public void commit() throws IOException {
            try {
                keepAccess();
                checkUnchanged();
                FileContext.getFileContext(newFile.toUri(), configuration)
                        .rename(newFile, path(), Options.Rename.OVERWRITE);
            } catch (IOException e) {
                fileSystem().delete(newFile, false);
                throw e;
            }
        }

        /** Sets the owner and group before the permissions, which are meant for them. */
        private void keepAccess() throws IOException {
            FileStatus now = fileSystem().getFileStatus(newFile);
            if (!now.getOwner().equals(old().getOwner())) {
                fileSystem().setOwner(newFile, old().getOwner(), null);
            }
            if (!now.getGroup().equals(old().getGroup())) {
                fileSystem().setOwner(newFile, null, old().getGroup());
            }
            if (old().hasAcl()) {
                fileSystem()
                        .setAcl(
                                newFile,
                                AclUtil.getAclFromPermAndEntries(
                                        old().getPermission(),
                                        fileSystem().getAclStatus(path()).getEntries()));
                return;
            }
            if (now.hasAcl()) {
                // The new file inherits the default ACL of the directory, which the old file does not have.
                fileSystem().removeAcl(newFile);
            }
            fileSystem().setPermission(newFile, old().getPermission());
        }
    }

    /**
     * Replaces local files by an atomic move. Checksum files are deleted, because they could not be replaced in the
     * same step.
     */
    private static final class ByMove extends FileReplacement {

        private final RawLocalFileSystem raw;
        /** The path that readers use, which may be a symbolic link. */
        private final java.nio.file.Path named;
        /** The file that is replaced. */
        private final java.nio.file.Path target;

        private final java.nio.file.Path newFile;

        ByMove(FileStatus old, FileSystem fileSystem, RawLocalFileSystem raw) throws IOException {
            super(old, fileSystem);
            this.raw = raw;
            this.named = raw.pathToFile(path()).toPath();
            this.target = named.toRealPath();
            this.newFile = target.resolveSibling(hiddenName(String.valueOf(target.getFileName())));
        }

        @Override
        public OutputFile output() {
            Path path = new Path(newFile.toUri());
            return new OutputFile() {
                @Override
                public String location() {
                    return path.toString();
                }

                @Override
                public ByteSink create() throws IOException {
                    FSDataOutputStream stream = new FSDataOutputStream(createForOwnerOnly(), null);
                    return new HadoopByteSink(raw, path, stream, 0);
                }
            };
        }

        /** Creates the file with its permissions in one step. Hadoop's stream would set them after it is created. */
        private OutputStream createForOwnerOnly() throws IOException {
            Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            FileAttribute<?>[] attributes = isPosix()
                    ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                    : new FileAttribute<?>[0];
            return new BufferedOutputStream(
                    Channels.newOutputStream(Files.newByteChannel(newFile, options, attributes)), BUFFER_BYTES);
        }

        private boolean isPosix() throws IOException {
            return Files.getFileStore(target).supportsFileAttributeView(PosixFileAttributeView.class);
        }

        @Override
        public void commit() throws IOException {
            try {
                if (isPosix()) {
                    keepAccess();
                }
                checkUnchanged();
                // Without a checksum file, both the old and the new content are readable.
                deleteChecksums(named);
                deleteChecksums(target);
                Files.move(newFile, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                raw.delete(new Path(newFile.toUri()), false);
                throw e;
            }
        }

        /** Sets the owner and group before the permissions, which are meant for them. */
        private void keepAccess() throws IOException {
            PosixFileAttributes before = Files.readAttributes(target, PosixFileAttributes.class);
            PosixFileAttributeView view = Files.getFileAttributeView(newFile, PosixFileAttributeView.class);
            PosixFileAttributes now = view.readAttributes();
            try {
                if (!now.owner().equals(before.owner())) {
                    view.setOwner(before.owner());
                }
                if (!now.group().equals(before.group())) {
                    view.setGroup(before.group());
                }
            } catch (IOException e) {
                throw new IOException(
                        path() + ": the new file cannot get the owner " + before.owner() + " and the group "
                                + before.group() + " of the old one, which is left unchanged; rotate the keys as that"
                                + " user or as root",
                        e);
            }
            view.setPermissions(before.permissions());
        }

        private static void deleteChecksums(java.nio.file.Path file) throws IOException {
            Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
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
