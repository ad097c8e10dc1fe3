package io.pq2.internal.io;

/** Distinguishes data files and directories of a table from hidden ones by their names. */
public final class HiddenNames {

    private static final String UNFINISHED_COPY = "._COPYING_";

    private HiddenNames() {}

    /**
     * Whether a file or directory with this name is hidden: the name starts with {@code _} or {@code .}, or ends with
     * {@code ._COPYING_} (an unfinished copy). A name that starts with {@code _} and contains {@code =} is the
     * directory of a partition column and is not hidden.
     */
    public static boolean isHidden(String name) {
        return name.startsWith(".") || (name.startsWith("_") && !name.contains("=")) || name.endsWith(UNFINISHED_COPY);
    }
}
