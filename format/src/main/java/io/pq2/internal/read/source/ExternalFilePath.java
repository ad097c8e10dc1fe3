package io.pq2.internal.read.source;

import io.pq2.exception.CorruptFileException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Which file a {@code ColumnChunk.file_path} names, relative to the directory of the file that says so. Nothing outside of that
 * directory: a path from a file is no reason to open just any file.
 */
public final class ExternalFilePath {

    private ExternalFilePath() {}

    /**
     * Names with {@code /} between them, none of them {@code .} or {@code ..}; null if the chunk lies in the file itself.
     *
     * @param location of the file that has the path in its footer
     * @param filePath as it stands in the footer, null if it is not there
     * @throws CorruptFileException if the path leads out of the directory or names no file
     */
    public static String of(String location, String filePath) {
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
