package io.pq2.it.installed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** If the jar is where it cannot work, errors and the log say where it belongs. */
@Tag("installed")
class MisplacedJarIT {

    private static final Pattern MISSING_CLASS = Pattern.compile("ClassNotFoundException: io\\.pq2\\.[\\w.$]+");

    /** Java 17 does not name a class that is missing in an object of a task. */
    private static final int JAVA_THAT_NAMES_MISSING_CLASSES = 18;

    @TempDir
    static Path directory;

    private static Artifacts artifacts;

    @BeforeAll
    static void publish() throws Exception {
        artifacts = new Artifacts(directory.resolve("repository"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.0", "4.2"})
    void aJarOnTheDriverOnlyIsExplained(String minor) throws Exception {
        Path folder = Files.createDirectory(directory.resolve("driver-" + minor));
        Commands.Output output =
                InstalledSpark.of(minor).submitToCluster("DriverOnlyJob", folder, artifacts.jar(minor));
        Map<String, String> results = SparkVersionsIT.results(output.text(), folder.resolve("data"));
        assertThat(results).hasSize(6).containsEntry("rows", "100");
        assertThat(results.get("schemas")).contains("ClassNotFoundException: io.pq2.spark.internal.tasks.Elements");
        assertThat(results.entrySet())
                .filteredOn(result -> !result.getKey().equals("rows"))
                .allSatisfy(result -> assertThat(result.getValue())
                        .matches(error -> MISSING_CLASS.matcher(error).find()
                                || Runtime.version().feature() < JAVA_THAT_NAMES_MISSING_CLASSES
                                        && error.contains("cannot assign instance of ")));
        assertThat(output.errors().lines().filter(line -> line.contains("An executor does not have ")))
                .as("%s", output.errors())
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains(" ERROR ")
                        .contains("the jar of pq2")
                        .contains("--jars"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.0", "4.2"})
    void aJarThatASessionAddsIsRefused(String minor) throws Exception {
        Path folder = Files.createDirectory(directory.resolve("added-" + minor));
        Commands.Output output = InstalledSpark.of(minor)
                .submitForOutput("OtherSparkJob", folder, "--conf", "spark.consumer.added=" + artifacts.jar(minor));
        Map<String, String> results = SparkVersionsIT.results(output.text(), folder.resolve("data"));
        SparkVersionsIT.assertOneError(results, "The session was created without the jar of pq2 (");
        SparkVersionsIT.assertOneError(results, "Start Spark with the jar: in --jars or spark.jars");
        assertThat(output.errors()).doesNotContain("ClassNotFoundException");
    }
}
