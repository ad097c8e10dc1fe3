package io.pq2.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.fuzz.check.Checks;
import io.pq2.fuzz.targets.Target;
import io.pq2.fuzz.targets.Targets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks the inputs of former findings. Their files are in {@code src/test/resources/findings/TARGET}, and the parts of
 * an input have the same name up to the first dot.
 */
class FindingsTest {

    private static final Path FOLDER = Path.of("src", "test", "resources", "findings");
    /** The remaining choices, such as read options, are random. */
    private static final int TIMES = 64;

    @TestFactory
    Stream<DynamicTest> noOracleFails() throws IOException {
        Map<String, Target> targets =
                Targets.all(Path.of("none")).stream().collect(Collectors.toMap(Target::name, Function.identity()));
        Map<String, Map<String, byte[]>> inputs = inputs();
        assertThat(inputs).isNotEmpty();
        return inputs.entrySet().stream()
                .map(input -> DynamicTest.dynamicTest(input.getKey(), () -> {
                    Target target = targets.get(
                            input.getKey().substring(0, input.getKey().indexOf('/')));
                    for (int seed = 0; seed < TIMES; seed++) {
                        target.replay(input.getValue(), new SplittableRandom(seed), new Checks());
                    }
                }));
    }

    /** Returns the parts of each input by extension. */
    private static Map<String, Map<String, byte[]>> inputs() throws IOException {
        Map<String, Map<String, byte[]>> inputs = new TreeMap<>();
        try (Stream<Path> files = Files.walk(FOLDER)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                List<String> name = List.of(file.getFileName().toString().split("\\.", 2));
                String key = file.getParent().getFileName() + "/" + name.get(0);
                inputs.computeIfAbsent(key, any -> new HashMap<>()).put(name.get(1), Files.readAllBytes(file));
            }
        }
        return inputs;
    }
}
