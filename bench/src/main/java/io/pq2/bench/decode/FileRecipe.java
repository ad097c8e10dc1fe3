package io.pq2.bench.decode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A file of the benchmark before it is there.
 *
 * @param group what its cases belong to
 * @param name the name of the file
 * @param cases the title of each case and the top-level fields that it reads, in the order of the file
 * @param content writes the file
 */
public record FileRecipe(CaseGroup group, String name, Map<String, List<String>> cases, Content content) {

    /** Without those cases whose title is not wanted. */
    public FileRecipe only(Predicate<String> wanted) {
        Map<String, List<String>> left = new LinkedHashMap<>(cases);
        left.keySet().removeIf(wanted.negate());
        return new FileRecipe(group, name, left, content);
    }

    /** What puts the file to where it is wanted. */
    @FunctionalInterface
    public interface Content {

        /** Writes the file to a path where there is nothing. */
        void writeTo(Path path) throws IOException;
    }
}
