package io.pq2.bench;

import io.pq2.bench.EngineResult.Section;
import io.pq2.bench.measure.Averages;
import io.pq2.bench.measure.ReportWriter;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** Prints the results of engines. The ratios are the time of Spark alone divided by the time of another engine. */
final class EngineReport {

    private static final double LONG_SECONDS = 1;
    private static final double SLOWER_RATIO = 1.05;
    private static final double SLOWER_SECONDS = 0.050;

    private final List<Engine> engines;
    private final List<Engine> others;
    private final PrintStream out;
    private final ReportWriter report;

    /** @param engines the engines of all results, first Spark alone */
    EngineReport(List<Engine> engines, PrintStream out) {
        this.engines = engines;
        this.others = engines.subList(1, engines.size());
        this.out = out;
        report = new ReportWriter(out);
    }

    /**
     * Prints the results of a section.
     *
     * @param queries the results of each query by engine
     */
    void print(Section section, List<Map<Engine, EngineResult>> queries) {
        report.heading(3, section.title());
        times(queries);
        List<Map<Engine, EngineResult>> right = right(queries);
        report.heading(4, "The better of two engines, query by query");
        betterOfTwo(right);
        report.heading(4, "Queries that take Spark alone more than 1 s");
        List<Map<Engine, EngineResult>> longQueries = right.stream()
                .filter(query -> seconds(query, Engine.SPARK) > LONG_SECONDS)
                .toList();
        times(longQueries);
        report.heading(4, "Slower than Spark alone, by 5 % and 50 ms");
        slower(queries);
        report.heading(4, "Join strategies");
        strategies(queries);
        report.heading(4, "Queries without a right answer");
        errors(queries);
    }

    private void times(List<Map<Engine, EngineResult>> queries) {
        if (queries.isEmpty()) {
            out.println("None.");
            return;
        }
        List<String> titles = new ArrayList<>(List.of("query"));
        engines.forEach(engine -> titles.add(engine.title()));
        others.forEach(engine -> titles.add(ratioTitle(engine)));
        engines.forEach(engine -> titles.add("processor: " + engine.title()));
        others.forEach(engine -> titles.add("processor: " + ratioTitle(engine)));
        titles.add("fastest");
        report.head(1, titles);
        for (Map<Engine, EngineResult> query : queries) {
            List<String> cells =
                    new ArrayList<>(List.of(result(query, Engine.SPARK).query()));
            engines.forEach(engine -> cells.add(ReportWriter.number(seconds(query, engine), 3)));
            others.forEach(engine -> cells.add(ratio(seconds(query, Engine.SPARK), seconds(query, engine))));
            engines.forEach(engine -> cells.add(ReportWriter.number(processSeconds(query, engine), 2)));
            others.forEach(
                    engine -> cells.add(ratio(processSeconds(query, Engine.SPARK), processSeconds(query, engine))));
            cells.add(fastest(query));
            report.row(cells);
        }
        List<Map<Engine, EngineResult>> right = right(queries);
        String all = right.size() == queries.size() ? "" : " of the " + right.size() + " that are right in all engines";
        List<String> sums = new ArrayList<>(List.of("sum" + all));
        engines.forEach(engine -> sums.add(ReportWriter.number(sum(right, query -> seconds(query, engine)), 3)));
        others.forEach(engine -> sums.add(ratio(
                sum(right, query -> seconds(query, Engine.SPARK)), sum(right, query -> seconds(query, engine)))));
        engines.forEach(engine -> sums.add(ReportWriter.number(sum(right, query -> processSeconds(query, engine)), 2)));
        others.forEach(engine -> sums.add(ratio(
                sum(right, query -> processSeconds(query, Engine.SPARK)),
                sum(right, query -> processSeconds(query, engine)))));
        sums.add("");
        report.row(sums);
        List<String> means = new ArrayList<>(List.of("geometric mean" + all));
        means.addAll(Collections.nCopies(engines.size(), ""));
        others.forEach(engine ->
                means.add(mean(right, query -> seconds(query, Engine.SPARK) / seconds(query, engine))));
        means.addAll(Collections.nCopies(engines.size(), ""));
        // The clock of processes has steps of 10 ms, so that short queries can take 0 s.
        others.forEach(engine -> means.add(mean(
                right.stream()
                        .filter(query -> processSeconds(query, Engine.SPARK) > 0 && processSeconds(query, engine) > 0)
                        .toList(),
                query -> processSeconds(query, Engine.SPARK) / processSeconds(query, engine))));
        means.add("");
        report.row(means);
    }

