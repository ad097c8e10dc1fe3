package io.pq2.it.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the Java example of README.md. */
class ReadmeExamplesTest {

    private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private static final String PROGRAM = """
            import io.pq2.io.*;
            import io.pq2.predicate.*;
            import io.pq2.read.*;
            import io.pq2.record.*;
            import io.pq2.vector.*;
            import io.pq2.write.*;
            import java.nio.file.Path;

            public class Example {
                public static void run(Path directory) throws Exception {
            %s
                }
            }
            """;

    @TempDir
    Path directory;

    @Test
    void theLibraryExampleCompilesAndPrintsWhatItWrote() throws Exception {
        Matcher example = EXAMPLE.matcher(Files.readString(Repository.ROOT.resolve("README.md")));
        assertThat(example.find()).as("README.md has a Java example").isTrue();
        compile(PROGRAM.formatted(example.group(1)));
        assertThat(run()).containsExactly("1 Ada", "2 null", "1", "2");
    }

    private void compile(String program) throws Exception {
        Path source = Files.writeString(directory.resolve("Example.java"), program);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            boolean compiled = compiler.getTask(
                            messages,
                            files,
                            null,
                            List.of("-proc:none", "-d", directory.toString(), "-cp", classPath()),
                            null,
                            files.getJavaFileObjects(source))
                    .call();
            assertThat(compiled).as(messages.toString()).isTrue();
        }
    }

    /** Surefire may start the JVM with a manifest jar instead of the class path. */
    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private List<String> run() throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (URLClassLoader loader = new URLClassLoader(
                        new URL[] {directory.toUri().toURL()}, getClass().getClassLoader());
                PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            System.setOut(out);
            loader.loadClass("Example").getMethod("run", Path.class).invoke(null, directory);
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
