package io.pq2.spark;

import io.pq2.spark.internal.procedures.CompactionRun;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Replaces the small files of tables by large ones with the same rows, as {@code CALL pq2.compact} does. The driver
 * plans and replaces files, tasks on executors write them. docs/compaction.md describes the options, and what others
 * see meanwhile.
 *
 * <pre>{@code
 * Compaction.compact(spark, "sales.orders", Map.of("where", "day = DATE '2026-01-01'", "sort_by", "customer")).show();
 * }</pre>
 */
public final class Compaction {

    private Compaction() {}

    /**
     * Compacts a table with the default options; see {@link #compact(SparkSession, String, Map)}.
     *
     * @param table a table of the session's catalog, or the path of its directory
     */
    public static Dataset<Row> compact(SparkSession session, String table) {
        return compact(session, table, Map.of());
    }

    /**
     * Compacts a table, or some of its partitions. The compaction is complete when this method returns. Files that
     * cannot be merged stay as they are, and are reported.
     *
     * @param session a session of this process; sessions of Spark Connect use {@code CALL}
     * @param table a table of the session's catalog, or the path of its directory
     * @param options texts by the names of the arguments of {@code CALL pq2.compact}, without {@code table}
     * @return one row for each directory with data files: {@code partition} (null for a table without partitions),
     *     {@code files_before}, {@code files_after}, {@code bytes_before}, {@code bytes_after} (null where a dry run
     *     cannot know it), {@code rows} of the replaced files, {@code result}, {@code message} (null if there is none),
     *     {@code young_files}
     * @throws org.apache.spark.sql.AnalysisException (not declared) if an option or the table is invalid
     * @throws org.apache.spark.SparkException (not declared) if all directories that were to be compacted failed, or
     *     with {@code fail_fast} if one did
     */
    public static Dataset<Row> compact(SparkSession session, String table, Map<String, String> options) {
        Objects.requireNonNull(session, "session");
        Objects.requireNonNull(table, "table");
        scala.collection.immutable.Map<String, String> values =
                scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(options));
        return session.createDataFrame(
                CollectionConverters.asJava(CompactionRun.compact(session, table, values)), CompactionRun.schema());
    }
}
