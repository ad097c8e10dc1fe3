package io.pq2.bench.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** The source of tables in memory. Works with tasks in the process of the driver only. */
public final class MemoryTables implements TableProvider {

    private static final String NAME = "name";

    private static final Map<String, MemoryBatches> TABLES = new ConcurrentHashMap<>();

    /** The partitions of tables that are being copied. Serialized tasks find the map by a key. */
    private static final Map<String, Map<Integer, List<ColumnarBatch>>> LOADING = new ConcurrentHashMap<>();

    /** Copies the rows of a table to memory, with the same partitions. Returns the copy, which remains. */
    public static Dataset<Row> copy(SparkSession spark, String name, Dataset<Row> rows) {
        TABLES.computeIfAbsent(name, absent -> load(rows));
        return spark.read()
                .format(MemoryTables.class.getName())
                .option(NAME, name)
                .load();
    }

    /** Frees a copy, which must not be read any more. Does nothing if there is none of that name. */
    public static void drop(String name) {
        TABLES.remove(name);
    }

    private static MemoryBatches load(Dataset<Row> rows) {
        StructType schema = rows.schema();
        RDD<InternalRow> internal = ((org.apache.spark.sql.classic.Dataset<Row>) rows)
                .queryExecution()
                .toRdd();
        Map<Integer, List<ColumnarBatch>> partitions = new ConcurrentHashMap<>();
        String key = Integer.toHexString(System.identityHashCode(partitions));
        LOADING.put(key, partitions);
        try {
            internal.toJavaRDD()
                    .foreachPartition(part -> Objects.requireNonNull(LOADING.get(key))
                            .put(TaskContext.getPartitionId(), MemoryBatches.copy(schema, part)));
        } finally {
            LOADING.remove(key);
        }
        List<List<ColumnarBatch>> batches = new ArrayList<>();
        for (int i = 0; i < internal.getNumPartitions(); i++) {
            List<ColumnarBatch> part = Objects.requireNonNull(partitions.get(i));
            if (!part.isEmpty()) {
                batches.add(part);
            }
        }
        return MemoryBatches.of(schema, batches);
    }

    static MemoryBatches batches(String name) {
        return Objects.requireNonNull(TABLES.get(name), name);
    }

    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        return batches(Objects.requireNonNull(options.get(NAME))).schema();
    }

    @Override
    public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
        String name = Objects.requireNonNull(new CaseInsensitiveStringMap(properties).get(NAME));
        return new MemoryTable(name, batches(name));
    }
}
