package io.pq2.cli.internal.files;

import io.pq2.internal.io.HiddenNames;
import io.pq2.io.LocalInputFile;
import io.pq2.read.ReadOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Lists the files of local paths, without hidden files and files in hidden directories. */
final class LocalFiles {

    private static final String GLOB_CHARACTERS = "*?[{";

    private LocalFiles() {}

    /** Returns the scheme of a URI in lower case; null for a path without one. */
    static @Nullable String scheme(String path) {
        int colon = path.indexOf(':');
        int slash = path.indexOf('/');
        boolean scheme = colon > 1
                && (slash < 0 || slash == colon + 1)
                && path.substring(0, colon).chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '+' || c == '-');
        return scheme && slash > 0 ? path.substring(0, colon).toLowerCase(Locale.ROOT) : null;
    }

    /**
     * Returns the files of a path in the order of their names.
     *
     * @param text a file, a directory, or a glob pattern for both; also as a URI with the scheme {@code file}. What
     *     exists under the exact name is not taken for a pattern. A hidden file is listed if the path names it without
     *     a pattern
     * @throws FileNotFoundException if it matches nothing
     */
    static List<TableFile> list(String text) throws IOException {
        Path path = path(text);
        List<TableFile> files = new ArrayList<>();
        if (Files.exists(path)) {
            add(path, files);
            return files;
        }
        for (Path match : matches(path)) {
            add(match, files);
        }
        if (files.isEmpty()) {
            throw new FileNotFoundException(text + ": no such file or directory");
        }
        return files;
    }

    /** Returns the path that a text or a URI with the scheme {@code file} names. */
    static Path path(String text) throws FileNotFoundException {
        try {
            return "file".equals(scheme(text))
                    ? Path.of(URI.create(text.replace(" ", "%20")).getPath())
                    : Path.of(text);
        } catch (IllegalArgumentException e) {
            FileNotFoundException failure = new FileNotFoundException(text + ": no path: " + reason(e));
            failure.initCause(e);
            throw failure;
        }
    }

    private static String reason(IllegalArgumentException e) {
        return e instanceof InvalidPathException invalid ? invalid.getReason() : String.valueOf(e.getMessage());
    }

    private static void add(Path path, List<TableFile> files) throws IOException {
        if (!Files.isDirectory(path)) {
            files.add(file(path, path));
            return;
        }
        List<Path> below = new ArrayList<>();
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return !directory.equals(path) && isHidden(directory)
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (!isHidden(file) && Files.isRegularFile(file)) {
                    below.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        below.sort(Comparator.naturalOrder());
        below.forEach(file -> files.add(file(path, file)));
    }

    private static boolean isHidden(Path path) {
        return path.getFileName() != null
                && HiddenNames.isHidden(path.getFileName().toString());
    }

    private static TableFile file(Path table, Path file) {
        // The directories of a file that is named itself may be partitions too.
        String named = table.equals(file)
                ? file.toString()
                : table.resolve(table.relativize(file)).toString();
        return new TableFile(
                new LocalInputFile(file),
                Partitions.of(named.replace(file.getFileSystem().getSeparator(), "/")),
                ReadOptions.DEFAULT,
                null);
    }

    /** Returns the visible files and directories that match a glob pattern, each at the depth of the pattern. */
    private static List<Path> matches(Path pattern) throws IOException {
        int fixed = 0;
        while (fixed < pattern.getNameCount() && !isGlob(pattern.getName(fixed))) {
            fixed++;
        }
        Path base = fixed == 0
                ? (pattern.isAbsolute() ? pattern.getRoot() : Path.of(""))
                : pattern.isAbsolute()
                        ? pattern.getRoot().resolve(pattern.subpath(0, fixed))
                        : pattern.subpath(0, fixed);
        if (fixed == pattern.getNameCount() || base == null || !Files.isDirectory(base)) {
            return List.of();
        }
        List<Path> current = List.of(base);
        for (int i = fixed; i < pattern.getNameCount(); i++) {
            List<Path> next = new ArrayList<>();
            for (Path directory : current) {
                addMatches(directory, pattern.getName(i).toString(), next);
            }
            current = next;
        }
        return current;
    }

    private static void addMatches(Path directory, String name, List<Path> matches) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + name);
        try (var children = Files.list(directory)) {
            children.filter(child -> matcher.matches(child.getFileName()))
                    .filter(child ->
                            !isHidden(child) || child.getFileName().toString().equals(name))
                    .sorted()
                    .forEach(matches::add);
        }
    }

    private static boolean isGlob(Path name) {
        return name.toString().chars().anyMatch(c -> GLOB_CHARACTERS.indexOf(c) >= 0);
    }
}
