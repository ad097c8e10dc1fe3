package io.pq2.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each jar for {@code spark-submit --jars} contains everything of pq2 that Spark needs, and nothing that Spark
 * provides.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SelfContainedJarTests {

    /** The service files of the data source and the session extensions. */
    private static final List<String> SERVICES = List.of(
            "META-INF/services/io.pq2.keys.KmsClient",
            "META-INF/services/org.apache.spark.sql.sources.DataSourceRegister",
            "META-INF/services/org.apache.spark.sql.SparkSessionExtensionsProvider");

    /** Returns the minor versions of Spark whose jars are checked. */
    abstract List<String> sparks();

    private static String jar(String spark) {
        String name = "pq2-spark-" + spark + "_2.13";
        return Path.of(
                        System.getProperty("pq2.root"),
                        "spark-datasource",
                        "spark-" + spark,
                        "target",
                        name + "-" + System.getProperty("pq2.version") + ".jar")
                .toString();
    }

    @ParameterizedTest
    @MethodSource("sparks")
    void containsEachModuleBelowTheSource(String spark) {
        assertThat(entries(spark))
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

    @ParameterizedTest
    @MethodSource("sparks")
    void containsOnlyClassesOfPq2(String spark) {
        assertThat(entries(spark).stream().filter(name -> name.endsWith(".class")))
                .allMatch(name -> name.startsWith("io/pq2/"));
    }

    @ParameterizedTest
    @MethodSource("sparks")
    void containsNoNativeLibraries(String spark) {
        assertThat(entries(spark)).noneMatch(name -> name.matches(".*\\.(so|dll|dylib|jnilib)"));
    }

    @ParameterizedTest
    @MethodSource("sparks")
    void registersTheSourceWithSparkAndTheKmsClients(String spark) throws IOException {
        assertThat(entries(spark).stream().filter(name -> name.startsWith("META-INF/services/") && !name.endsWith("/")))
                .containsExactlyInAnyOrderElementsOf(SERVICES);
        try (JarFile file = new JarFile(jar(spark))) {
            for (String service : SERVICES) {
                String text =
                        new String(file.getInputStream(file.getEntry(service)).readAllBytes(), StandardCharsets.UTF_8);
                assertThat(text.lines().filter(line -> !line.isBlank() && !line.startsWith("#")))
                        .isNotEmpty()
                        .allSatisfy(name ->
                                assertThat(entries(spark)).contains(name.strip().replace('.', '/') + ".class"));
            }
        }
    }

    private static List<String> entries(String spark) {
        try (JarFile file = new JarFile(jar(spark))) {
            return file.stream().map(JarEntry::getName).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
