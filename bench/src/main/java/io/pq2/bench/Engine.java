package io.pq2.bench;

import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;

/** What executes the queries of a session. All engines are in one JVM, and settings of a session select one of them. */
enum Engine {
    /** Spark alone, with its built-in source. */
    SPARK("Spark", "org.apache.spark.sql.execution."),

    /** pq2: V2 on its own files, replacement mode on other files. */
    PQ2("pq2", "io.pq2."),

    /** Apache DataFusion Comet, a plugin of Spark with native operators. */
    COMET("Comet", "org.apache.spark.sql.comet.");

    /** The class of Comet's plugin. No class of this module is compiled with Comet. */
    static final String COMET_PLUGIN = "org.apache.spark.CometPlugin";

    /** The settings that Comet needs when the Spark context starts. They apply to all sessions. */
    static final Map<String, String> COMET_SETTINGS = Map.of(
            "spark.plugins", COMET_PLUGIN,
            "spark.shuffle.manager", "org.apache.spark.sql.comet.execution.shuffle.CometShuffleManager",
            "spark.memory.offHeap.enabled", "true",
            "spark.memory.offHeap.size", "6g");

    private static final List<String> COMET_SWITCHES =
            List.of("spark.comet.enabled", "spark.comet.exec.enabled", "spark.comet.shuffle.enabled");

    private final String title;
    private final String classes;

    /** @param classes how the names of the classes of its operators begin */
    Engine(String title, String classes) {
        this.title = title;
        this.classes = classes;
    }

    String title() {
        return title;
    }

    /** Selects this engine in a session. */
    void select(SparkSession session) {
        session.conf().set("spark.pq2.replace.parquet", this == PQ2);
        COMET_SWITCHES.forEach(key -> session.conf().set(key, this == COMET));
    }

    /** Returns the source by which this engine reads the files of a writer. */
    String format(String writer) {
        return this == PQ2 && writer.equals("pq2") ? "pq2" : "parquet";
    }

    /** Whether a node of a physical plan is an operator of this engine. A scan belongs to the engine of its source. */
    boolean has(SparkPlan node) {
        Object implementation = node;
        if (node instanceof FileSourceScanExec scan) {
            implementation = scan.relation().fileFormat();
        } else if (node instanceof BatchScanExec scan) {
            implementation = scan.scan();
        }
        return implementation.getClass().getName().startsWith(classes);
    }
}
