package io.pq2.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/**
 * The jar for {@code spark-submit --jars} contains everything of pq2 that Spark needs, and nothing that Spark provides.
 */
class SelfContainedJarIT {

    /** The service files of the data source and the session extensions. */
    private static final List<String> SERVICES = List.of(
            "META-INF/services/io.pq2.keys.KmsClient",
            "META-INF/services/org.apache.spark.sql.sources.DataSourceRegister",
            "META-INF/services/org.apache.spark.sql.SparkSessionExtensionsProvider");

    private final String jar = System.getProperty("pq2.spark.jar");

    @Test
    void containsEachModuleBelowTheSource() {
        assertThat(entries())
                .contains(
                        "io/pq2/exception/ParquetException.class",
                        "io/pq2/schema/Schema.class",
                        "io/pq2/hadoop/file/HadoopInputFile.class",
                        "io/pq2/spark/internal/v1/Pq2FileFormat.class",
                        "io/pq2/shaded/brotli/BrotliInputStream.class",
                        "META-INF/LICENSE",
                        "META-INF/NOTICE",
                        "META-INF/licenses/brotli.txt")
                .doesNotHaveDuplicates();
    }

    @Test
    void containsOnlyClassesOfPq2() {
        assertThat(entries().stream().filter(name -> name.endsWith(".class")))
                .allMatch(name -> name.startsWith("io/pq2/"));
    }

    @Test
    void containsNoNativeLibraries() {
        assertThat(entries()).noneMatch(name -> name.matches(".*\\.(so|dll|dylib|jnilib)"));
    }

    @Test
    void registersTheSourceWithSparkAndTheKmsClients() throws IOException {
        assertThat(entries().stream().filter(name -> name.startsWith("META-INF/services/") && !name.endsWith("/")))
                .containsExactlyInAnyOrderElementsOf(SERVICES);
        try (JarFile file = new JarFile(jar)) {
            for (String service : SERVICES) {
                String text =
                        new String(file.getInputStream(file.getEntry(service)).readAllBytes(), StandardCharsets.UTF_8);
                assertThat(text.lines().filter(line -> !line.isBlank() && !line.startsWith("#")))
                        .isNotEmpty()
                        .allSatisfy(name ->
                                assertThat(entries()).contains(name.strip().replace('.', '/') + ".class"));
            }
        }
    }

    private List<String> entries() {
        try (JarFile file = new JarFile(jar)) {
            return file.stream().map(JarEntry::getName).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
