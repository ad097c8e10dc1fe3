package io.pq2.it.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each Java and Scala file of a module is one that the build formats and checks. */
class FormattedFilesTest {

    /** The files of a folder with an extension that Spotless includes. */
    private record Include(String folder, String extension) {
        boolean matches(String file) {
            return file.startsWith(folder) && file.endsWith(extension);
        }
    }

    private static final Pattern INCLUDE =
            Pattern.compile("<include>(src/[^*<]*)\\*\\*/\\*(\\.(?:java|scala))</include>");

    /** The file that is compiled apart from its module, the tools of the build, and projects as users have them. */
    private static final List<String> EXCEPTIONS =
            List.of("format/src/main/java-vector/", "build/", "it/src/consumer/");

    @Test
    void allFilesAreFormatted() throws IOException {
        List<Include> includes = INCLUDE.matcher(Files.readString(Repository.ROOT.resolve("pom.xml")))
                .results()
                .map(include -> new Include(include.group(1), include.group(2)))
                .toList();
        assertThat(includes).hasSize(4);
        List<String> others = new ArrayList<>();
        for (Path file : Repository.files(Set.of("java", "scala"))) {
            String name = Repository.name(file);
            String inModule = name.substring(Math.max(0, name.indexOf("src/")));
            if (EXCEPTIONS.stream().noneMatch(name::startsWith)
                    && includes.stream().noneMatch(include -> include.matches(inModule))) {
                others.add(name);
            }
        }
        assertThat(others).isEmpty();
    }
}
