package io.pq2.internal.read.source;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.exception.DisplayText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Resolves {@code ColumnChunk.file_path}: the path of an external file, relative to the directory of the file whose
 * footer names it. Paths that lead out of that directory are refused, because a file must not make its reader open
 * arbitrary files.
 *
 * <p>The result is below the directory for every kind of input file: it is no URI, no absolute path and no path of
 * Windows, and it remains below the directory if a file system decodes percent-encoded characters, once or repeatedly.
 */
public final class ExternalFilePath {

    /** The maximum length in characters. HDFS, the file system with the longest paths, accepts 8,000. */
    private static final int MAX_LENGTH = 8_000;

    /** A scheme before an absolute path, or the letter of a drive. Other first names may contain a colon. */
    private static final Pattern SCHEME_OR_DRIVE = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]*:/|[A-Za-z]:)");

    /** Windows drops spaces and dots at the end of a name, so a name like "..." may mean the parent directory. */
    private static final Pattern DOTS_AND_SPACES = Pattern.compile("[. ]{2,}");

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
        if (path.length() > MAX_LENGTH) {
            throw refused(filePath, "is longer than " + MAX_LENGTH + " characters");
        }
        checkRelative(path, filePath);
        String resolved = resolved(path, filePath);
        String decoded = decoded(resolved);
        if (!decoded.equals(resolved)) {
            checkRelative(decoded, filePath);
            for (String name : decoded.split("/", -1)) {
                if (name.equals(".") || name.equals("..")) {
                    throw refused(filePath, "leads out of it when it is decoded");
                }
            }
        }
        return resolved;
    }

    private static void checkRelative(String path, String filePath) {
        if (path.startsWith("/") || SCHEME_OR_DRIVE.matcher(path).find()) {
            throw refused(filePath, "is not relative to it");
        }
        if (path.indexOf('\\') >= 0 || path.indexOf('\0') >= 0) {
            throw refused(filePath, "contains a backslash or a NUL character");
        }
        for (String name : path.split("/", -1)) {
            if (!name.equals("..") && DOTS_AND_SPACES.matcher(name).matches()) {
                throw refused(filePath, "contains a name of dots and spaces");
            }
        }
    }

    private static String resolved(String path, String filePath) {
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
        String resolved = String.join("/", names);
        // Removing names may have moved a scheme or a drive to the front.
        checkRelative(resolved, filePath);
        return resolved;
    }

    /**
     * Replaces percent-encoded ASCII characters until none is left, so that repeated decoding finds nothing new. Other
     * characters have no meaning in paths.
     */
    private static String decoded(String path) {
        StringBuilder decoded = new StringBuilder(path.length());
        for (int i = 0; i < path.length(); i++) {
            decoded.append(path.charAt(i));
            for (int start = decoded.length() - 3; start >= 0; start = decoded.length() - 3) {
                int high = Character.digit(decoded.charAt(start + 1), 16);
                int low = Character.digit(decoded.charAt(start + 2), 16);
                if (decoded.charAt(start) != '%' || high < 0 || high > 7 || low < 0) {
                    break;
                }
                decoded.setLength(start);
                decoded.append((char) (high << 4 | low));
            }
        }
        return decoded.toString();
    }

    private static CorruptFileException refused(String filePath, String why) {
        return new CorruptFileException("ColumnChunk.file_path: \"" + DisplayText.name(filePath)
                + "\", expected a path in the file's own directory; this " + why);
    }
}
