package io.pq2.it.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The build, the workflow and the documentation name the same versions of Spark. */
class SparkVersionsTest {

    private static final Pattern ARTIFACT =
            Pattern.compile("^\\| (\\d\\.\\d) \\| `io\\.pq2:pq2-spark-(\\d\\.\\d)_2\\.13`");

    @Test
    void everyPageAndFileNamesTheSameVersions() throws IOException {
        String pom = text("spark-datasource/pom.xml");
        List<String> modules = matches(pom, "<module>spark-(\\d\\.\\d)</module>").stream()
                .distinct()
                .sorted()
                .toList();
        assertThat(modules).isNotEmpty();
        String newest = modules.get(modules.size() - 1);

        assertThat(pom)
                .as("the versions in error messages")
                .contains("<spark.minor.versions>" + String.join(" ", modules) + "</spark.minor.versions>");
        assertThat(text("docs/spark-versions.md")
                        .lines()
                        .flatMap(line -> ARTIFACT.matcher(line).results())
                        .map(match -> match.group(1).equals(match.group(2)) ? match.group(1) : match.group())
                        .toList())
                .as("the table of artifacts")
                .isEqualTo(modules);
        assertThat(text("README.md"))
                .contains("a data source for Spark " + sentence(modules) + ",")
                .contains("- Spark: " + sentence(modules) + " with Scala 2.13");
        String older = modules.stream()
                .filter(version -> !version.equals(newest))
                .map(version -> "'" + version + "'")
                .collect(Collectors.joining(", "));
        assertThat(text(".github/workflows/ci.yml"))
                .as("the matrix of the workflow, which runs the newest version in its first job")
                .contains("spark: [" + older + "]");
        assertThat(matches(text("it/spark-jars/pom.xml"), "<module>spark-(4\\.\\d)</module>"))
                .as("the versions that tests start")
                .isEqualTo(modules);
    }

    private static String sentence(List<String> versions) {
        int last = versions.size() - 1;
        return String.join(", ", versions.subList(0, last)) + " and " + versions.get(last);
    }

    private static List<String> matches(String text, String pattern) {
        try (Stream<MatchResult> results =
                Pattern.compile(pattern).matcher(text).results()) {
            return results.map(match -> match.group(1)).toList();
        }
    }

    private static String text(String file) throws IOException {
        return Files.readString(Repository.ROOT.resolve(file));
    }
}
