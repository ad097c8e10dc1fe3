package io.pq2.it.suites;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.it.suites.DifferencesPage.Difference;
import io.pq2.it.suites.DifferencesPage.SuiteResult;
import io.pq2.it.suites.Outcome.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Spark's tests of its engine and its Parquet source have the same outcomes with pq2, except those in the page. */
class SparkSuitesTest {

    private static final String SQL = "org.apache.spark.sql.";
    private static final String PARQUET = SQL + "execution.datasources.parquet.";

    /** The packages of the suites, by their simple names. */
    private static final SortedMap<String, String> PACKAGES = packages(Map.of(
            SQL,
            List.of(
                    "BloomFilterAggregateQuerySuite",
                    "CachedTableSuite",
                    "DataFrameAggregateSuite",
                    "DataFrameJoinSuite",
                    "DataFrameSetOperationsSuite",
                    "DataFrameSuite",
                    "DataFrameWindowFunctionsSuite",
                    "DynamicPartitionPruningV1SuiteAEOff",
                    "DynamicPartitionPruningV1SuiteAEOn",
                    "ExplainSuite",
                    "FileBasedDataSourceSuite",
                    "InjectRuntimeFilterSuite",
                    "JoinSuite",
                    "SQLQuerySuite",
                    "SubquerySuite"),
            SQL + "execution.adaptive.",
            List.of("AdaptiveQueryExecSuite"),
            SQL + "execution.metric.",
            List.of("SQLMetricsSuite"),
            PARQUET,
            List.of(
                    "ParquetFieldIdIOSuite",
                    "ParquetIOSuite",
                    "ParquetInteroperabilitySuite",
                    "ParquetSchemaInferenceSuite",
                    "ParquetSchemaSuite",
                    "ParquetTypeWideningSuite",
                    "ParquetV1FilterSuite",
                    "ParquetV1PartitionDiscoverySuite",
                    "ParquetV1QuerySuite",
                    "ParquetV2FilterSuite",
                    "ParquetV2PartitionDiscoverySuite",
                    "ParquetV2QuerySuite")));

    /** The suites to run. The system property {@code pq2.suites} is a regular expression for their names. */
    private static final List<String> SUITES = PACKAGES.keySet().stream()
            .filter(suite -> Pattern.matches(System.getProperty("pq2.suites"), suite))
            .toList();

    /** Variants of Spark's suites that inspect pq2 instead of Spark, by the suites. */
    private static final Map<String, String> VARIANTS = Map.of(
            "ParquetTypeWideningSuite", "Pq2TypeWideningSuite",
            "ParquetV2FilterSuite", "Pq2FilterSuite");

    /** The page says this instead of the name of a test. */
    private static final String SAME_TEST = "the same test";

    private static final Path ROOT = Path.of(System.getProperty("pq2.root"));

    /** A test of pq2 in the page: its class and its name. */
    private static final Pattern PQ2_TEST = Pattern.compile("`(\\w+)`: ([^;]+)");

    private static SortedMap<SuiteTest, Outcome> builtIn;
    private static SortedMap<SuiteTest, Outcome> replaced;
    private static DifferencesPage page;

    private static SortedMap<String, String> packages(Map<String, List<String>> suites) {
        SortedMap<String, String> packages = new TreeMap<>();
        suites.forEach((name, ofPackage) -> ofPackage.forEach(suite -> packages.put(suite, name)));
        return packages;
    }

