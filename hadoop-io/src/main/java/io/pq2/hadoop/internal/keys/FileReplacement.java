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
 * New content for a file that others read meanwhile: they see the old one or the new one, whatever fails and whenever. Used once:
 *
 * <pre>
 * FileReplacement replacement = FileReplacement.of(status, configuration);
 * ... write and close replacement.output() ...
 * replacement.commit();
 * </pre>
 *
 * <p>The local file system and HDFS get a hidden file beside the old one, which takes its name, permissions and owner at once. Object stores
 * show an object once it is whole: there the object itself is written. Other file systems are refused.
 */
public abstract class FileReplacement {

    /** What the names of hidden files end with; a crash may leave one behind. */
    public static final String SUFFIX = ".rotating";

    /** Their renaming puts one file in the place of another at once. */
    private static final Set<String> ATOMIC_RENAME = Set.of("hdfs", "webhdfs", "swebhdfs");

    private final FileStatus old;
    private final FileSystem fileSystem;

    private FileReplacement(FileStatus old, FileSystem fileSystem) {
        this.old = old;
        this.fileSystem = fileSystem;
    }

    /**
     * The way to replace a file.
     *
     * @param old the file as it is, with what is to be replaced
     * @throws IOException if its file system has no way to do it safely
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
                + " is not known to replace a file at once, so that a failure could lose it; rotate a copy of the table"
                + " on another file system and move that");
    }

    /** Where the new content is written; closing or aborting it is the caller's. */
    public abstract OutputFile output();

    /**
     * Puts the new content, which is written and closed, in the old one's place.
     *
     * @throws IOException if that fails, or somebody else has changed the old file meanwhile; it is there as it was then
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

    /** Fails if the file is not the one that was read. */
    void checkUnchanged() throws IOException {
        FileStatus now = fileSystem.getFileStatus(path());
        if (now.getLen() != old.getLen() || now.getModificationTime() != old.getModificationTime()) {
            throw new IOException(path() + ": somebody has changed the file meanwhile; it is left as it is");
        }
    }

    private static Path beside(Path path) {
        String unique = UUID.randomUUID().toString().substring(0, 8);
        return new Path(path.getParent(), "." + path.getName() + "." + unique + SUFFIX);
    }

    /** HDFS. */
    private static final class ByRename extends FileReplacement {

        private final Configuration configuration;
        private final Path fresh;

        ByRename(FileStatus old, FileSystem fileSystem, Configuration configuration) {
            super(old, fileSystem);
            this.configuration = configuration;
            this.fresh = beside(old.getPath());
        }

        @Override
        public OutputFile output() {
            return HadoopOutputFile.of(fresh, configuration)
                    .withBlockSize(old().getBlockSize())
                    .withReplication(old().getReplication());
        }

        @Override
        public void commit() throws IOException {
            try {
                keepRights();
                checkUnchanged();
                FileContext.getFileContext(fresh.toUri(), configuration)
                        .rename(fresh, path(), Options.Rename.OVERWRITE);
            } catch (IOException e) {
                fileSystem().delete(fresh, false);
                throw e;
            }
        }

        private void keepRights() throws IOException {
            fileSystem().setPermission(fresh, old().getPermission());
            if (old().hasAcl()) {
                fileSystem()
                        .setAcl(
                                fresh,
                                AclUtil.getAclFromPermAndEntries(
                                        old().getPermission(),
                                        fileSystem().getAclStatus(path()).getEntries()));
            }
            FileStatus now = fileSystem().getFileStatus(fresh);
            if (!now.getOwner().equals(old().getOwner())) {
                fileSystem().setOwner(fresh, old().getOwner(), null);
            }
            if (!now.getGroup().equals(old().getGroup())) {
                fileSystem().setOwner(fresh, null, old().getGroup());
            }
        }
    }

    /** The local file system, whose checksum files are left out: they could not be replaced together with the file. */
    private static final class ByMove extends FileReplacement {

        private final Configuration configuration;
        private final Path fresh;

        ByMove(FileStatus old, FileSystem fileSystem, Configuration configuration) {
            super(old, fileSystem);
            this.configuration = configuration;
            this.fresh = beside(old.getPath());
        }

        @Override
        public OutputFile output() {
            return HadoopOutputFile.of(fresh, configuration);
        }

        @Override
        public void commit() throws IOException {
            java.nio.file.Path from = local(fresh).toPath();
            java.nio.file.Path to = local(path()).toPath();
            try {
                if (Files.getFileStore(to).supportsFileAttributeView("posix")) {
                    Files.setPosixFilePermissions(from, Files.getPosixFilePermissions(to));
                }
                checkUnchanged();
                // Without checksums the old content is read as well as the new one.
                deleteChecksums(to);
                Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                deleteChecksums(from);
            } catch (IOException e) {
                fileSystem().delete(fresh, false);
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
                // The file was written without.
            }
        }
    }

    /** Object stores whose streams can be aborted: what was written appears when they are closed. */
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

        /** Its stream's closing has done it. */
        @Override
        public void commit() {}

        /** Looks at the old object before the new one takes its place. */
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
