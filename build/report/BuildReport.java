import static java.util.stream.Collectors.groupingBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Prints where the time of a build went: {@code java build/report/BuildReport.java RECORD.tsv [--markdown] [--classes
 * N]}. It reads the record of the build (see {@code BuildRecorder}), the reports of the tests that are newer than the
 * start of the build, the test sources, and {@code build/budgets}. Tables are sorted by time, the longest first.
 */
public final class BuildReport {

    private static final List<String> PARTS = List.of("core", "spark", "versions", "clusters", "installed", "random");
    private static final List<String> KINDS =
            List.of("generate", "javac", "scalac", "tests", "it", "package", "check", "other");
    /** The numbers of fields of the lines of a record. */
    private static final Map<String, Integer> FIELDS =
            Map.of("run", 3, "finish", 3, "mojo", 9, "end", 5, "process", 8, "jvm", 4, "note", 2);

    private static final Map<String, String> PLUGIN_BY_REPORTS = Map.of(
            "surefire-reports", "maven-surefire-plugin",
            "failsafe-reports", "maven-failsafe-plugin",
            "scalatest-reports", "scalatest-maven-plugin");
    /** The name of an annotation, and its value if this is one string. */
    private static final Pattern ANNOTATION = Pattern.compile("@(?:\\w+\\.)*(\\w+)(?:\\(\"(\\w+)\"\\))?");
    /** A class that is not inside another. */
    private static final Pattern CLASS = Pattern.compile("(?:@.* )?(?:[a-z]+(?:\\[\\w+])? )*class (\\w+).*");

    private static final String NO_MODULE = "(unattributed)";
    private static final double MIN_CPU_SECONDS = 0.1;
    /** The test sources that several modules compile, and the module that runs all of them. */
    private static final String SHARED_TESTS = "spark-datasource";

    private static final String NEWEST_SPARK = "spark-datasource/spark-4.2-tests";

    private static final int MAX_CELL = 48;
    private static final int MAX_MESSAGE = 300;

    private final boolean markdown;
    private Path root = Path.of("");
    /** In milliseconds since 1970. */
    private long start;

    private long end;
    private String status = "unknown: it was killed";
    /** CPU milliseconds of Maven's JVM, and of the thread of the recorder. */
    private long jvm;

    private long recorder;
    private final List<String> notes = new ArrayList<>();
    private final Map<String, Mojo> mojos = new LinkedHashMap<>();
    private final List<Started> processes = new ArrayList<>();
    private final List<TestClass> classes = new ArrayList<>();
    /** The modules or folders of the sources of test classes, by the names of the classes. */
    private final Map<String, String> testClasses = new TreeMap<>();
    /** The part that a test class names, or an empty string; by the module of its source and the class. */
    private final Map<String, String> namedParts = new HashMap<>();
    /** CPU minutes by "part NAME" or "module PATH", and the parts by module. */
    private final Map<String, Double> budgets = new LinkedHashMap<>();

    private final Map<String, String> moduleParts = new HashMap<>();

    /** An execution of a mojo. Times are milliseconds, {@code cpu} those of its thread and its processes. */
    private record Mojo(String module, String plugin, String goal, long wall, String outcome, long cpu) {

        String kind() {
            return switch (plugin.replaceFirst("^maven-", "").replaceFirst("-maven-plugin$|-plugin$", "")) {
                case "build-helper", "dependency", "exec", "resources" -> "generate";
                case "compiler" -> "javac";
                case "scala" -> "scalac";
                case "surefire", "scalatest" -> "tests";
                case "failsafe" -> "it";
                case "jar", "javadoc", "shade", "source" -> "package";
                case "enforcer", "japicmp", "spotless" -> "check";
                default -> "other";
            };
        }
    }

    /** A process that a mojo started. Times are milliseconds. */
    private record Started(String module, String name, long wall, long cpu) {

        boolean ofGoal() {
            return !module.equals(NO_MODULE);
        }
    }

    /** A report of a test class. {@code cases} includes {@code skipped} and the failures. */
    private record TestClass(
            String module,
            String plugin,
            String name,
            double seconds,
            int cases,
            int skipped,
            List<Failure> failures) {}

    private record Failure(String name, String message) {}

    private BuildReport(boolean markdown) {
        this.markdown = markdown;
    }

