package io.pq2.internal.read.source;

import io.pq2.exception.CorruptFileException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Resolves {@code ColumnChunk.file_path}: the path of an external file, relative to the directory of the file whose
 * footer names it. Paths that lead out of that directory are refused, because a file must not make its reader open
 * arbitrary files.
 */
public final class ExternalFilePath {

    private ExternalFilePath() {}

    /**
     * Resolves a path.
     *
     * @param location the location of the file with the footer
     * @param filePath the {@code file_path}; absent if the footer has none
     * @return names joined by {@code /}, none of them {@code .} or {@code ..}; null if the chunk is in the file with
     *     the footer
     * @throws CorruptFileException if the path leads out of the directory or names no file
     */
    public static @Nullable String of(String location, @Nullable String filePath) {
        if (filePath == null || filePath.isEmpty()) {
            return null;
        }
        String directory = location.substring(0, location.lastIndexOf('/') + 1);
        boolean below = !directory.isEmpty() && filePath.startsWith(directory);
        String path = below ? filePath.substring(directory.length()) : filePath;
        if (path.startsWith("/") || path.contains("://") || path.startsWith("file:/") || path.indexOf('\0') >= 0) {
            throw refused(filePath, "is not relative to it");
        }
        Deque<String> names = new ArrayDeque<>();
        for (String name : path.split("/", -1)) {
            if (name.equals("..")) {
                if (names.pollLast() == null) {
                    throw refused(filePath, "leads out of it");
                }
            } else if (!name.equals(".") && !name.isEmpty()) {
                names.addLast(name);
            }
        }
        if (names.isEmpty()) {
            throw refused(filePath, "names no file in it");
        }
        return String.join("/", names);
    }

    private static CorruptFileException refused(String filePath, String why) {
        return new CorruptFileException("ColumnChunk.file_path: \"" + filePath
                + "\", expected a path in the file's own directory; this " + why);
    }
}
