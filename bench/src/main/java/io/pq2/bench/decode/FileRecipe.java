package io.pq2.bench.decode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A file of the benchmark that is not written yet.
 *
 * @param group the result table of its cases
 * @param name the name of the file
 * @param cases the title of each case, with the top-level fields that it reads in the order of the file
 * @param content writes the file
 */
public record FileRecipe(CaseGroup group, String name, Map<String, List<String>> cases, Content content) {

    /** Returns the recipe with only the cases whose titles satisfy a condition. */
    public FileRecipe only(Predicate<String> condition) {
        Map<String, List<String>> left = new LinkedHashMap<>(cases);
        left.keySet().removeIf(condition.negate());
        return new FileRecipe(group, name, left, content);
    }

    /** Writes the content of a file. */
    @FunctionalInterface
    public interface Content {

        /** Writes the file to a path that does not exist. */
        void writeTo(Path path) throws IOException;
    }
}
