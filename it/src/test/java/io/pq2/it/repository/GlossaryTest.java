package io.pq2.it.repository;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Checks that the Java names in docs/glossary.md exist. */
class GlossaryTest {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    @Test
    void eachJavaNameIsAType() throws IOException {
        Set<String> types = types();
        List<String> missing =
                names().stream().filter(name -> !isKnown(name, types)).toList();
        assertThat(missing).as("names in docs/glossary.md without a type").isEmpty();
    }

    @Test
    void wordsAreUnique() throws IOException {
        List<String> words =
                rows().stream().map(cells -> cells[1].strip()).sorted().toList();
        assertThat(words).doesNotHaveDuplicates();
    }

    /** Whether a type has this name; {@code …Decoder} is the end of several names, {@code A.B} a nested type. */
    private static boolean isKnown(String name, Set<String> types) {
        if (name.startsWith("…")) {
            return types.stream().anyMatch(type -> type.endsWith(name.substring(1)));
        }
        return List.of(name.split("\\.")).stream().allMatch(types::contains);
    }

    private static Set<String> names() throws IOException {
        Set<String> names = new TreeSet<>();
        for (String[] cells : rows()) {
            Matcher code = CODE.matcher(cells[3]);
            while (code.find()) {
                names.add(code.group(1));
            }
        }
        assertThat(names).as("Java names in docs/glossary.md").hasSizeGreaterThan(50);
        return names;
    }

    private static List<String[]> rows() throws IOException {
        return Files.readAllLines(Repository.ROOT.resolve("docs/glossary.md")).stream()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| word |"))
                .map(line -> line.split("\\|", -1))
                .toList();
    }

    private static Set<String> types() {
        return new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("io.pq2").stream()
                        .map(JavaClass::getSimpleName)
                        .collect(Collectors.toCollection(TreeSet::new));
    }
}