    public static void main(String[] arguments) throws IOException {
        List<String> options = Arrays.asList(arguments);
        boolean markdown = options.contains("--markdown");
        int classes = options.contains("--classes")
                ? Integer.parseInt(options.get(options.indexOf("--classes") + 1))
                : markdown ? 40 : 20;
        BuildReport report = new BuildReport(markdown);
        report.readRecord(Path.of(arguments[0]));
        report.readBudgets();
        report.readSourcesAndReports();
        report.print(classes);
        String part = options.contains("--part") ? options.get(options.indexOf("--part") + 1) : "";
        boolean complete = report.printMissing(part);
        boolean passed = report.classes.stream().allMatch(test -> test.failures().isEmpty());
        System.exit(complete && passed ? 0 : 1);
    }

    /** Lines and fields are those of {@code BuildRecorder}, and "run", root, start; "finish", status, end. */
    private void readRecord(Path file) throws IOException {
        List<String[]> lines;
        try (Stream<String> text = Files.lines(file)) {
            // A line may be cut off where Maven was killed.
            lines = text.map(line -> line.split("\t", -1))
                    .filter(f -> f.length == FIELDS.getOrDefault(f[0], 0))
                    .toList();
        }
        Map<String, String[]> ends = new HashMap<>();
        Map<String, String[]> lastLines = new LinkedHashMap<>();
        for (String[] f : lines) {
            switch (f[0]) {
                case "run" -> {
                    root = Path.of(f[1]);
                    start = Long.parseLong(f[2]);
                }
                case "finish" -> status = f[1];
                case "end" -> ends.put(f[1], f);
                case "process" -> lastLines.put(f[1], f);
                case "jvm" -> {
                    jvm = Long.parseLong(f[1]);
                    recorder = Long.parseLong(f[3]);
                }
                case "note" -> notes.add(f[1]);
                default -> {}
            }
            if (List.of("run", "end", "jvm", "finish").contains(f[0])) {
                end = Long.parseLong(f[2]);
            }
        }
        Map<String, Long> cpu = new HashMap<>();
        lastLines.values().forEach(f -> cpu.merge(f[3], Long.parseLong(f[6]), Long::sum));
        for (String[] f : lines) {
            if (f[0].equals("mojo")) {
                String[] e = ends.getOrDefault(f[1], new String[] {"", "", Long.toString(end), "not ended", "0"});
                String goal = f[4] + ":" + f[5] + " (" + f[6] + ")";
                long wall = Long.parseLong(e[2]) - Long.parseLong(f[8]);
                long sum = Long.parseLong(e[4]) + cpu.getOrDefault(f[1], 0L);
                mojos.put(f[1], new Mojo(f[2], f[4], goal, wall, e[3], sum));
            }
        }
        for (String[] f : lastLines.values()) {
            String module = mojos.containsKey(f[3]) ? mojos.get(f[3]).module() : NO_MODULE;
            processes.add(new Started(module, f[7], Long.parseLong(f[5]) - Long.parseLong(f[4]), Long.parseLong(f[6])));
        }
        if (mojos.isEmpty()) {
            notes.add("The record contains no goal of Maven: the report has only the tests.");
        }
    }

    private void readBudgets() throws IOException {
        for (String line : Files.readAllLines(root.resolve("build/budgets"))) {
            String[] f = line.replaceFirst("#.*", "").trim().split("\\s+");
            if (f[0].equals("part") && f.length == 3) {
                budgets.put("part " + f[1], Double.valueOf(f[2]));
            } else if (f[0].equals("module") && f.length == 4 && PARTS.contains(f[2])) {
                moduleParts.put(f[1], f[2]);
                budgets.put("module " + f[1], Double.valueOf(f[3]));
            } else if (!f[0].isEmpty()) {
                notes.add("build/budgets has a line that is neither part NAME MINUTES nor module PATH PART MINUTES: "
                        + line);
            }
        }
    }