    private void betterOfTwo(List<Map<Engine, EngineResult>> queries) {
        report.head(1, "engines", "seconds", "Spark / better", "geometric mean", "the first is faster in");
        for (int i = 0; i < engines.size(); i++) {
            for (int j = i + 1; j < engines.size(); j++) {
                Engine first = engines.get(i);
                Engine second = engines.get(j);
                ToDoubleFunction<Map<Engine, EngineResult>> better =
                        query -> Math.min(seconds(query, first), seconds(query, second));
                report.row(
                        first.title() + " and " + second.title(),
                        ReportWriter.number(sum(queries, better), 3),
                        ratio(sum(queries, query -> seconds(query, Engine.SPARK)), sum(queries, better)),
                        mean(queries, query -> seconds(query, Engine.SPARK) / better.applyAsDouble(query)),
                        ReportWriter.count(queries.stream()
                                .filter(query -> seconds(query, first) < seconds(query, second))
                                .count()));
            }
        }
    }

    private void slower(List<Map<Engine, EngineResult>> queries) {
        List<List<String>> rows = new ArrayList<>();
        for (Map<Engine, EngineResult> query : queries) {
            double alone = seconds(query, Engine.SPARK);
            for (Engine engine : others) {
                double seconds = seconds(query, engine);
                if (seconds > SLOWER_RATIO * alone && seconds - alone > SLOWER_SECONDS) {
                    rows.add(List.of(
                            result(query, engine).query(),
                            engine.title(),
                            ReportWriter.number(seconds, 3),
                            ReportWriter.number(alone, 3),
                            ratio(seconds, alone)));
                }
            }
        }
        table(2, List.of("query", "engine", "seconds", "Spark", "engine / Spark"), rows);
    }

    private void strategies(List<Map<Engine, EngineResult>> queries) {
        out.println("Broadcast hash joins / sort-merge joins / shuffled hash joins / shuffles, planned and as run.");
        out.println();
        List<String> titles = new ArrayList<>(List.of("query"));
        engines.forEach(engine -> titles.addAll(List.of(engine.title() + ", planned", engine.title() + ", run")));
        others.forEach(engine -> titles.add("operators of " + engine.title()));
        report.head(1, titles);
        for (Map<Engine, EngineResult> query : queries) {
            List<String> cells =
                    new ArrayList<>(List.of(result(query, Engine.SPARK).query()));
            for (Engine engine : engines) {
                EngineResult result = result(query, engine);
                cells.add(result.isRight() ? result.planned().strategies() : "-");
                cells.add(result.isRight() ? result.ran().strategies() : "-");
            }
            for (Engine engine : others) {
                EngineResult result = result(query, engine);
                cells.add(result.isRight() ? ReportWriter.count(result.ran().engineNodes()) : "-");
            }
            report.row(cells);
        }
    }

    private void errors(List<Map<Engine, EngineResult>> queries) {
        List<List<String>> rows = new ArrayList<>();
        for (Map<Engine, EngineResult> query : queries) {
            for (Engine engine : engines) {
                EngineResult result = result(query, engine);
                if (!result.isRight()) {
                    rows.add(List.of(
                            result.query(), engine.title(), result.error().replace("|", "\\|")));
                }
            }
        }
        table(3, List.of("query", "engine", "error"), rows);
    }

    private void table(int textColumns, List<String> titles, List<List<String>> rows) {
        if (rows.isEmpty()) {
            out.println("None.");
        } else {
            report.head(textColumns, titles);
            rows.forEach(report::row);
        }
    }

    private List<Map<Engine, EngineResult>> right(List<Map<Engine, EngineResult>> queries) {
        return queries.stream()
                .filter(query -> engines.stream()
                        .allMatch(engine -> result(query, engine).isRight()))
                .toList();
    }

    private String fastest(Map<Engine, EngineResult> query) {
        return engines.stream()
                .filter(engine -> result(query, engine).isRight())
                .reduce((a, b) -> seconds(query, b) < seconds(query, a) ? b : a)
                .map(Engine::title)
                .orElse("-");
    }

    private static String ratioTitle(Engine engine) {
        return Engine.SPARK.title() + " / " + engine.title();
    }

    private static EngineResult result(Map<Engine, EngineResult> query, Engine engine) {
        return Objects.requireNonNull(query.get(engine));
    }

    private static double seconds(Map<Engine, EngineResult> query, Engine engine) {
        return result(query, engine).medianSeconds();
    }

    private static double processSeconds(Map<Engine, EngineResult> query, Engine engine) {
        return result(query, engine).medianProcessSeconds();
    }

    private static double sum(
            List<Map<Engine, EngineResult>> queries, ToDoubleFunction<Map<Engine, EngineResult>> number) {
        return queries.stream().mapToDouble(number).sum();
    }

    private static String mean(
            List<Map<Engine, EngineResult>> queries, ToDoubleFunction<Map<Engine, EngineResult>> ratio) {
        return ReportWriter.number(Averages.geometricMean(queries, ratio), 2);
    }

    private static String ratio(double dividend, double divisor) {
        return ReportWriter.number(dividend / divisor, 2);
    }
}
