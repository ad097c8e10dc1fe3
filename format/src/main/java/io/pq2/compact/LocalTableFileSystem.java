package io.pq2.compact;

import io.pq2.internal.compact.LocalDataFile;
import io.pq2.io.ByteSink;
import io.pq2.io.InputFile;
import io.pq2.io.LocalInputFile;
import io.pq2.io.LocalOutputFile;
import io.pq2.io.OutputFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tables of the local file system. Checksum files of Hadoop ({@code .name.crc}) are deleted with their files. */
public final class LocalTableFileSystem implements TableFileSystem {

    private static final int THREADS = 4;

    /** Creates the file system. */
    public LocalTableFileSystem() {}

    @Override
    public String child(String directory, String name) {
        return Path.of(directory).resolve(name).toString();
    }

    @Override
    public @Nullable String parent(String path) {
        Path parent = Path.of(path).toAbsolutePath().normalize().getParent();
        return parent == null ? null : parent.toString();
    }

    @Override
    public String name(String path) {
        Path name = Path.of(path).toAbsolutePath().normalize().getFileName();
        return name == null ? "" : name.toString();
    }

    @Override
    public List<Entry> list(String directory) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(Path.of(directory))) {
            for (Path path : paths) {
                Entry entry = find(path.toString());
                if (entry != null) {
                    entries.add(entry);
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
        return entries;
    }

    @Override
    public @Nullable Entry find(String text) throws IOException {
        Path path = Path.of(text);
        try {
            boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
            BasicFileAttributes attributes = posix
                    ? Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    : Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isDirectory() && !attributes.isRegularFile()) {
                return null;
            }
            long length = attributes.isDirectory() ? 0 : attributes.size();
            return new Entry(
                    text,
                    name(text),
                    attributes.isDirectory(),
                    length,
                    attributes.lastModifiedTime().toMillis(),
                    access(attributes));
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static String access(BasicFileAttributes attributes) {
        return attributes instanceof PosixFileAttributes posix
                ? posix.owner().getName() + ":" + posix.group().getName() + ":"
                        + PosixFilePermissions.toString(posix.permissions())
                : "";
    }

    @Override
    public InputFile input(Entry file) {
        return new LocalInputFile(Path.of(file.path()));
    }

    @Override
    public OutputFile privateOutput(String path) {
        return new LocalDataFile(Path.of(path));
    }

    @Override
    public OutputFile output(String path) {
        OutputFile file = LocalOutputFile.of(Path.of(path));
        return new OutputFile() {
            @Override
            public String location() {
                return file.location();
            }

            @Override
            public ByteSink create() throws IOException {
                LocalDataFile.createDirectories(Path.of(path));
                return file.create();
            }
        };
    }

    @Override
    public void copyAccess(String path, Entry model) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(Path.of(path), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view == null) {
            return;
        }
        PosixFileAttributes before = Files.readAttributes(Path.of(model.path()), PosixFileAttributes.class);
        PosixFileAttributes now = view.readAttributes();
        // The owner and group come before the permissions, which are meant for them.
        if (!now.owner().equals(before.owner())) {
            view.setOwner(before.owner());
        }
        if (!now.group().equals(before.group())) {
            view.setGroup(before.group());
        }
        view.setPermissions(before.permissions());
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Path source = Path.of(from);
        Path target = Path.of(to);
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(to);
        }
        try (FileChannel file = FileChannel.open(source, StandardOpenOption.WRITE)) {
            file.force(true);
        }
        Files.move(source, target, StandardCopyOption.ATOMIC_MOVE);
        LocalDataFile.forceDirectory(target);
    }

    @Override
    public void delete(List<String> files) throws IOException {
        for (String file : files) {
            Path path = Path.of(file);
            Files.deleteIfExists(path);
            Files.deleteIfExists(path.resolveSibling("." + path.getFileName() + ".crc"));
        }
    }

    @Override
    public void deleteIfEmpty(String directory) throws IOException {
        try {
            Files.deleteIfExists(Path.of(directory));
        } catch (DirectoryNotEmptyException e) {
            // Others use it.
        }
    }

    @Override
    public long blockBytes(String directory) {
        return 0;
    }

    @Override
    public int parallelism() {
        return THREADS;
    }
}
