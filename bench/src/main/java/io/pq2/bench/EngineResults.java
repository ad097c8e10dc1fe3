package io.pq2.bench;

import io.pq2.bench.EngineResult.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The results of a run, by query. A file keeps them, so that an interrupted run can be resumed. */
final class EngineResults {

    private record Key(Section section, String query) {}

    private final @Nullable Path file;
    private final Map<Key, Map<Engine, EngineResult>> results = new HashMap<>();

    private EngineResults(@Nullable Path file) {
        this.file = file;
    }

    /**
     * Opens the results of a run. Reads what an interrupted run has left in the file.
     *
     * @param file the file, which is created if it does not exist; null for results that only this process needs
     * @param run what all results of a file have in common: the machine, the commit and the settings
     * @throws IllegalArgumentException if the file has results of another run, or is no file of results
     */
    static EngineResults open(@Nullable Path file, String run) throws IOException {
        EngineResults results = new EngineResults(file);
        if (file != null) {
            String head = "# " + run + "\n";
            String text = Files.exists(file) ? Files.readString(file) : "";
            // A killed process may have left a part of a line.
            String lines = text.substring(0, text.lastIndexOf('\n') + 1);
            if (!lines.isEmpty() && !lines.startsWith(head)) {
                throw new IllegalArgumentException(file + " has results of another run: "
                        + lines.lines().findFirst().orElse(""));
            }
            lines.lines().skip(1).map(EngineResult::parse).forEach(results::put);
            if (lines.isEmpty() || lines.length() < text.length()) {
                Files.writeString(file, lines.isEmpty() ? head : lines);
            }
        }
        return results;
    }

    /** Returns the results of a query; empty if it has not run in all of the engines. */
    Map<Engine, EngineResult> get(Section section, String query, List<Engine> engines) {
        Map<Engine, EngineResult> found = results.getOrDefault(new Key(section, query), Map.of());
        return found.keySet().containsAll(engines) ? found : Map.of();
    }

    /** Adds the results of a query in all engines. */
    void add(List<EngineResult> added) throws IOException {
        added.forEach(this::put);
        if (file != null) {
            Files.writeString(
                    file,
                    added.stream().map(result -> result.toLine() + "\n").collect(Collectors.joining()),
                    StandardOpenOption.APPEND);
        }
    }

    private void put(EngineResult result) {
        Objects.requireNonNull(results.computeIfAbsent(
                        new Key(result.section(), result.query()), key -> new EnumMap<>(Engine.class)))
                .put(result.engine(), result);
    }
}
