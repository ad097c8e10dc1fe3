package io.pq2.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.SparkPlan;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Queries of TPC-DS have the answers of Spark, and their plans the operators of pq2. Each run tests a few queries that
 * are always the same, and a third of the others, which a seed selects. The system property {@code pq2.tpcds.seed} sets
 * the seed, and {@code pq2.tpcds.queries} the number of the others.
 */
@Tag("spark")
class TpcdsAnswersTest {

    private static final double SCALE = 0.01;
    private static final double TOLERANCE = 1e-9;

    /** The queries of every run. Together, their plans have all {@link #OPERATORS}. */
    private static final List<String> ALWAYS = List.of("Q22", "Q27", "Q28", "Q72", "Q88");

    /** The operators of pq2 that must appear in the plans of a run. Other operators appear only with larger tables. */
    private static final Set<String> OPERATORS =
            Set.of("Pq2BroadcastJoin", "Pq2Expand", "Pq2Filter", "Pq2PartialAggregate");

    /** The settings of a query, one by seed. They change the plan, for example to one without broadcasts. */
    private static final List<Map<String, String>> SETTINGS = List.of(
            Map.of(),
            Map.of("spark.sql.adaptive.enabled", "false"),
            Map.of("spark.sql.autoBroadcastJoinThreshold", "-1", "spark.sql.adaptive.autoBroadcastJoinThreshold", "-1"),
            Map.of("spark.sql.autoBroadcastJoinThreshold", "50000", "spark.sql.adaptive.skewJoin.enabled", "false"));

    @Test
    void answersAreThoseOfSpark(@TempDir Path directory) throws IOException {
        long seed = Long.getLong("pq2.tpcds.seed", new Random().nextInt(1_000_000));
        System.out.println("The seed of the queries of TPC-DS: " + seed);
        Random random = new Random(seed);
        Workload workload = TpcdsBenchmark.allQueries();
        List<String> names = names(workload, random);
        Set<String> operators = new TreeSet<>();
        List<String> wrong = new ArrayList<>();
        try (SparkSession spark = Sessions.local(directory, 2, false)) {
            Engine.SPARK.select(spark);
            List<String> texts = names.stream().map(workload.queries()::get).toList();
            List<String> tables = new WorkloadTables(workload, SCALE, directory).names(texts);
            for (String table : tables) {
                // The tables are not partitioned here: thousands of small files would take most of the time.
                TpcdsTables.rows(spark, table, SCALE, 2).write().parquet(path(directory, table));
            }
            SparkSession alone = session(spark, Engine.SPARK, directory, tables);
            SparkSession pq2 = session(spark, Engine.PQ2, directory, tables);
            for (int i = 0; i < names.size(); i++) {
                ExpectedRows expected = new ExpectedRows(texts.get(i), TOLERANCE);
                expected.compareAll(alone);
                Map<String, String> settings = SETTINGS.get(random.nextInt(SETTINGS.size()));
                settings.forEach(pq2.conf()::set);
                Dataset<Row> query = pq2.sql(expected.unlimitedQuery());
                if (!expected.compareAll(query)) {
                    wrong.add(names.get(i) + " with " + settings);
                }
                addOperators(PlanNodes.root(query), operators);
                settings.keySet().forEach(pq2.conf()::unset);
            }
        }
        assertThat(wrong)
                .as("queries with other rows than in Spark, seed " + seed)
                .isEmpty();
        assertThat(operators).as("operators of pq2, seed " + seed).containsAll(OPERATORS);
    }

    /** Returns the names of some queries: those of each run, and a third of the others. */
    private static List<String> names(Workload workload, Random random) throws IOException {
        List<String> others = new ArrayList<>(workload.queries().keySet());
        // Its text names a column that the generator has not.
        others.remove("Q30");
        others.removeAll(ALWAYS);
        Collections.shuffle(others, random);
        List<String> names = new ArrayList<>(ALWAYS);
        names.addAll(others.subList(0, Integer.getInteger("pq2.tpcds.queries", others.size() / 3)));
        return names;
    }

    private static SparkSession session(SparkSession spark, Engine engine, Path directory, List<String> tables) {
        SparkSession session = spark.newSession();
        engine.select(session);
        // Some queries divide by sums that are zero in tables of this size.
        session.conf().set("spark.sql.ansi.enabled", "false");
        for (String table : tables) {
            session.read().parquet(path(directory, table)).createOrReplaceTempView(table);
        }
        return session;
    }

    private static String path(Path directory, String table) {
        return directory.resolve(table).toUri().toString();
    }

    private static void addOperators(SparkPlan plan, Set<String> operators) {
        PlanNodes.forEach(plan, node -> {
            if (Engine.PQ2.has(node)) {
                operators.add(node.nodeName());
            }
            PlanNodes.subqueries(node).forEach(subquery -> addOperators(subquery, operators));
        });
    }
}
