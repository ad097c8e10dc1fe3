package io.pq2.it.installed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One job gives the same results in each version of Spark, and a wrong version gives one clear error. */
@Tag("installed")
class SparkVersionsIT {

    private static final String RESULT = "RESULT ";

    @TempDir
    static Path directory;

    private static Artifacts artifacts;

    @BeforeAll
    static void publish() throws Exception {
        artifacts = new Artifacts(directory.resolve("repository"));
    }

    @Test
    void eachVersionHasTheSameResults() throws Exception {
        Map<String, String> newest = versionJob("4.2");
        assertThat(newest).hasSizeGreaterThan(60);
        assertChecksumsAgree(newest);
        assertThat(newest)
                .containsEntry("encrypted", newest.get("rows"))
                .containsEntry("truncated", "[0]")
                .containsEntry("replaced path", "read by pq2")
                .containsEntry("replaced table", "read by pq2")
                .containsEntry("table that is not replaced", "not read by pq2")
                .containsEntry("provider of the replaced table", "parquet")
                .containsEntry("Hive rows", "[2,2.50,null,2020-01-02] [3,3.50,new,2020-01-03]")
                .containsEntry("Hive aggregates", "[2,2,3.50]")
                .containsEntry("Hive table read by pq2", "true")
                .containsEntry("Hive by the built-in source", "[100,4950]");
        assertThat(newest.values()).noneMatch(result -> result.startsWith("no error"));
        assertThat(versionJob("4.1")).isEqualTo(newest);
        assertThat(versionJob("4.0")).isEqualTo(newest);
    }

    /** All ways to read the same rows have the same checksum. */
    private static void assertChecksumsAgree(Map<String, String> results) {
        assertThat(results.entrySet())
                .filteredOn(result -> result.getKey().contains("reads "))
                .hasSize(19)
                .allSatisfy(result -> assertThat(result.getValue()).isEqualTo(results.get("rows")));
    }

    /** Runs the job with the published package, which spark-submit resolves. */
    private static Map<String, String> versionJob(String minor) throws Exception {
        Path folder = Files.createDirectory(directory.resolve("job-" + minor));
        Path data = folder.resolve("data");
        Path keys = folder.resolve("master.keys");
        Files.createFile(keys, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(keys, "footers.1 = AAAAAAAAAAAAAAAAAAAAAA==\nsecrets.1 = AQEBAQEBAQEBAQEBAQEBAQ==\n");
        String output = InstalledSpark.of(minor)
                .submit(
                        "VersionJob",
                        folder,
                        "--packages",
                        Artifacts.coordinates(minor),
                        "--repositories",
                        artifacts.url(),
                        "--conf",
                        "spark.consumer.keys=" + keys);
        try (Stream<Path> jars = Files.list(folder.resolve("ivy/jars"))) {
            assertThat(jars.map(jar -> jar.getFileName().toString()))
                    .as("the package brings no other jar")
                    .containsExactly("io.pq2_" + Artifacts.name(minor) + "-" + Artifacts.VERSION + ".jar");
        }
        return results(output, data);
    }

    /** A query with pq2 names the version that was found, and the artifact for it. */
    @Test
    void aSparkWithAnotherArtifactNamesIt() throws Exception {
        Map<String, String> results = otherSparkJob("4.2", artifacts.jar("4.0").toString());
        assertOneError(
                results,
                "is for Spark 4.0 with Scala 2.13. This is Spark "
                        + InstalledSpark.of("4.2").version());
        assertOneError(results, "Use only " + Artifacts.coordinates("4.2") + ".");
    }

    @Test
    void aSparkWithoutArtifactIsToldTheVersionsThatHaveOne() throws Exception {
        Map<String, String> results = otherSparkJob("3.5", artifacts.jar("4.0").toString());
        assertOneError(results, "This is Spark " + InstalledSpark.of("3.5").version() + " with Scala 2.13.");
        assertOneError(results, "artifacts for Spark 4.0, 4.1, 4.2 with Scala 2.13.");
    }

    @Test
    void twoArtifactsOnTheClassPathAreNamed() throws Exception {
        String jars = artifacts.jar("4.1") + "," + artifacts.jar("4.2");
        Map<String, String> results = otherSparkJob("4.1", jars);
        assertOneError(results, "More than one artifact of pq2 is on the class path: ");
        assertOneError(results, artifacts.jar("4.1").getFileName().toString());
        assertOneError(results, artifacts.jar("4.2").getFileName().toString());
        assertOneError(results, "Use only " + Artifacts.coordinates("4.1") + ".");
    }

    /** Queries without pq2 have their result, and all others the error. */
    static void assertOneError(Map<String, String> results, String message) {
        assertThat(results).containsEntry("rows", "15").hasSize(8);
        assertThat(results.entrySet())
                .filteredOn(result -> !result.getKey().equals("rows"))
                .allSatisfy(result -> assertThat(result.getValue())
                        .startsWith("ServiceConfigurationError: ")
                        .contains(message));
    }

    private static Map<String, String> otherSparkJob(String minor, String jars) throws Exception {
        Path folder = Files.createTempDirectory(directory, "other-" + minor);
        String output = InstalledSpark.of(minor).submit("OtherSparkJob", folder, "--jars", jars);
        return results(output, folder.resolve("data"));
    }

    /** Returns the results that a job has printed, by their names. */
    static Map<String, String> results(String output, Path data) throws IOException {
        Map<String, String> results = new LinkedHashMap<>();
        for (String line : List.of(output.split("\n"))) {
            if (line.startsWith(RESULT)) {
                int colon = line.indexOf(": ");
                results.put(
                        line.substring(RESULT.length(), colon),
                        line.substring(colon + 2).replace(data.toString(), "DATA"));
            }
        }
        return results;
    }
}
