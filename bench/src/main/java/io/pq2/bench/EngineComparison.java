package io.pq2.bench;

import io.pq2.bench.EngineResult.Section;
import io.pq2.bench.measure.ReportWriter;
import io.pq2.bench.measure.Rounds;
import io.pq2.bench.write.Cost;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Runs whole queries in several engines, which take turns in one JVM; see {@link EngineBenchmark}.
 *
 * <p>Answers are compared like those of {@link SourceComparison}, except that floating-point numbers may differ by a
 * small part: their sums depend on the order of the rows.
 */
final class EngineComparison implements Benchmark {

    static final Set<String> OPTIONS = Set.of(
            "directory", "queries", "writers", "comet", "conf", "results", "fresh", "engine", "warm-up", "rounds");

    /** Spark's own files come first. */
    private static final List<String> WRITERS = List.of("parquet", "pq2");

    private static final int THREADS = 2;
    private static final double TOLERANCE = 1e-9;
    private static final int FRESH_QUERIES = 20;
    private static final long SHUFFLE_SEED = 20;

    /** The order of queries in a fresh JVM, where the first queries take longest. */
    private enum Order {
        GIVEN,
        REVERSED,
        SHUFFLED;

        <T> List<T> of(List<T> queries) {
            List<T> ordered = new ArrayList<>(queries);
            switch (this) {
                case GIVEN -> {}
                case REVERSED -> Collections.reverse(ordered);
                case SHUFFLED -> Collections.shuffle(ordered, new Random(SHUFFLE_SEED));
            }
            return ordered;
        }
    }

    private final double scale;
    private final Path directory;
    private final Pattern queries;
    private final Pattern writers;
    private final List<Engine> engines = new ArrayList<>(List.of(Engine.SPARK, Engine.PQ2));
    private final String comet;
    private final Map<String, String> settings;
    private final @Nullable Path file;
    private final @Nullable Order fresh;
    private final Engine freshEngine;
    private final Rounds rounds;
    private final Map<String, WorkloadTables> tables = new LinkedHashMap<>();

    EngineComparison(Arguments arguments) {
        scale = Arguments.scale(arguments.positional(0, "1"));
        directory = arguments.path("directory", "target").toAbsolutePath();
        queries = arguments.pattern("queries");
        writers = arguments.pattern("writers");
        if (arguments.flag("comet", true)) {
            engines.add(Engine.COMET);
            comet = "with " + cometJar();
        } else {
            comet = "without Comet";
        }
        settings = settings(arguments.text("conf", ""));
        String results = arguments.text("results", "");
        file = results.isEmpty() ? null : Path.of(results);
        fresh = arguments.choice("fresh", Order.class);
        Engine engine = arguments.choice("engine", Engine.class);
        freshEngine = engine == null ? Engine.PQ2 : engine;
        if (!engines.contains(freshEngine)) {
            throw new IllegalArgumentException("--engine=comet needs Comet");
        }
        rounds = arguments.rounds(1, 3);
    }

    /** Returns the file of Comet's classes. */
    private static String cometJar() {
        try {
            Class<?> plugin = Class.forName(Engine.COMET_PLUGIN, false, EngineComparison.class.getClassLoader());
            String location =
                    String.valueOf(plugin.getProtectionDomain().getCodeSource().getLocation());
            return location.substring(location.lastIndexOf('/') + 1);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("Comet is not on the class path; --comet=false runs without it", e);
        }
    }

