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

/** Limits lines of Java, Scala and Markdown prose to 120 characters. */
class LineLengthTest {

    private static final int MAX_LENGTH = 120;

    /** Pages that a test generates. */
    private static final Set<String> GENERATED = Set.of("docs/interop.md");

    /** Folders with lines that are still too long. */
    private static final List<String> EXCEPTIONS = List.of();

    /** The address of a link cannot be broken. */
    private static final Pattern LINK_TARGET = Pattern.compile("\\]\\([^)]*\\)");

    @Test
    void codeHasNoLongLines() throws IOException {
        List<String> longLines = new ArrayList<>();
        for (Path file : Repository.files(Set.of("java", "scala"))) {
            String name = Repository.name(file);
            if (EXCEPTIONS.stream().noneMatch(name::startsWith)) {
                List<String> lines = Files.readAllLines(file);
                for (int i = 0; i < lines.size(); i++) {
                    check(name, i, lines.get(i), longLines);
                }
            }
        }
        assertThat(longLines).isEmpty();
    }

    @Test
    void proseHasNoLongLines() throws IOException {
        List<String> longLines = new ArrayList<>();
        for (Path file : Repository.files(Set.of("md"))) {
            String name = Repository.name(file);
            if (!GENERATED.contains(name)) {
                checkProse(name, Files.readAllLines(file), longLines);
            }
        }
        assertThat(longLines).isEmpty();
    }

    private static void checkProse(String name, List<String> lines, List<String> longLines) {
        boolean inCode = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.strip().startsWith("```")) {
                inCode = !inCode;
            } else if (!inCode && !line.startsWith("|")) {
                check(name, i, LINK_TARGET.matcher(line).replaceAll("]"), longLines);
            }
        }
    }

    private static void check(String name, int index, String line, List<String> longLines) {
        int length = line.codePointCount(0, line.length());
        if (length > MAX_LENGTH) {
            longLines.add(name + ":" + (index + 1) + " has " + length + " characters");
        }
    }
}
