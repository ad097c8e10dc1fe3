package io.pq2.it.installed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the example of docs/pyspark.md with the PySpark of this machine. */
@Tag("installed")
class PySparkIT {

    private static final Pattern EXAMPLE = Pattern.compile("```python\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path directory;

    @Test
    void theExampleRuns() throws Exception {
        String minor = version().replaceFirst("^(\\d+\\.\\d+).*", "$1");
        assumeTrue(
                Artifacts.SPARKS.contains(minor),
                "needs a python3 that can import pyspark " + String.join(", ", Artifacts.SPARKS));
        Artifacts artifacts = new Artifacts(directory.resolve("repository"));
        Matcher example = EXAMPLE.matcher(Files.readString(Artifacts.ROOT.resolve("docs/pyspark.md")));
        assertThat(example.find()).isTrue();
        Path program = Files.writeString(directory.resolve("example.py"), example.group(1));
        List<String> command = List.of(
                "env", "PQ2_JAR=" + artifacts.jar(minor), "SPARK_LOCAL_IP=127.0.0.1", "python3", program.toString());
        assertThat(Commands.run(directory, command).lines()).contains("orders: 12", "replaced: 1000");
    }

    /** Returns the version of PySpark; an empty text if it is not installed. */
    private static String version() throws InterruptedException {
        try {
            Process process = new ProcessBuilder("python3", "-c", "import pyspark; print(pyspark.__version__)")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0 ? text.strip() : "";
        } catch (IOException e) {
            return "";
        }
    }
}
