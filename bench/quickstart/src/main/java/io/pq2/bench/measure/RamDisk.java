package io.pq2.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder in memory, so that measurements do not include storage. */
public final class RamDisk {

    private static final Path ROOT = Path.of("/dev/shm");

    private RamDisk() {}

    /** Creates a folder on the RAM disk, or with other temporary files if the machine has no RAM disk. */
    public static Path createFolder() throws IOException {
        return Files.isDirectory(ROOT)
                ? Files.createTempDirectory(ROOT, "pq2-bench")
                : Files.createTempDirectory("pq2-bench");
    }
}
