package io.pq2.spark.internal.files.scan;

import io.pq2.schema.Schema;
import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import java.util.LinkedHashMap;
import java.util.function.Supplier;

/**
 * The plans of one scan by kind of file. The files of a table mostly have equal schemas and writers with the same
 * calendar, so that a table with many small files needs one plan. Keeps the plans that were used last. Thread-safe.
 */
final class SchemaPlans {

    /** The number of plans that are kept: more than the versions of a table's schema that a task commonly meets. */
    private static final int MAX_PLANS = 16;

    /**
     * What the plan of a file depends on besides the scan. The schema has the names and field ids by which columns are
     * matched, the types, units and scales in which literals are written, and the columns that are read. The rules say
     * which dates and timestamps have the same number in the file as in Spark. Anything else that a file has, such as
     * its statistics, must not enter a plan.
     *
     * @param schema the schema of the file
     * @param rules the date and time rules of the file
     */
    private record FileKind(Schema schema, DateTimeRules rules) {}

    /** The plans, the least recently used first. */
    private final LinkedHashMap<FileKind, SchemaPlan> plans = new LinkedHashMap<>(MAX_PLANS, 0.75f, true);

    /**
     * Returns the plan of a file.
     *
     * @param creation creates the plan of the file if there is none. Nothing is kept if it fails. Two threads may
     *     create the same plan
     */
    SchemaPlan of(Schema schema, DateTimeRules rules, Supplier<SchemaPlan> creation) {
        FileKind kind = new FileKind(schema, rules);
        SchemaPlan plan;
        synchronized (plans) {
            plan = plans.get(kind);
        }
        if (plan == null) {
            plan = creation.get();
            synchronized (plans) {
                plans.put(kind, plan);
                if (plans.size() > MAX_PLANS) {
                    plans.remove(plans.keySet().iterator().next());
                }
            }
        }
        return plan;
    }

    /** Returns the number of plans that are kept. */
    int size() {
        synchronized (plans) {
            return plans.size();
        }
    }
}
