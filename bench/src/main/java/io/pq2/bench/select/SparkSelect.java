package io.pq2.bench.select;

import io.pq2.bench.memory.MemoryTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * A source of Spark. It runs SQL into the {@code noop} sink, which reads every column of the rows. The time is measured
 * from parsing the query to the end of its last task; the table is registered before.
 */
final class SparkSelect implements SelectEngine {

    static final String PQ2 = "pq2 V2";
    static final String PQ2_TABLE = "pq2 V1";
    static final String BUILT_IN = "built-in";
    static final String FLOOR = "floor";

    private final String name;
    private final SparkSession spark;
    private final Registration registration;
    private final Tasks tasks;

    /** Registers a table under a name. */
    @FunctionalInterface
    private interface Registration {
        void register(SparkSession spark, String name, String uri);
    }

    private SparkSelect(String name, SparkSession spark, Tasks tasks, Registration registration) {
        this.name = name;
        this.spark = spark;
        this.tasks = tasks;
        this.registration = registration;
    }

    /**
     * Returns the sources: pq2 in V1 and V2, and the built-in source.
     *
     * @param withFloor whether to return also the source that has the rows of each query in memory
     */
    static List<SelectEngine> of(SparkSession spark, boolean withFloor) {
        CountingFileSystem.register(spark.sparkContext().hadoopConfiguration());
        Tasks tasks = new Tasks(spark);
        SparkSelect builtIn = new SparkSelect(BUILT_IN, spark, tasks, view("parquet"));
        List<SelectEngine> engines = new ArrayList<>(List.of(
                new SparkSelect(PQ2, spark, tasks, view("pq2")),
                new SparkSelect(
                        PQ2_TABLE,
                        spark,
                        tasks,
                        (session, table, uri) ->
                                session.sql("CREATE TABLE " + table + " USING pq2 LOCATION '" + uri + "'")),
                builtIn));
        if (withFloor) {
            engines.add(new Floor(builtIn));
        }
        return engines;
    }

    private static Registration view(String format) {
        return (session, table, uri) -> session.read().format(format).load(uri).createOrReplaceTempView(table);
    }

    @Override
    public String name() {
        return name;
    }

    private String table(TableFiles table) {
        return (name + "_" + table.name()).replaceAll("[^A-Za-z0-9]", "_");
    }

    @Override
    public void prepare(TableFiles table) {
        spark.sql("DROP TABLE IF EXISTS " + table(table));
        registration.register(
                spark, table(table), CountingFileSystem.path(table.directory()).toString());
    }

    @Override
    public Digest digest(TableFiles table, SelectQuery query) {
        return digest(table(table) + " WHERE " + SqlCondition.of(query.condition()), query.columns());
    }

    private Digest digest(String rows, List<SelectColumn> columns) {
        Digest.Sql sql = new Digest.Sql(false);
        List<String> wanted = new ArrayList<>(List.of("count(*)"));
        List<String> hashes = new ArrayList<>();
        for (SelectColumn column : columns) {
            wanted.add(sql.sum(column, column.sql()));
            hashes.add(sql.hash(column, column.sql()));
        }
        wanted.addAll(hashes);
        Row row = spark.sql("SELECT " + String.join(", ", wanted) + " FROM " + rows)
                .head();
        int count = columns.size();
        List<Long> values = new ArrayList<>();
        for (int i = 1; i <= 2 * count; i++) {
            values.add(row.getLong(i));
        }
        return new Digest(
                row.getLong(0), List.copyOf(values.subList(0, count)), List.copyOf(values.subList(count, 2 * count)));
    }

    @Override
    public SelectCost run(TableFiles table, SelectQuery query, Digest expected) throws IOException {
        return run(query.sql(table(table)));
    }

    private SelectCost run(String sql) throws IOException {
        tasks.begin();
        long bytes = CountingFileSystem.bytesRead();
        long start = System.nanoTime();
        spark.sql(sql).write().format("noop").mode(SaveMode.Overwrite).save();
        long end = System.nanoTime();
        return new SelectCost((end - start) / 1e9, tasks.cpuSeconds(), CountingFileSystem.bytesRead() - bytes);
    }

    /**
     * Returns the rows of a query, without a condition, as batches from memory. No source can return them faster. The
     * built-in source has read them before.
     */
    private record Floor(SparkSelect source) implements SelectEngine {

        private static final String ROWS = "rows_in_memory";

        @Override
        public String name() {
            return FLOOR;
        }

        @Override
        public void prepare(TableFiles table) {
            // The rows differ for each query.
        }

        @Override
        public Digest digest(TableFiles table, SelectQuery query) {
            MemoryTables.drop(ROWS);
            Dataset<Row> rows = source.spark.sql(query.sql(source.table(table)));
            MemoryTables.copy(source.spark, ROWS, rows).createOrReplaceTempView(ROWS);
            List<SelectColumn> columns = query.columns().stream()
                    .map(column ->
                            SelectColumn.of(column.path().get(column.path().size() - 1), column.kind()))
                    .toList();
            return source.digest(ROWS, columns);
        }

        @Override
        public SelectCost run(TableFiles table, SelectQuery query, Digest expected) throws IOException {
            return source.run("SELECT * FROM " + ROWS);
        }
    }

    /** Sums the CPU time of tasks, as measured by Spark. */
    private static final class Tasks extends SparkListener {

        private final SparkSession spark;
        private long cpuNanos;

        Tasks(SparkSession spark) {
            this.spark = spark;
            spark.sparkContext().addSparkListener(this);
        }

        @Override
        public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
            cpuNanos += end.taskMetrics().executorCpuTime();
        }

        void begin() {
            cpuSeconds();
            synchronized (this) {
                cpuNanos = 0;
            }
        }

        double cpuSeconds() {
            try {
                spark.sparkContext().listenerBus().waitUntilEmpty();
            } catch (TimeoutException e) {
                throw new IllegalStateException("Spark did not report the metrics of its tasks", e);
            }
            synchronized (this) {
                return cpuNanos / 1e9;
            }
        }
    }
}
