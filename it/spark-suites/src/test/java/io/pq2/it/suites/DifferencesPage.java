package io.pq2.it.suites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables of docs/spark-suites.md.
 *
 * @param results a row per suite
 * @param differences an element per test whose outcome differs; a row of the page can have several
 */
record DifferencesPage(List<SuiteResult> results, List<Difference> differences) {

    private static final Path FILE = Path.of(System.getProperty("pq2.root"), "docs", "spark-suites.md");
    private static final String HEADING = "## ";
    private static final String RESULTS = "Results";
    private static final String LINE_BREAK = "<br>";
    private static final String CELL_BOUNDARY = "(?<!\\\\)\\|";

    /**
     * The results of a suite.
     *
     * @param tests how many tests succeed with the built-in source
     * @param different how many of them do not succeed with pq2
     */
    record SuiteResult(String suite, int tests, int different) {}

    /**
     * A test that succeeds only with the built-in source.
     *
     * @param reason the heading of the table
     * @param pq2Test the tests of pq2 for the same behavior, as in the page
     */
    record Difference(String reason, SuiteTest test, String pq2Test) {}

    static DifferencesPage read() throws IOException {
        List<SuiteResult> results = new ArrayList<>();
        List<Difference> differences = new ArrayList<>();
        String heading = "";
        for (String line : Files.readAllLines(FILE)) {
            if (line.startsWith(HEADING)) {
                heading = line.substring(HEADING.length());
            } else if (line.startsWith("| `")) {
                List<String> cells = cells(line);
                if (heading.equals(RESULTS)) {
                    results.add(new SuiteResult(
                            code(cells.get(0)), Integer.parseInt(cells.get(1)), Integer.parseInt(cells.get(2))));
                } else {
                    for (String suite : cells.get(0).split(", ", -1)) {
                        for (String name : cells.get(1).split(LINE_BREAK, -1)) {
                            SuiteTest test = new SuiteTest(code(suite), name);
                            differences.add(new Difference(heading, test, cells.get(3)));
                        }
                    }
                }
            }
        }
        return new DifferencesPage(results, differences);
    }

    /** Returns the rows of some suites. */
    DifferencesPage only(List<String> suites) {
        return new DifferencesPage(
                results.stream()
                        .filter(result -> suites.contains(result.suite()))
                        .toList(),
                differences.stream()
                        .filter(difference -> suites.contains(difference.test().suite()))
                        .toList());
    }

    private static List<String> cells(String row) {
        List<String> cells = new ArrayList<>();
        for (String cell : row.strip().split(CELL_BOUNDARY)) {
            cells.add(cell.strip().replace("\\|", "|"));
        }
        // Before the first boundary.
        cells.remove(0);
        return cells;
    }

    private static String code(String cell) {
        return cell.replace("`", "");
    }
}
