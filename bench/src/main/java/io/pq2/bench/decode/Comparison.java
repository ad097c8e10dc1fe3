package io.pq2.bench.decode;

import io.pq2.bench.measure.Averages;
import io.pq2.bench.measure.RamDisk;
import io.pq2.bench.measure.Rounds;
import io.pq2.exception.UnsupportedFeatureException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/** Times all engines on the same files. First compares the values that they read, then lets them take turns. */
public final class Comparison implements AutoCloseable {

    /** The engines in the order of the tables. The other engines are compared with the first. */
    static final List<String> ENGINES = List.of("pq2", "pq2 for Spark", "Spark", "parquet-java", "DuckDB");

    /** The engines whose values are the expected ones: the first of these that reads the case. */
    private static final List<String> ARBITERS = List.of("parquet-java", "DuckDB", "Spark");

    private final Rounds rounds;
    private final int minMillis;
    private final PrintStream progress;
    private final Path ramFolder;
    private final Configuration configuration = new Configuration();
    private final Map<String, Engine> engines = new LinkedHashMap<>();
    private final Floor floor = new Floor();
    private boolean isPq2Correct = true;

    /**
     * Creates a comparison.
     *
     * @param rounds the rounds; the median of the measured ones is the result
     * @param minMillis the minimum time for which an engine repeats a case within a round, in milliseconds
     * @param progress receives a line per case
     */
    public Comparison(Rounds rounds, int minMillis, PrintStream progress) throws IOException, SQLException {
        this.rounds = rounds;
        this.minMillis = minMillis;
        this.progress = progress;
        this.ramFolder = RamDisk.createFolder();
        MemoryFileSystem.register(configuration);
        for (Engine engine : List.of(
                new Pq2Engine(),
                new Pq2SparkEngine(configuration),
                new SparkEngine(configuration),
                new ParquetJavaEngine(configuration),
                new DuckDbEngine())) {
            engines.put(engine.name(), engine);
        }
    }

    /** Whether pq2 read the expected values in all cases that it supports. */
    public boolean isPq2Correct() {
        return isPq2Correct;
    }

    /** Writes a file, times its cases, and deletes it. */
    public List<Measurement> run(FileRecipe recipe) throws IOException, SQLException {
        if (recipe.cases().isEmpty()) {
            return List.of();
        }
        progress.printf("%s: %d cases%n", recipe.name(), recipe.cases().size());
        Path path = ramFolder.resolve(recipe.name().replaceAll("[^A-Za-z0-9]+", "-") + ".parquet");
        recipe.content().writeTo(path);
        List<Measurement> measured = new ArrayList<>();
        try (BenchFile file = BenchFile.load(path, configuration)) {
            List<DecodeCase> cases = new ArrayList<>();
            recipe.cases().forEach((name, columns) -> cases.add(new DecodeCase(recipe.group(), name, file, columns)));
            Map<String, String> together = Map.of();
            if (recipe.group() == CaseGroup.LINEITEM) {
                together = verify(new DecodeCase(recipe.group(), recipe.name(), file, allColumns(cases)));
            }
            for (DecodeCase decodeCase : cases) {
                Map<String, String> remarks = recipe.group() == CaseGroup.LINEITEM ? together : verify(decodeCase);
                measured.add(measure(decodeCase, remarks));
            }
        }
        return measured;
    }

    private static List<String> allColumns(List<DecodeCase> cases) {
        Set<String> columns = new LinkedHashSet<>();
        cases.forEach(decodeCase -> columns.addAll(decodeCase.columns()));
        return List.copyOf(columns);
    }

    /**
     * Reads all values of a case with each engine. Returns a remark for each engine that does not support the case or
     * reads unexpected values.
     */
    private Map<String, String> verify(DecodeCase decodeCase) throws IOException, SQLException {
        Map<String, String> remarks = new LinkedHashMap<>();
        Map<String, Fingerprint> seen = new LinkedHashMap<>();
        for (Engine engine : engines.values()) {
            try {
                seen.put(engine.name(), engine.fingerprint(decodeCase));
            } catch (IOException | SQLException | RuntimeException e) {
                if (!engine.refuses(e)) {
                    throw new IllegalStateException(engine.name() + " fails at " + decodeCase.name(), e);
                }
                remarks.put(engine.name(), "unsupported: " + reason(e));
            }
        }
        Fingerprint right = ARBITERS.stream()
                .filter(seen::containsKey)
                .map(seen::get)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no peer reads " + decodeCase.name()));
        seen.forEach((engine, fingerprint) -> {
            if (!fingerprint.equals(right)) {
                remarks.put(engine, "WRONG: reads " + fingerprint + " instead of " + right);
                isPq2Correct &= !engine.startsWith("pq2");
            }
        });
        return remarks;
    }

    /** Returns the first line of an exception's message, without the location in the file with which pq2 begins it. */
    private static String reason(Exception e) {
        String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return line.startsWith("file ") ? line.substring(line.indexOf(": ") + 2) : line;
    }

    private Measurement measure(DecodeCase decodeCase, Map<String, String> remarks) throws IOException, SQLException {
        List<Contestant> contestants = new ArrayList<>();
        if (floorIsPossible(decodeCase)) {
            contestants.add(new Contestant("floor", () -> floor.pass(decodeCase)));
        }
        for (Engine engine : engines.values()) {
            if (!remarks.containsKey(engine.name())) {
                contestants.add(new Contestant(engine.name(), () -> engine.decode(decodeCase)));
            }
        }
        Map<String, Double> millis = new LinkedHashMap<>();
        rounds.run(contestants, Contestant::millis).forEach((contestant, all) -> {
            contestant.checkResults();
            millis.put(contestant.name, Averages.median(all, Double::doubleValue));
        });
        Double floorMillis = millis.remove("floor");
        progress.printf("  %s %s%n", decodeCase.name(), millis);
        return new Measurement(
                decodeCase.group(),
                decodeCase.name(),
                decodeCase.file().rowCount(),
                decodeCase.storedBytes(),
                floorMillis == null ? Double.NaN : floorMillis,
                millis,
                remarks);
    }

    private boolean floorIsPossible(DecodeCase decodeCase) throws IOException {
        try {
            return floor.pass(decodeCase) >= 0;
        } catch (UnsupportedFeatureException e) {
            return false;
        }
    }

    /** The timed work. */
    @FunctionalInterface
    private interface Work {
        long run() throws IOException, SQLException;
    }

    /** An engine that takes part in each round. */
    private final class Contestant {

        private final String name;
        private final Work work;
        /** Accumulates the results of the work, so that the compiler cannot remove it. */
        private long results;

        Contestant(String name, Work work) {
            this.name = name;
            this.work = work;
        }

        /** Repeats the work for the minimum time. Returns the milliseconds of one repetition. */
        double millis() throws IOException, SQLException {
            long start = System.nanoTime();
            long enough = minMillis * 1_000_000L;
            long spent = 0;
            int repetitions = 0;
            while (repetitions == 0 || spent < enough) {
                results += work.run();
                repetitions++;
                spent = System.nanoTime() - start;
            }
            return spent / 1e6 / repetitions;
        }

        /** Uses the results. */
        void checkResults() {
            if (results < 0) {
                progress.println("the sum of the results overflowed: " + name);
            }
        }
    }

    @Override
    public void close() throws IOException, SQLException {
        for (Engine engine : engines.values()) {
            engine.close();
        }
        Files.delete(ramFolder);
    }
}