    private void readSourcesAndReports() throws IOException {
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                String name = folder.getFileName().toString();
                if (name.equals("target")) {
                    readReports(folder);
                }
                boolean skip = name.equals("target") || name.startsWith(".") && !folder.equals(root);
                return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String path = root.relativize(file).toString().replace('\\', '/');
                if (path.matches(".*/src/test/java/.*\\.(java|scala)")) {
                    String module = path.replaceFirst("/src/test/.*", "");
                    readSource(
                            module,
                            unnamedPart(module, path),
                            Files.readString(file).lines().toList());
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /**
     * Returns the part of the test classes of a source that name none; an empty string for that of the module. Spark's
     * suites are Scala. The JUnit classes beside them need no session.
     */
    private static String unnamedPart(String module, String path) {
        return (module.equals(SHARED_TESTS) || module.equals(NEWEST_SPARK)) && path.endsWith(".java") ? "core" : "";
    }

    /**
     * Finds the parts that the classes of a test source name: {@code @Tag("clusters")}, {@code @RandomPart}.
     *
     * @param unnamed the part of a class that names none
     */
    private void readSource(String module, String unnamed, List<String> lines) {
        String prefix = "";
        String part = "";
        for (String line : lines) {
            Matcher type = CLASS.matcher(line);
            if (line.startsWith("package ")) {
                prefix = line.substring("package ".length()).replace(";", "").trim() + ".";
            } else if (line.startsWith("import ") || line.startsWith("}")) {
                part = "";
            } else if (line.startsWith("@")) {
                Matcher annotation = ANNOTATION.matcher(line);
                while (annotation.find()) {
                    String name = annotation.group(1).equals("Tag") && annotation.group(2) != null
                            ? annotation.group(2)
                            : annotation.group(1).replaceFirst("Part$", "").toLowerCase(Locale.ROOT);
                    part = PARTS.contains(name) ? name : part;
                }
            }
            if (type.matches()) {
                namedParts.put(module + ":" + prefix + type.group(1), part.isEmpty() ? unnamed : part);
                if (type.group(1).matches(".*(Test|IT|Spec)") && !line.contains("abstract ")) {
                    testClasses.put(prefix + type.group(1), module);
                }
                part = "";
            }
        }
    }

    /** Returns the part of a test class. Its source is in the module or in a folder above it. */
    private String part(TestClass test) {
        return part(test.module(), test.name());
    }

    private String part(String moduleOfTest, String name) {
        String own = moduleParts.getOrDefault(moduleOfTest, "core");
        for (String module = moduleOfTest; !own.equals("versions"); module = module.replaceFirst("/[^/]*$", "")) {
            String named = namedParts.get(module + ":" + name.replaceFirst("\\$.*", ""));
            if (named != null || !module.contains("/")) {
                return named == null || named.isEmpty() ? own : named;
            }
        }
        return own;
    }

    private void readReports(Path target) throws IOException {
        Path folderOfModule = root.relativize(target.getParent());
        String module = folderOfModule.toString().isEmpty()
                ? "."
                : folderOfModule.toString().replace('\\', '/');
        for (String folder : PLUGIN_BY_REPORTS.keySet()) {
            if (Files.isDirectory(target.resolve(folder))) {
                try (Stream<Path> files = Files.list(target.resolve(folder))) {
                    for (Path file : files.sorted().toList()) {
                        // The seconds of ScalaTest's DiscoverySuite are those of all classes.
                        boolean isReport = file.getFileName()
                                .toString()
                                .matches("TEST-(?!org\\.scalatest\\.tools\\.DiscoverySuite-).*\\.xml");
                        if (isReport && Files.getLastModifiedTime(file).toMillis() >= start) {
                            readReport(module, PLUGIN_BY_REPORTS.get(folder), file);
                        }
                    }
                }
            }
        }
    }

    private void readReport(String module, String plugin, Path file) throws IOException {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        String name = file.getFileName().toString().replaceFirst("TEST-(.*)\\.xml", "$1");
        double seconds = 0;
        int cases = 0;
        int skipped = 0;
        int failed = 0;
        String currentCase = "";
        List<Failure> failures = new ArrayList<>();
        try (InputStream in = Files.newInputStream(file)) {
            XMLStreamReader xml = factory.createXMLStreamReader(in);
            while (xml.hasNext()) {
                switch (xml.next() == XMLStreamReader.START_ELEMENT ? xml.getLocalName() : "") {
                    case "testsuite" -> {
                        seconds = Double.parseDouble(
                                xml.getAttributeValue(null, "time").replace(",", ""));
                        failed = Integer.parseInt(xml.getAttributeValue(null, "failures"))
                                + Integer.parseInt(xml.getAttributeValue(null, "errors"));
                    }
                    case "testcase" -> {
                        cases++;
                        currentCase = xml.getAttributeValue(null, "name");
                    }
                    case "skipped" -> skipped++;
                    case "failure", "error" -> {
                        String message = xml.getAttributeValue(null, "message");
                        failures.add(new Failure(currentCase, message == null ? xml.getElementText() : message));
                    }
                    default -> {}
                }
            }
        } catch (XMLStreamException | RuntimeException e) {
            notes.add("The report " + root.relativize(file) + " is damaged: " + e.getMessage());
        }
        if (failed > failures.size()) {
            failures.add(new Failure("(the class)", "It ended before all of its cases had a result."));
        }
        classes.add(new TestClass(module, plugin, name, seconds, cases, skipped, failures));
    }

    private void print(int slowest) {
        double cpu = jvm + sum(processes, Started::cpu);
        double ofNoGoal = sum(processes, process -> process.ofGoal() ? 0 : process.cpu());
        double ofThreads = sum(mojos.values(), Mojo::cpu) - sum(processes, Started::cpu) + ofNoGoal;
        int cores = Runtime.getRuntime().availableProcessors();
        title("The build");
        print(
                "Wall minutes: %.2f. CPU minutes: %.2f, %.2f per core of %d. The cores were busy for %.0f %% of the"
                        + " time.",
                minutes(end - start), minutes(cpu), minutes(cpu / cores), cores, 100 * cpu / cores / (end - start));
        print("Exit status: %s. The recorder took %.2f of the CPU minutes.", status, minutes(recorder));
        mojos.values().stream()
                .filter(mojo -> !mojo.outcome().equals("SUCCEEDED"))
                .forEach(mojo -> print(
                        "%s: %s %s after %.2f minutes",
                        mojo.outcome(), mojo.module(), mojo.goal(), minutes(mojo.wall())));
        notes.forEach(System.out::println);

        List<List<String>> more = List.of(
                kinds("(Maven's JVM: JIT, GC, other threads)", List.of(), Mojo::cpu, jvm - ofThreads),
                kinds("(processes of no goal)", List.of(), Mojo::cpu, ofNoGoal),
                kinds("total", mojos.values(), Mojo::cpu, jvm - ofThreads + ofNoGoal));
        printKinds("CPU minutes by module and kind of work", Mojo::cpu, more);
        printKinds(
                "Wall minutes by module and kind of work (sum over goals)",
                Mojo::wall,
                List.of(kinds("total", mojos.values(), Mojo::wall, 0)));
        Map<String, Double> partCpu = partCpu();
        printParts(partCpu);
        printClasses(slowest);
        printProcesses();
        printBudgets(partCpu);
        printFailures();
    }

    private void printKinds(String title, ToDoubleFunction<Mojo> millis, List<List<String>> more) {
        Map<String, List<Mojo>> modules = mojos.values().stream().collect(groupingBy(Mojo::module));
        List<List<String>> rows = new ArrayList<>();
        if (modules.isEmpty()) {
            return;
        }
        for (String module : byTime(modules.keySet(), module -> sum(modules.get(module), millis))) {
            rows.add(kinds(module, modules.get(module), millis, 0));
        }
        rows.addAll(more);
        List<Object> header = new ArrayList<>(KINDS);
        header.add(0, "module");
        header.add("total");
        table(title, 1, row(header.toArray()), rows);
    }

    private static List<String> kinds(String name, Collection<Mojo> mojos, ToDoubleFunction<Mojo> millis, double more) {
        List<Object> cells = new ArrayList<>(List.of(name));
        for (String kind : KINDS) {
            List<Mojo> ofKind =
                    mojos.stream().filter(mojo -> mojo.kind().equals(kind)).toList();
            cells.add(ofKind.isEmpty() ? "" : minutes(sum(ofKind, millis)));
        }
        cells.add(minutes(sum(mojos, millis) + more));
        return row(cells.toArray());
    }

    /** Returns the CPU milliseconds of parts. Those of a goal are divided among its classes by their seconds. */
    private Map<String, Double> partCpu() {
        Map<String, Double> parts = new HashMap<>();
        Map<String, List<Mojo>> goals = mojos.values().stream()
                .filter(mojo -> PLUGIN_BY_REPORTS.containsValue(mojo.plugin()))
                .collect(groupingBy(mojo -> mojo.module() + ":" + mojo.plugin()));
        goals.forEach((goal, executions) -> {
            double cpu = sum(executions, Mojo::cpu);
            List<TestClass> tests = classes.stream()
                    .filter(test -> goal.equals(test.module() + ":" + test.plugin()))
                    .toList();
            double seconds = sum(tests, TestClass::seconds);
            if (seconds == 0) {
                parts.merge(moduleParts.getOrDefault(executions.get(0).module(), "core"), cpu, Double::sum);
            }
            tests.stream()
                    .filter(test -> test.seconds() > 0)
                    .forEach(test -> parts.merge(part(test), cpu * test.seconds() / seconds, Double::sum));
        });
        return parts;
    }

    private void printParts(Map<String, Double> cpu) {
        Map<String, List<TestClass>> parts = classes.stream().collect(groupingBy(this::part));
        List<List<String>> rows = new ArrayList<>();
        for (String part : byTime(parts.keySet(), name -> cpu.getOrDefault(name, 0.0))) {
            List<TestClass> tests = parts.get(part);
            double minutes = sum(tests, TestClass::seconds) / 60;
            long cases = (long) sum(tests, TestClass::cases);
            rows.add(row(part, minutes(cpu.getOrDefault(part, 0.0)), minutes, tests.size(), cases));
        }
        table("Tests by part", 1, row("part", "CPU minutes", "minutes of classes", "classes", "cases"), rows);
    }

    private void printClasses(int slowest) {
        List<List<String>> rows = new ArrayList<>();
        for (TestClass test : byTime(classes, TestClass::seconds).subList(0, Math.min(slowest, classes.size()))) {
            String name = test.name().replaceFirst(".*\\.", "");
            rows.add(row(name, test.module(), part(test), test.seconds(), test.cases()));
        }
        table("The slowest test classes", 3, row("class", "module", "part", "seconds", "cases"), rows);

        Map<String, List<TestClass>> modules = new TreeMap<>(classes.stream().collect(groupingBy(TestClass::module)));
        List<List<String>> counts = new ArrayList<>();
        modules.forEach((module, tests) -> counts.add(counts(module, tests)));
        if (modules.size() > 1) {
            counts.add(counts("total", classes));
        }
        table("Test cases by module", 1, row("module", "run", "failed", "skipped"), counts);
    }

    private static List<String> counts(String name, List<TestClass> tests) {
        long skipped = (long) sum(tests, TestClass::skipped);
        long failed = (long) sum(tests, test -> test.failures().size());
        return row(name, (long) sum(tests, TestClass::cases) - skipped, failed, skipped);
    }

    private void printProcesses() {
        Map<List<String>, List<Started>> groups =
                processes.stream().collect(groupingBy(process -> List.of(process.name(), process.module())));
        List<List<String>> rows = new ArrayList<>();
        for (List<String> group : byTime(groups.keySet(), key -> sum(groups.get(key), Started::cpu))) {
            int starts = groups.get(group).size();
            double cpu = sum(groups.get(group), Started::cpu) / 1000;
            if (cpu < MIN_CPU_SECONDS) {
                break;
            }
            double wall = sum(groups.get(group), Started::wall) / 1000;
            rows.add(row(group.get(0), group.get(1), starts, cpu, cpu / starts, wall / starts));
        }
        table(
                "Starts of processes (at least " + MIN_CPU_SECONDS + " CPU seconds)",
                2,
                row("process", "module", "starts", "CPU seconds", "CPU seconds each", "wall seconds each"),
                rows);
    }

    private void printBudgets(Map<String, Double> partCpu) {
        Map<String, Double> used = new TreeMap<>();
        partCpu.forEach((part, millis) -> used.put("part " + part, millis));
        mojos.values().forEach(mojo -> used.merge("module " + mojo.module(), (double) mojo.cpu(), Double::sum));
        List<List<String>> rows = new ArrayList<>();
        for (String name : byTime(used.keySet(), used::get)) {
            rows.add(row(name, minutes(used.get(name)), budgets.containsKey(name) ? budgets.get(name) : ""));
        }
        table("CPU minutes and budgets", 1, row("of the", "CPU minutes", "budget"), rows);
        used.forEach((name, millis) -> {
            if (!budgets.containsKey(name)) {
                print("WARNING: build/budgets has no budget for the %s.", name);
            } else if (minutes(millis) > budgets.get(name)) {
                print(
                        "WARNING: the %s took %.2f CPU minutes, more than its budget of %.2f.",
                        name, minutes(millis), budgets.get(name));
            }
        });
    }

    private void printFailures() {
        List<TestClass> failed =
                classes.stream().filter(test -> !test.failures().isEmpty()).toList();
        if (!failed.isEmpty()) {
            title("Failed test cases (a class whose process ended early has none)");
        }
        for (TestClass test : failed) {
            for (Failure failure : test.failures()) {
                String message = failure.message().trim().replaceAll("\\s+", " ");
                System.out.println(test.module() + " " + test.name() + ": " + failure.name());
                System.out.println("    " + message.substring(0, Math.min(message.length(), MAX_MESSAGE)));
            }
        }
    }

    /**
     * Prints the test classes without a report, although their module ran tests. The process of their tests has ended
     * early, or nothing runs them.
     *
     * @param part the part whose classes are expected, "all" for all parts; none are expected of another name
     * @return whether there are no such classes
     */
    private boolean printMissing(String part) {
        Set<String> modules = mojos.values().stream()
                .filter(mojo -> PLUGIN_BY_REPORTS.containsValue(mojo.plugin()))
                .map(Mojo::module)
                .collect(Collectors.toSet());
        List<String> missing = new ArrayList<>();
        testClasses.forEach((name, folder) -> {
            // The older versions of Spark run a selection.
            String module = folder.equals(SHARED_TESTS) ? NEWEST_SPARK : folder;
            boolean expected = part.equals("all") || part(module, name).equals(part);
            boolean found = classes.stream()
                    .anyMatch(test -> test.module().equals(module) && test.name().equals(name));
            if (expected && !found && modules.contains(module)) {
                missing.add(module + " " + name);
            }
        });
        if (!missing.isEmpty()) {
            title("Test classes that did not run, or not to their end");
            missing.forEach(System.out::println);
        }
        return missing.isEmpty();
    }

    private static double minutes(double millis) {
        return millis / 60_000;
    }

    private static <T> double sum(Collection<T> items, ToDoubleFunction<T> value) {
        return items.stream().mapToDouble(value).sum();
    }

    private static <T> List<T> byTime(Collection<T> items, ToDoubleFunction<T> time) {
        return items.stream()
                .sorted(Comparator.comparingDouble(time).reversed())
                .toList();
    }

    private static void print(String format, Object... arguments) {
        System.out.println(String.format(Locale.ROOT, format, arguments));
    }

    private void title(String title) {
        System.out.println(markdown ? "\n### " + title + "\n" : "\n" + title);
    }

    private static List<String> row(Object... cells) {
        return Arrays.stream(cells)
                .map(cell -> cell instanceof Double ? String.format(Locale.ROOT, "%.2f", cell) : cell.toString())
                .toList();
    }

    /** Prints a table whose first columns are text, and the others numbers. */
    private void table(String title, int textColumns, List<String> header, List<List<String>> rows) {
        if (rows.isEmpty()) {
            return;
        }
        title(title);
        List<List<String>> all = new ArrayList<>(rows);
        all.add(0, header);
        for (List<String> row : all) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                int column = i;
                int longest = (int) all.stream()
                        .mapToLong(cells -> cells.get(column).length())
                        .max()
                        .orElse(0);
                int width = Math.min(longest, MAX_CELL);
                String cell = row.get(i).substring(0, Math.min(row.get(i).length(), width));
                String padding = " ".repeat(width - cell.length());
                line.append(i == 0 ? "" : markdown ? " | " : "  ");
                line.append(i < textColumns ? cell + padding : padding + cell);
            }
            System.out.println(markdown ? "| " + line + " |" : line.toString().stripTrailing());
            if (markdown && row == header) {
                System.out.println("|---".repeat(textColumns) + "|--:".repeat(header.size() - textColumns) + "|");
            }
        }
    }
}
