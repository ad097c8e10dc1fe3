package io.pq2.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Hadoop's local file system, but it sets permissions within the process. Without Hadoop's native library, the original
 * starts a process each time: about eight for each table that a test writes.
 */
public final class TestFileSystem extends LocalFileSystem {

    public TestFileSystem() {
        super(new Raw());
    }

    private static final class Raw extends RawLocalFileSystem {

        /** Sets the permissions of a file or directory, without the sticky bit. */
        @Override
        public void setPermission(Path path, FsPermission permission) throws IOException {
            String symbols = permission.getUserAction().SYMBOL
                    + permission.getGroupAction().SYMBOL
                    + permission.getOtherAction().SYMBOL;
            Files.setPosixFilePermissions(pathToFile(path).toPath(), PosixFilePermissions.fromString(symbols));
        }
    }
}
