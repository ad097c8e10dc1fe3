package io.pq2.it.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each test class belongs to one part of the tests: the one that it names, or else the one of its module. */
class PartsTest {

    private static final Set<String> PARTS = Set.of("core", "spark", "versions", "clusters", "installed", "random");

    /** The test sources that the modules of all versions of Spark compile. */
    private static final String SHARED = "spark-datasource";

    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern BUDGET = Pattern.compile("(?m)^module (\\S+) (\\S+) [\\d.]+$");
    private static final Pattern TEST = Pattern.compile("(.+)/src/test/java/.*/(\\w+(?:Test|IT|Spec))\\.\\w+");
    private static final Pattern TAG = Pattern.compile("(?m)^@(?:[\\w.]+\\.)?Tag\\(\"(.*)\"\\)");
    private static final Pattern SUITE = Pattern.compile("(?m)^@(\\w+)Part\\b");

    /** Returns the parts of modules by their folders, as the file of budgets names them. */
    private static Map<String, String> modules() throws IOException {
        Map<String, String> modules = new TreeMap<>();
        Matcher line = BUDGET.matcher(Files.readString(Repository.ROOT.resolve("build/budgets")));
        while (line.find()) {
            modules.put(line.group(1), line.group(2));
        }
        return modules;
    }

    /** Returns the parts that a test class names. */
    private static List<String> named(String source) {
        List<String> parts = new ArrayList<>();
        TAG.matcher(source).results().forEach(tag -> parts.add(tag.group(1)));
        SUITE.matcher(source)
                .results()
                .forEach(suite -> parts.add(suite.group(1).toLowerCase(Locale.ROOT)));
        return parts;
    }

    /** Returns the part of a test class that names none: core for JUnit beside Spark's suites, else its module's. */
    private static String unnamed(String module, Path file, Map<String, String> modules) {
        String newest = SHARED + "/spark-4.2-tests";
        boolean isBesideSuites = module.equals(SHARED) || module.equals(newest);
        if (isBesideSuites && file.toString().endsWith(".java")) {
            return "core";
        }
        return modules.get(isBesideSuites ? newest : module);
    }

    /** Returns the part of each test class, by its path. */
    private static Map<String, String> parts() throws IOException {
        Map<String, String> modules = modules();
        Map<String, String> parts = new TreeMap<>();
        for (Path file : Repository.files(Set.of("java", "scala"))) {
            Matcher test = TEST.matcher(Repository.name(file));
            if (test.matches()) {
                List<String> named = named(Files.readString(file));
                assertThat(named).as("parts of %s", file).hasSizeLessThan(2);
                String part = named.isEmpty() ? unnamed(test.group(1), file, modules) : named.get(0);
                assertThat(part).as("the part of %s", file).isIn(PARTS);
                parts.put(Repository.name(file), part);
            }
        }
        return parts;
    }

    @Test
    void eachTestClassBelongsToOnePart() throws IOException {
        assertThat(parts()).hasSizeGreaterThan(400);
        assertThat(new TreeSet<>(parts().values()))
                .as("the modules of the part versions run suites of other parts")
                .containsExactlyInAnyOrderElementsOf(
                        PARTS.stream().filter(part -> !part.equals("versions")).toList());
    }

    /** With the tag of JUnit, properties would run in each part. */
    @Test
    void propertiesHaveTheTagOfJqwik() throws IOException {
        for (Path file : Repository.files(Set.of("java"))) {
            String source = Files.readString(file);
            if (TEST.matcher(Repository.name(file)).matches() && source.contains("\nimport net.jqwik.api.Property;")) {
                assertThat(source).as("%s", file).doesNotContain("\nimport org.junit.jupiter.api.Tag;");
            }
        }
    }

    @Test
    void eachModuleHasAPartAndABudget() throws IOException {
        Set<String> modules = new TreeSet<>(Set.of("."));
        for (Path pom : Repository.files(Set.of("xml"))) {
            if (pom.endsWith("pom.xml") && !Repository.name(pom).contains("/src/")) {
                Matcher module = MODULE.matcher(Files.readString(pom));
                while (module.find()) {
                    modules.add(
                            Repository.name(pom.resolveSibling(module.group(1)).normalize()));
                }
            }
        }
        assertThat(modules().keySet()).containsExactlyElementsOf(modules);
        assertThat(modules().values()).isSubsetOf(PARTS);
    }

    /** The part core shows the product on each service. */
    @Test
    void thePartCoreUsesEachService() throws IOException {
        Map<String, String> parts = parts();
        for (String service : List.of("cluster", "s3a", "kms")) {
            assertThat(parts.entrySet().stream()
                            .filter(test -> test.getKey().contains("/io/pq2/it/" + service + "/"))
                            .map(Map.Entry::getValue))
                    .as(service)
                    .contains("core");
        }
    }
}
