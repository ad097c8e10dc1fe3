package io.pq2.hadoop.file;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;

/**
 * Which names in a directory are not data: those that start with {@code _} or {@code .}, and copies that are under way. A name
 * that starts with {@code _} and holds a {@code =} is a partition whose column starts so, and is data.
 */
public final class HiddenFiles {

    /** Accepts what is data. */
    public static final PathFilter VISIBLE = path -> !isHidden(path);

    private static final String COPY_UNDER_WAY = "._COPYING_";

    private HiddenFiles() {}

    /** Whether the last name of a path is hidden. The directories above it are not looked at. */
    public static boolean isHidden(Path path) {
        return isHidden(path.getName());
    }

    /** Whether a file or directory of that name is hidden. */
    public static boolean isHidden(String name) {
        return name.startsWith(".") || (name.startsWith("_") && !name.contains("=")) || name.endsWith(COPY_UNDER_WAY);
    }
}
