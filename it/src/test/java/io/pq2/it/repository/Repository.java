package io.pq2.it.repository;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files of this repository. */
final class Repository {

    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Set<String> IGNORED_DIRECTORIES =
            Set.of("target", "spark-warehouse", "metastore_db", ".git", ".idea", ".vscode", ".bloop", ".metals");

    private Repository() {}

    /** Returns the files whose names end with one of the extensions, without build output. */
    static List<Path> files(Set<String> extensions) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return IGNORED_DIRECTORIES.contains(directory.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (extensions.contains(name.substring(name.lastIndexOf('.') + 1))) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        files.sort(null);
        return files;
    }

    /** Returns the path of a file relative to the root, with slashes. */
    static String name(Path file) {
        return ROOT.relativize(file).toString().replace('\\', '/');
    }
}
