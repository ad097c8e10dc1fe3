package io.pq2.hadoop.file;

import io.pq2.internal.io.HiddenNames;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;

/**
 * Distinguishes data files from hidden files by their names.
 *
 * <p>A name is hidden if it starts with {@code _} or {@code .}, or ends with {@code ._COPYING_} (an unfinished copy). A
 * name that starts with {@code _} and contains {@code =} is the directory of a partition column and is not hidden.
 */
public final class HiddenFiles {

    /** Accepts paths whose last name is not hidden. */
    public static final PathFilter VISIBLE = path -> !isHidden(path);

    private HiddenFiles() {}

    /** Whether the last name of a path is hidden. The names of its parent directories do not matter. */
    public static boolean isHidden(Path path) {
        return isHidden(path.getName());
    }

    /** Whether a file or directory with this name is hidden. */
    public static boolean isHidden(String name) {
        return HiddenNames.isHidden(name);
    }
}
