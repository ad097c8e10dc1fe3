package io.pq2.spark.internal.files.scan;

import org.apache.spark.util.HadoopFSUtils;

/** Spark's rule for the files of a table, which its Scala interface hides. */
public final class VisiblePaths {

    private VisiblePaths() {}

    /**
     * Whether a file belongs to a table: none of the names on its path is hidden. Summary files belong to it.
     *
     * @param relative the path below the table's directory; it begins with a slash, or is empty for the path itself
     */
    public static boolean isVisible(String relative) {
        return !HadoopFSUtils.shouldFilterOutPath(relative);
    }
}
