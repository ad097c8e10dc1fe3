package io.pq2.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses the published artifacts from a Maven repository, as users do. */
class PublishedArtifactsIT {

    private static final String SPARK_ARTIFACT = "pq2-spark-4.2_2.13";
    private static final Path ROOT = Path.of(System.getProperty("pq2.root"));
    private static final String VERSION = System.getProperty("pq2.version");
    private static final long MINUTES = 5;

    @TempDir
    static Path directory;

    private static Path repository;

    @BeforeAll
    static void publishesToARepository() throws IOException {
        repository = Files.createDirectory(directory.resolve("repository"));
        Files.copy(ROOT.resolve("pom.xml"), artifact("pq2-parent", ".pom"));
        publish("format", "pq2-format", "pom.xml");
        publish("hadoop-io", "pq2-hadoop-io", "pom.xml");
        publish("spark-datasource", SPARK_ARTIFACT, "dependency-reduced-pom.xml");
    }

    @Test
    void aMavenProjectUsesTheLibrary() throws Exception {
        Path project = directory.resolve("library");
        copy(ROOT.resolve("it/src/consumer/library"), project);
        Path classPath = directory.resolve("class-path.txt");

        run(
                project,
                Path.of(System.getProperty("maven.home"), "bin", "mvn").toString(),
                "--batch-mode",
                "--settings=" + settings(),
                "-Dmaven.repo.local=" + directory.resolve("local-repository"),
                property("pq2.version"),
                property("pq2.compiler-plugin.version"),
                property("pq2.dependency-plugin.version"),
                property("pq2.resources-plugin.version"),
                "compile",
                "dependency:build-classpath",
                "-Dmdep.outputFile=" + classPath);
        String output = run(
                project,
                java(),
                "-cp",
                project.resolve("target/classes") + File.pathSeparator + Files.readString(classPath),
                "consumer.WriteAndRead",
                directory.resolve("people.parquet").toString());

        assertThat(output.lines()).containsSequence("8 person 8", "9 person 9");
    }

    @Test
    void sparkSubmitResolvesThePackage() throws Exception {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(
                List.of(System.getProperty("pq2.spark.jvm.options").strip().split("\\s+")));
        command.addAll(List.of(
                "-cp",
                sparkClassPath(),
                "org.apache.spark.deploy.SparkSubmit",
                "--master",
                "local[1]",
                "--packages",
                "io.pq2:" + SPARK_ARTIFACT + ":" + VERSION,
                "--repositories",
                repository.toUri().toString(),
                "--conf",
                "spark.jars.ivy=" + directory.resolve("ivy"),
                "--conf",
                "spark.ui.enabled=false",
                "--conf",
                "spark.sql.warehouse.dir=" + directory.resolve("warehouse"),
                "--class",
                "consumer.TableJob",
                job().toString(),
                directory.resolve("table").toString()));

        assertThat(run(directory, command.toArray(String[]::new)).lines()).contains("rows: 10");
        try (Stream<Path> jars = Files.list(directory.resolve("ivy/jars"))) {
            assertThat(jars.map(jar -> jar.getFileName().toString()))
                    .as("the package brings no other jar")
                    .containsExactly("io.pq2_" + SPARK_ARTIFACT + "-" + VERSION + ".jar");
        }
    }

    private static void publish(String module, String artifact, String pom) throws IOException {
        Files.copy(ROOT.resolve(module).resolve(pom), artifact(artifact, ".pom"));
        Files.copy(
                ROOT.resolve(module).resolve("target/" + artifact + "-" + VERSION + ".jar"),
                artifact(artifact, ".jar"));
    }

    private static Path artifact(String name, String extension) throws IOException {
        Path folder = Files.createDirectories(
                repository.resolve("io/pq2").resolve(name).resolve(VERSION));
        return folder.resolve(name + "-" + VERSION + extension);
    }

    /** Names the repository of pq2, and the local repository of the build as a mirror of all others. */
    private static Path settings() throws IOException {
        String build = Path.of(System.getProperty("maven.repo.local")).toUri().toString();
        return Files.writeString(directory.resolve("settings.xml"), """
                <settings>
                  <mirrors>
                    <mirror><id>build</id><mirrorOf>central</mirrorOf><url>%s</url></mirror>
                  </mirrors>
                  <profiles>
                    <profile>
                      <id>published</id>
                      <repositories>
                        <repository><id>published</id><url>%s</url></repository>
                      </repositories>
                    </profile>
                  </profiles>
                  <activeProfiles><activeProfile>published</activeProfile></activeProfiles>
                </settings>
                """.formatted(build, repository.toUri()));
    }

    /** Returns the class path of the tests without pq2: Spark and its dependencies. */
    private static String sparkClassPath() {
        // Surefire's JVM has one jar on its class path, whose manifest names the others.
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(classPath.split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar"))
                .filter(entry -> !Path.of(entry).startsWith(ROOT))
                .reduce((left, right) -> left + File.pathSeparator + right)
                .orElseThrow();
    }

    /** Compiles the job and returns its jar. */
    private static Path job() throws IOException {
        Path source = ROOT.resolve("it/src/consumer/spark/consumer/TableJob.java");
        Path classes = Files.createDirectory(directory.resolve("classes"));
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        messages,
                        "-proc:none",
                        "-cp",
                        sparkClassPath(),
                        "-d",
                        classes.toString(),
                        source.toString());
        assertThat(status).as("%s", messages).isZero();
        Path jar = directory.resolve("job.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("consumer/TableJob.class"));
            Files.copy(classes.resolve("consumer/TableJob.class"), out);
        }
        return jar;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String property(String name) {
        return "-D" + name + "=" + System.getProperty(name);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : paths.toList()) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
        }
    }

    /** Runs a command and returns its standard output. Fails with its whole output if the exit code is not 0. */
    private static String run(Path folder, String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(directory, "output", ".txt");
        Path errors = Files.createTempFile(directory, "errors", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES))
                    .as("ends within %s minutes: %s", MINUTES, List.of(command))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(process.exitValue())
                .as("%s%n%s%n%s", List.of(command), text, Files.readString(errors, StandardCharsets.UTF_8))
                .isZero();
        return text;
    }
}
