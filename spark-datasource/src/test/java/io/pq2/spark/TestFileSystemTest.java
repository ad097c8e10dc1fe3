package io.pq2.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestFileSystemTest {

    @TempDir
    Path directory;

    @Test
    void permissionsAreThoseOfHadoop() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        try (LocalFileSystem tests = opened(new TestFileSystem());
                LocalFileSystem hadoop = opened(new LocalFileSystem())) {
            for (String octal : List.of("000", "124", "640", "755", "777", "1750")) {
                assertThat(permissions(tests, file, octal)).as(octal).isEqualTo(permissions(hadoop, file, octal));
            }
        }
    }

    @Test
    void aFileMustExist() throws IOException {
        try (LocalFileSystem tests = opened(new TestFileSystem())) {
            assertThatThrownBy(() -> permissions(tests, directory.resolve("absent"), "640"))
                    .isInstanceOf(NoSuchFileException.class);
        }
    }

    private static LocalFileSystem opened(LocalFileSystem fileSystem) throws IOException {
        fileSystem.initialize(URI.create("file:///"), new Configuration());
        return fileSystem;
    }

    private static String permissions(LocalFileSystem fileSystem, Path file, String octal) throws IOException {
        fileSystem.setPermission(new org.apache.hadoop.fs.Path(file.toUri()), new FsPermission(octal));
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
