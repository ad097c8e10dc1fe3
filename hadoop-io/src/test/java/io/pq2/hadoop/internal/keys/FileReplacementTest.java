package io.pq2.hadoop.internal.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pq2.io.ByteSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Replaces local files without changing who may read them. */
class FileReplacementTest {

    private static final byte[] NEW = "new content".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path directory;

    private final Configuration configuration = new Configuration(false);
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = directory.resolve("a b%20.parquet");
        Files.writeString(file, "old content");
        assumeTrue(Files.getFileStore(file).supportsFileAttributeView("posix"), "needs POSIX permissions");
    }

    private void replace(Path named, Path in) throws IOException {
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(named.toUri());
        FileStatus status = path.getFileSystem(configuration).getFileStatus(path);
        FileReplacement replacement = FileReplacement.of(status, configuration);
        ByteSink sink = replacement.output().create();
        sink.write(NEW, 0, NEW.length);
        assertHiddenFilesAreForTheOwnerOnly(in);
        sink.close();
        assertHiddenFilesAreForTheOwnerOnly(in);
        replacement.commit();
        assertThat(Files.readAllBytes(named)).isEqualTo(NEW);
        assertThat(rotating(in)).isEmpty();
    }

    private static List<Path> rotating(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(path -> path.toString().contains(FileReplacement.SUFFIX))
                    .toList();
        }
    }

    private static void assertHiddenFilesAreForTheOwnerOnly(Path directory) throws IOException {
        assertThat(rotating(directory)).isNotEmpty();
        for (Path path : rotating(directory)) {
            assertThat(permissions(path)).as(path.toString()).isEqualTo("rw-------");
        }
    }

    private static String permissions(Path path) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
        return PosixFilePermissions.toString(permissions);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-------", "rw-r-----", "rw-rw-r--", "r--r--r--", "rwxr-x---"})
    void keepsPermissionsAndHidesTheTemporaryCopy(String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        replace(file, directory);
        assertThat(permissions(file)).isEqualTo(permissions);
    }

    @Test
    void keepsOwnerAndGroup() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs a user who may change owners");
        Files.setAttribute(file, "unix:uid", 12345);
        Files.setAttribute(file, "unix:gid", 23456);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        PosixFileAttributes before = Files.readAttributes(file, PosixFileAttributes.class);
        replace(file, directory);
        PosixFileAttributes after = Files.readAttributes(file, PosixFileAttributes.class);
        assertThat(after.owner()).isEqualTo(before.owner());
        assertThat(after.group()).isEqualTo(before.group());
        assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(12345);
        assertThat(permissions(file)).isEqualTo("rw-r-----");
    }

    @Test
    void replacesTheTargetOfASymbolicLink() throws IOException {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Path target = Files.move(file, elsewhere.resolve("target.parquet"));
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-r-----"));
        Path link = Files.createSymbolicLink(file, Path.of("elsewhere", "target.parquet"));
        Files.write(directory.resolve("." + link.getFileName() + ".crc"), new byte[3]);
        Files.write(elsewhere.resolve(".target.parquet.crc"), new byte[3]);
        replace(link, elsewhere);
        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)).isTrue();
        assertThat(Files.readAllBytes(target)).isEqualTo(NEW);
        assertThat(permissions(target)).isEqualTo("rw-r-----");
        assertThat(elsewhere.resolve(".target.parquet.crc")).doesNotExist();
        assertThat(directory.resolve("." + link.getFileName() + ".crc")).doesNotExist();
    }
}
