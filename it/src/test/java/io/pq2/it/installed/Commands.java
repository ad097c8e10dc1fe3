package io.pq2.it.installed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs commands as processes. */
final class Commands {

    private static final long MINUTES = 8;

    private Commands() {}

    /** Returns the program of the Maven that runs the tests. */
    static String maven() {
        return Path.of(System.getProperty("maven.home"), "bin", "mvn").toString();
    }

    /**
     * Runs the JVM of the tests, and returns its standard output. Fails with its whole output if the exit code is not
     * 0.
     */
    static String java(Path folder, List<String> arguments) throws IOException, InterruptedException {
        return java(folder, Map.of(), arguments).text();
    }

    /** Runs the JVM of the tests with environment variables. Fails with its whole output if the exit code is not 0. */
    static Output java(Path folder, Map<String, String> environment, List<String> arguments)
            throws IOException, InterruptedException {
        // In a file, because a failure shows the command, and class paths are long.
        Path file = Files.createTempFile(folder, "java", ".txt");
        Files.write(
                file, arguments.stream().map(argument -> '"' + argument + '"').toList());
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return run(folder, environment, List.of(java, "@" + file));
    }

    /** Runs a command and returns its standard output. Fails with its whole output if the exit code is not 0. */
    static String run(Path folder, List<String> command) throws IOException, InterruptedException {
        return run(folder, Map.of(), command).text();
    }

    private static Output run(Path folder, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        Path errors = Files.createTempFile(folder, "errors", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES))
                    .as("ends within %s minutes: %s", MINUTES, command)
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        Output result = new Output(
                Files.readString(output, StandardCharsets.UTF_8), Files.readString(errors, StandardCharsets.UTF_8));
        assertThat(process.exitValue())
                .as("%s%n%s%n%s", command, result.text, result.errors)
                .isZero();
        return result;
    }

    /** The standard output of a process, and what it wrote to the standard error. */
    record Output(String text, String errors) {}
}
