package io.pq2.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.SharedFiles;
import io.pq2.io.LocalInputFile;
import io.pq2.read.FilesTable;
import io.pq2.read.ReadOptions;
import io.pq2.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Tests the filters of the files of apache/parquet-testing and of public data sets. */
class OthersFilesFiltersTest {

    /** Contains two strings of 1 GiB, which exceed the heap of these tests. */
    private static final String LARGE = "data/large_string_map.brotli.parquet";

    @TestFactory
    Stream<DynamicTest> filtersFindTheRowsOfMinAndMax() throws IOException {
        return tests(Seeds.next(), 0);
    }

    /** {@code -Dpq2.values=N} sets the number of random values of each column chunk. */
    @TestFactory
    @Tag("random")
    Stream<DynamicTest> filtersFindTheRowsOfRandomValues() throws IOException {
        return tests(Seeds.next(), Integer.getInteger("pq2.values", 2));
    }

    private static Stream<DynamicTest> tests(long seed, int values) throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        Path root = SharedFiles.parquetTesting("");
        FilesTable.read().forEach((name, line) -> {
            Path file = root.resolve(name);
            if (line.result().equals("read") && !name.equals(LARGE) && Files.exists(file)) {
                tests.add(DynamicTest.dynamicTest(name, () -> check(file, seed, values)));
            }
        });
        SharedFiles.real()
                .forEach(file -> tests.add(
                        DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file, seed, values))));
        return tests.stream();
    }

    private static void check(Path file, long seed, int values) throws IOException {
        FilterCheckResult result = FilterCheck.run(new LocalInputFile(file), ReadOptions.DEFAULT, null, seed, values);
        assertThat(result.wrongAnswers()).as("seed %d", seed).isEmpty();
        assertThat(result.notTested()).isEmpty();
        assertThat(result.questions()).isPositive();
    }
}