    @BeforeAll
    static void run() throws Exception {
        page = DifferencesPage.read().only(SUITES);
        List<String> ofSpark =
                SUITES.stream().map(suite -> PACKAGES.get(suite) + suite).toList();
        List<String> withVariants = new ArrayList<>(ofSpark);
        for (String suite : SUITES) {
            if (VARIANTS.containsKey(suite)) {
                withVariants.add(SparkSuitesTest.class.getPackageName() + "." + VARIANTS.get(suite));
            }
        }
        ExecutorService executor = Executors.newFixedThreadPool(2);
        try {
            Future<SortedMap<SuiteTest, Outcome>> first =
                    executor.submit(() -> SuiteProcess.builtIn().run(ofSpark));
            Future<SortedMap<SuiteTest, Outcome>> second =
                    executor.submit(() -> SuiteProcess.replaced().run(withVariants));
            builtIn = first.get();
            replaced = second.get();
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void allTestsSucceedWithTheBuiltInSource() {
        assertThat(inState(builtIn, State.FAILED)).isEmpty();
        assertThat(builtIn.keySet().stream().map(SuiteTest::suite).distinct()).containsExactlyElementsOf(SUITES);
    }

    @Test
    void theSameTestsRun() {
        List<SuiteTest> tests = replaced.keySet().stream()
                .filter(test -> SUITES.contains(test.suite()))
                .toList();
        assertThat(tests).containsExactlyElementsOf(builtIn.keySet());
    }

    @Test
    void theVariantsFailOnlyWhereThePageNamesOtherTests() {
        VARIANTS.forEach((suite, variant) -> {
            // Empty if the suite is not run.
            List<String> others = page.differences().stream()
                    .filter(difference -> difference.test().suite().equals(suite))
                    .filter(difference -> !difference.pq2Test().contains(SAME_TEST))
                    .map(difference -> difference.test().name())
                    .toList();
            List<String> failures = inState(replaced, State.FAILED).stream()
                    .filter(test -> test.suite().equals(variant))
                    .map(SuiteTest::name)
                    .toList();
            assertThat(failures).as(variant).containsExactlyInAnyOrderElementsOf(others);
        });
    }

    @Test
    void theDifferencesAreDocumented() {
        Map<SuiteTest, String> undocumented = different();
        page.differences().forEach(difference -> undocumented.remove(difference.test()));
        assertThat(undocumented)
                .as("tests that are missing in docs/spark-suites.md")
                .isEmpty();
    }

    @Test
    void theDocumentedDifferencesExist() {
        List<SuiteTest> documented =
                page.differences().stream().map(Difference::test).toList();
        assertThat(documented).doesNotHaveDuplicates();
        assertThat(documented)
                .as("tests in docs/spark-suites.md that do not differ")
                .isSubsetOf(different().keySet());
    }

    @Test
    void theResultsAreDocumented() {
        SortedMap<SuiteTest, String> different = different();
        List<SuiteResult> results = new ArrayList<>();
        for (String suite : SUITES) {
            results.add(new SuiteResult(
                    suite,
                    (int) inState(builtIn, State.SUCCEEDED).stream()
                            .filter(test -> test.suite().equals(suite))
                            .count(),
                    (int) different.keySet().stream()
                            .filter(test -> test.suite().equals(suite))
                            .count()));
        }
        assertThat(page.results()).isEqualTo(results);
    }

    @Test
    void eachDifferenceNamesATestOfPq2() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        for (String module : List.of("spark-datasource", "it/hive")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test"))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    String name = file.getFileName().toString();
                    if (name.endsWith(".java") || name.endsWith(".scala")) {
                        sources.put(name.substring(0, name.lastIndexOf('.')), Files.readString(file));
                    }
                }
            }
        }
        for (Difference difference : page.differences()) {
            Matcher tests = PQ2_TEST.matcher(difference.pq2Test());
            assertThat(tests.find()).as("test of pq2 for %s", difference.test()).isTrue();
            do {
                String suite = tests.group(1);
                String name = tests.group(2).strip();
                if (name.equals(SAME_TEST)) {
                    SuiteTest same = new SuiteTest(suite, difference.test().name());
                    assertThat(inState(replaced, State.SUCCEEDED)).contains(same);
                } else {
                    assertThat(sources).containsKey(suite);
                    assertThat(sources.get(suite)).contains('"' + name + '"');
                }
            } while (tests.find());
        }
    }

    /** Returns the tests that succeed only with the built-in source, with the messages of their failures. */
    private static SortedMap<SuiteTest, String> different() {
        SortedMap<SuiteTest, String> different = new TreeMap<>();
        builtIn.forEach((test, outcome) -> {
            Outcome other = replaced.get(test);
            if (other != null && outcome.state() != other.state()) {
                different.put(test, other.message());
            }
        });
        return different;
    }

    private static List<SuiteTest> inState(SortedMap<SuiteTest, Outcome> outcomes, State state) {
        return outcomes.entrySet().stream()
                .filter(entry -> entry.getValue().state() == state)
                .map(Map.Entry::getKey)
                .toList();
    }
}
