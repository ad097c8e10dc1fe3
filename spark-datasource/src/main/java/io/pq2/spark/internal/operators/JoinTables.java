package io.pq2.spark.internal.operators;

import io.pq2.spark.internal.kernel.groups.TaskMemory;
import io.pq2.spark.internal.kernel.join.JoinMatches;
import io.pq2.spark.internal.kernel.join.JoinTable;
import io.pq2.spark.internal.kernel.join.TableMatches;
import java.lang.ref.SoftReference;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.joins.EmptyHashedRelation$;
import org.apache.spark.sql.execution.joins.HashedRelation;
import org.apache.spark.sql.execution.joins.HashedRelationWithAllNullKeys$;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.NullUnmarked;
import scala.collection.Iterator;

/**
 * The tables of the broadcasts of an executor. A task that joins with a broadcast makes its table, which later tasks
 * use until the broadcast ends.
 */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
final class JoinTables {

    /**
     * The tables by relation, which has the equality of objects, and columns. A table that no task uses may be
     * forgotten.
     */
    private static final Map<HashedRelation, Map<List<Object>, SoftReference<JoinTable>>> TABLES = new WeakHashMap<>();

    /** The number of rows after which a growing table asks for memory again. */
    private static final int ROWS_PER_REQUEST = 1024;

    private JoinTables() {}

    /**
     * Returns the rows of a broadcast for a task. If Spark's memory manager grants no memory for a table, these are the
     * rows of the relation itself.
     *
     * @param value the value of the broadcast: a relation whose keys are longs
     * @param types the types of the columns
     * @param ordinals the index of each column in the rows of the relation
     * @param withNullRow whether there is a row of nulls
     * @param memory the memory of the task
     */
    static JoinMatches open(Object value, DataType[] types, int[] ordinals, boolean withNullRow, TaskMemory memory) {
        HashedRelation relation = (HashedRelation) value;
        List<Object> columns = List.of(
                Arrays.stream(ordinals).boxed().collect(Collectors.toUnmodifiableList()), List.of(types), withNullRow);
        JoinTable table = table(relation, columns, new JoinTable.Builder(types, ordinals, withNullRow), memory);
        if (table != null && memory.reserve(table.bytes())) {
            return new TableMatches(table);
        }
        memory.release();
        return new RelationRows(relation.asReadOnlyCopy(), types, ordinals);
    }

    /** Whether the value of a broadcast for {@code NOT IN} has a null, for which the condition is true for no row. */
    static boolean hasNull(Object value) {
        return value == HashedRelationWithAllNullKeys$.MODULE$;
    }

    /** Whether the value of a broadcast has no rows, for which {@code NOT IN} is true even for null. */
    static boolean isEmpty(Object value) {
        return value == EmptyHashedRelation$.MODULE$;
    }

    /** Returns the table; null if its task gets no memory to make it. */
    private static JoinTable table(
            HashedRelation relation, List<Object> columns, JoinTable.Builder builder, TaskMemory memory) {
        // Spark has one object for all empty relations, which never ends.
        if (relation.estimatedSize() == 0) {
            return builder.build();
        }
        JoinTable known = known(relation, columns);
        if (known != null) {
            return known;
        }
        // Tasks that start together each make the table. If they waited for one of them, it could wait in turn, without
        // end, for memory that they have.
        JoinTable made = build(relation.asReadOnlyCopy(), builder, memory);
        return made == null ? null : shared(relation, columns, made);
    }

    private static JoinTable known(HashedRelation relation, List<Object> columns) {
        synchronized (TABLES) {
            SoftReference<JoinTable> table =
                    TABLES.getOrDefault(relation, Map.of()).get(columns);
            return table == null ? null : table.get();
        }
    }

    /** Returns the table of another task if it was faster, so that all tasks use the same one. */
    private static JoinTable shared(HashedRelation relation, List<Object> columns, JoinTable made) {
        synchronized (TABLES) {
            JoinTable known = known(relation, columns);
            if (known == null) {
                TABLES.computeIfAbsent(relation, key -> new HashMap<>()).put(columns, new SoftReference<>(made));
            }
            return known == null ? made : known;
        }
    }

    private static JoinTable build(HashedRelation relation, JoinTable.Builder builder, TaskMemory memory) {
        Iterator<InternalRow> keys = relation.keys();
        long rows = 0;
        while (keys.hasNext()) {
            long key = keys.next().getLong(0);
            builder.begin(key);
            Iterator<InternalRow> ofKey = relation.get(key);
            while (ofKey.hasNext()) {
                // Each array may double.
                if (rows++ % ROWS_PER_REQUEST == 0 && !memory.reserve(2 * builder.bytes())) {
                    return null;
                }
                builder.add(ofKey.next());
            }
        }
        return builder.build();
    }
}
