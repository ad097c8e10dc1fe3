package io.pq2.generator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A source root that contains exactly the files of one generator run. Files with unchanged content are not written
 * again, so that they are not compiled again.
 */
final class SourceRoot {

    private final Path root;
    private final Set<Path> written = new HashSet<>();

    SourceRoot(Path root) {
        this.root = root;
    }

    /**
     * Writes a file.
     *
     * @param path the path relative to the root
     * @throws IllegalStateException if this run has written the file already
     */
    void write(Path path, String text) throws IOException {
        Path file = root.resolve(path);
        if (!written.add(file)) {
            throw new IllegalStateException("generated twice: " + path);
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), bytes)) {
            Files.createDirectories(file.getParent());
            Files.write(file, bytes);
        }
    }

    /** Deletes the files of earlier runs that this run has not written. */
    void deleteOthers() throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> tree = Files.walk(root)) {
            files = tree.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            if (!written.contains(file)) {
                Files.delete(file);
            }
        }
    }
}
