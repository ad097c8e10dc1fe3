package io.pq2.internal.read.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Resolves {@code file_path}: harmless paths are kept, every other path is refused. */
class ExternalFilePathTest {

    private static final List<String> LOCATIONS = List.of(
            "_metadata", "/_metadata", "/data/t/_metadata", "file:/data/_metadata", "hdfs://node:8020/_metadata");

    @ParameterizedTest
    @CsvSource({
        "part-0.parquet, part-0.parquet",
        "./a//b/../c, a/c",
        "day=mon%2Fday/part, day=mon%2Fday/part",
        "url=http%3A%2F%2Fhost%2Fx/part, url=http%3A%2F%2Fhost%2Fx/part",
        "share=100%/part, share=100%/part",
        "time=12:30/part:1, time=12:30/part:1",
        "part:1, part:1",
        "..a/b../c.d, ..a/b../c.d",
        "a...b/.hidden, a...b/.hidden"
    })
    void keepsPathsBelowTheDirectory(String filePath, String expected) {
        for (String location : LOCATIONS) {
            assertThat(ExternalFilePath.of(location, filePath)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/data/t-other/part", "/data/part", "/data/t", "/data/t/", "/data/t/../part"})
    void rejectsAbsolutePathsOutsideOfTheDirectory(String filePath) {
        assertThatThrownBy(() -> ExternalFilePath.of("/data/t/_metadata", filePath))
                .isInstanceOf(CorruptFileException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {9_000, 1_000_000})
    void rejectsLongPathsWithAShortMessage(int length) {
        assertThatThrownBy(() -> ExternalFilePath.of("/data/t/_metadata", "%25".repeat(length)))
                .isInstanceOf(CorruptFileException.class)
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(1_000));
    }

    @Property(tries = 20_000)
    void noPathLeavesTheDirectoryHoweverOftenItIsDecoded(@ForAll("paths") String filePath) {
        for (String location : LOCATIONS) {
            String resolved;
            try {
                resolved = ExternalFilePath.of(location, filePath);
            } catch (CorruptFileException e) {
                continue;
            }
            for (String form = resolved, last = ""; form != null && !form.equals(last); form = decodedOnce(form)) {
                last = form;
                Path directory = Path.of("/data/t");
                assertThat(directory.resolve(form).normalize()).as(filePath).startsWithRaw(directory);
                assertThat(form)
                        .as(filePath)
                        .doesNotStartWith("/")
                        .doesNotContain("\\")
                        .doesNotContain("\0");
                assertThat(form).as(filePath).doesNotMatch("(?s)([a-z][a-z0-9]*:/|[A-Za-z]:).*");
            }
        }
    }

    @Provide
    Arbitrary<String> paths() {
        return Arbitraries.of(
                        "..", ".", "/", "\\", "a", "b c", "%2e", "%2E", "%2f", "%5C", "%25", "2e", "2f", "%", ":",
                        "%3a", "file:", "s3a:", "//", "C:", "c%3A", " ", "\0", "%00")
                .list()
                .ofMinSize(1)
                .ofMaxSize(9)
                .map(parts -> parts.stream().collect(Collectors.joining()));
    }

    private static String decodedOnce(String path) {
        StringBuilder decoded = new StringBuilder();
        for (int i = 0; i < path.length(); i++) {
            if (path.substring(i).matches("(?s)%[0-7][0-9A-Fa-f].*")) {
                decoded.append((char) Integer.parseInt(path.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                decoded.append(path.charAt(i));
            }
        }
        return decoded.toString();
    }
}