    private static Map<String, String> settings(String text) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String setting : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("not a setting: " + setting);
            }
            settings.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return settings;
    }

    @Override
    public boolean run(PrintStream out, PrintStream progress) throws IOException, SQLException {
        String description = describe();
        out.println(description);
        Map<Section, Map<String, String>> sections = sections();
        if (fresh == null) {
            return compare(description, sections, out, progress);
        }
        runOnce(fresh, sections, out);
        return true;
    }

    private String describe() throws IOException {
        String description = String.format(
                Locale.ROOT,
                "%s; Spark %s, %s, settings %s; scale factor %s; %s",
                Machine.describe(),
                org.apache.spark.package$.MODULE$.SPARK_VERSION(),
                comet,
                settings,
                scale,
                fresh == null
                        ? "medians of " + rounds.measured() + " rounds after " + rounds.warmUp() + " of warm-up"
                        : "one run");
        // The first line of a file of results.
        return description.replaceAll("\\s+", " ");
    }

    /** Returns the texts of the selected queries by section and name. */
    private Map<Section, Map<String, String>> sections() throws IOException {
        Map<String, Workload> workloads = new LinkedHashMap<>();
        workloads.put("TPC-H", TpchBenchmark.workload());
        workloads.put("TPC-DS", TpcdsBenchmark.allQueries());
        Map<Section, Map<String, String>> sections = new LinkedHashMap<>();
        for (Map.Entry<String, Workload> workload : workloads.entrySet()) {
            String name = workload.getKey();
            // The folders of TpchBenchmark and TpcdsBenchmark.
            Path folder = directory.resolve(name.replace("-", "").toLowerCase(Locale.ROOT));
            tables.put(name, new WorkloadTables(workload.getValue(), scale, folder));
            Map<String, String> texts = new LinkedHashMap<>(workload.getValue().queries());
            texts.keySet()
                    .removeIf(query -> !queries.matcher(name + " " + query).find());
            for (String writer : WRITERS) {
                if (!texts.isEmpty() && writers.matcher(writer).find()) {
                    sections.put(new Section(name, writer), texts);
                }
            }
        }
        return sections;
    }

    private boolean compare(
            String description, Map<Section, Map<String, String>> sections, PrintStream out, PrintStream progress)
            throws IOException, SQLException {
        EngineResults results = EngineResults.open(file, description);
        Map<Section, Map<String, String>> missing = new LinkedHashMap<>();
        sections.forEach((section, texts) -> {
            Map<String, String> rest = new LinkedHashMap<>(texts);
            rest.keySet()
                    .removeIf(query -> !results.get(section, query, engines).isEmpty());
            if (!rest.isEmpty()) {
                missing.put(section, rest);
            }
        });
        if (!missing.isEmpty()) {
            try (SparkSession spark = start()) {
                for (Map.Entry<Section, Map<String, String>> section : missing.entrySet()) {
                    measure(spark, section.getKey(), section.getValue(), results, progress);
                }
            }
        }
        EngineReport report = new EngineReport(engines, out);
        boolean right = true;
        for (Map.Entry<Section, Map<String, String>> section : sections.entrySet()) {
            List<Map<Engine, EngineResult>> queryResults = section.getValue().keySet().stream()
                    .map(query -> results.get(section.getKey(), query, engines))
                    .toList();
            report.print(section.getKey(), queryResults);
            right &= queryResults.stream().allMatch(EngineComparison::isRight);
        }
        return right;
    }

    /** Whether no engine is wrong about a query. A query that Spark alone cannot run is measured in no engine. */
    private static boolean isRight(Map<Engine, EngineResult> query) {
        return !Objects.requireNonNull(query.get(Engine.SPARK)).isRight()
                || query.values().stream().allMatch(EngineResult::isRight);
    }

    /** Starts Spark, with all engines, in a session of Spark alone. */
    private SparkSession start() {
        Map<String, String> startSettings = engines.contains(Engine.COMET) ? Engine.COMET_SETTINGS : Map.of();
        SparkSession spark = Sessions.local(directory, THREADS, false, startSettings);
        Engine.SPARK.select(spark);
        return spark;
    }

    /** Returns a session of an engine whose views are the tables of a section. */
    private SparkSession session(SparkSession spark, Engine engine, Section section, Collection<String> texts) {
        SparkSession session = WorkloadTables.newSession(spark);
        engine.select(session);
        settings.forEach(session.conf()::set);
        WorkloadTables files = tables(section);
        for (String table : files.names(texts)) {
            files.read(session, engine.format(section.writer()), section.writer(), table)
                    .createOrReplaceTempView(table);
        }
        return session;
    }

    private WorkloadTables tables(Section section) {
        return Objects.requireNonNull(tables.get(section.workload()));
    }

    private void measure(
            SparkSession spark, Section section, Map<String, String> texts, EngineResults results, PrintStream progress)
            throws IOException, SQLException {
        tables(section).write(spark, section.writer(), texts.values(), progress);
        Map<Engine, SparkSession> sessions = new EnumMap<>(Engine.class);
        engines.forEach(engine -> sessions.put(engine, session(spark, engine, section, texts.values())));
        for (Map.Entry<String, String> text : texts.entrySet()) {
            progress.printf("%s: %s ...%n", section.title(), text.getKey());
            List<EngineQuery> contestants = engines.stream()
                    .map(engine ->
                            new EngineQuery(engine, Objects.requireNonNull(sessions.get(engine)), text.getValue()))
                    .toList();
            results.add(measure(section, text.getKey(), text.getValue(), contestants));
        }
    }

    private List<EngineResult> measure(Section section, String name, String text, List<EngineQuery> contestants)
            throws IOException, SQLException {
        ExpectedRows expected = new ExpectedRows(text, TOLERANCE);
        EngineQuery alone = contestants.get(0);
        for (EngineQuery contestant : contestants) {
            if (alone.isRight()) {
                contestant.compareAll(expected);
            } else {
                contestant.skip("not run");
            }
        }
        List<EngineQuery> right =
                contestants.stream().filter(EngineQuery::isRight).toList();
        Map<EngineQuery, List<Cost>> costs = rounds.run(right, contestant -> contestant.run(expected));
        return contestants.stream()
                .map(contestant -> contestant.result(section, name, costs.getOrDefault(contestant, List.of())))
                .toList();
    }

    /** Runs the first queries of the first writer once, in this JVM, which has run no query before. */
    private void runOnce(Order order, Map<Section, Map<String, String>> sections, PrintStream out)
            throws IOException, SQLException {
        List<Map.Entry<Section, String>> first = new ArrayList<>();
        sections.forEach((section, texts) -> {
            if (first.isEmpty() || first.get(0).getKey().writer().equals(section.writer())) {
                texts.values().forEach(text -> first.add(Map.entry(section, text)));
            }
        });
        List<Map.Entry<Section, String>> ordered = order.of(first.subList(0, Math.min(first.size(), FRESH_QUERIES)));
        for (Map.Entry<Section, String> query : ordered) {
            Section section = query.getKey();
            List<String> missing = tables(section).missing(section.writer(), List.of(query.getValue()));
            if (!missing.isEmpty()) {
                throw new IllegalStateException(
                        "a run without --fresh has to write the tables before: " + section.title() + ": " + missing);
            }
        }
        double seconds = 0;
        double processSeconds = 0;
        int failed = 0;
        try (SparkSession spark = start()) {
            Map<Section, SparkSession> sessions = new LinkedHashMap<>();
            for (Section section : sections.keySet()) {
                List<String> texts = ordered.stream()
                        .filter(query -> query.getKey().equals(section))
                        .map(Map.Entry::getValue)
                        .toList();
                sessions.put(section, session(spark, freshEngine, section, texts));
            }
            for (Map.Entry<Section, String> query : ordered) {
                SparkSession session = Objects.requireNonNull(sessions.get(query.getKey()));
                EngineQuery once = new EngineQuery(freshEngine, session, query.getValue());
                Cost cost = once.run();
                seconds += cost.seconds();
                processSeconds += cost.processSeconds();
                failed += once.isRight() ? 0 : 1;
            }
        }
        ReportWriter report = new ReportWriter(out);
        report.heading(3, "Fresh JVM");
        report.head(2, "engine", "order", "queries", "failed", "seconds", "processor seconds");
        report.row(
                freshEngine.title(),
                order.name().toLowerCase(Locale.ROOT),
                ReportWriter.count(ordered.size()),
                ReportWriter.count(failed),
                ReportWriter.number(seconds, 3),
                ReportWriter.number(processSeconds, 3));
    }
}
