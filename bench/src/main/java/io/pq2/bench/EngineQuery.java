package io.pq2.bench;

import io.pq2.bench.EngineResult.Section;
import io.pq2.bench.write.Cost;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** A query in an engine. After an error of Spark or a wrong answer, it does not run again. */
final class EngineQuery {

    private static final int MAX_ERROR = 300;
    private static final Cost NO_COST = new Cost(Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    private final Engine engine;
    private final SparkSession session;
    private final String text;
    private @Nullable Dataset<Row> query;
    private List<Row> rows = List.of();
    private PlanCounts planned = PlanCounts.NONE;
    private PlanCounts ran = PlanCounts.NONE;
    private String error = "";

    /** @param session a session of the engine whose views are the tables */
    EngineQuery(Engine engine, SparkSession session, String text) {
        this.engine = engine;
        this.session = session;
        this.text = text;
    }

    Engine engine() {
        return engine;
    }

    /** Whether the query has run without an error and a wrong answer. */
    boolean isRight() {
        return error.isEmpty();
    }

    /** Does not run the query, for a reason. */
    void skip(String reason) {
        error = reason;
    }

    /** Compares the rows without LIMIT, and counts the operators of the plan. */
    void compareAll(ExpectedRows expected) throws IOException, SQLException {
        attempt(() -> {
            planned = PlanCounts.of(session.sql(text), engine);
            if (!expected.compareAll(session)) {
                error = "wrong rows without LIMIT";
            }
        });
    }

    /** Runs the query and compares its rows. Returns its cost, from its text to its rows. */
    Cost run(ExpectedRows expected) throws IOException, SQLException {
        Cost cost = isRight() ? run() : NO_COST;
        if (isRight()) {
            ran = PlanCounts.of(Objects.requireNonNull(query), engine);
            if (!expected.compare(rows)) {
                error = "wrong rows";
            }
        }
        return cost;
    }

    /** Runs the query. Returns its cost, from its text to its rows. */
    Cost run() throws IOException, SQLException {
        return Cost.of(() -> attempt(() -> {
            query = session.sql(text);
            rows = query.collectAsList();
        }));
    }

    /**
     * Returns the result.
     *
     * @param costs the costs of all measured rounds
     */
    EngineResult result(Section section, String name, List<Cost> costs) {
        return isRight()
                ? EngineResult.measured(section, name, engine, costs, planned, ran)
                : EngineResult.failed(section, name, engine, error);
    }

    /** Does some work, and keeps the error if it fails in Spark. Spark's Scala methods declare no exceptions. */
    private void attempt(Cost.Work work) throws IOException, SQLException {
        try {
            work.run();
        } catch (Exception e) {
            if (!(e instanceof SparkThrowable)) {
                throw e;
            }
            String message = (e.getClass().getSimpleName() + ": " + e.getMessage()).replaceAll("\\s+", " ");
            error = message.substring(0, Math.min(message.length(), MAX_ERROR));
        }
    }
}
