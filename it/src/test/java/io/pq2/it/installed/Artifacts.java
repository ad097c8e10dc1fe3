package io.pq2.it.installed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The artifacts of this build in a Maven repository. */
final class Artifacts {

    static final Path ROOT = Path.of(System.getProperty("pq2.root"));
    static final String VERSION = System.getProperty("pq2.version");

    /** The minor versions of Spark for which there is an artifact. */
    static final List<String> SPARKS = List.of("4.0", "4.1", "4.2");

    private final Path repository;

    /** Copies the artifacts to a new repository. */
    Artifacts(Path repository) throws IOException {
        this.repository = Files.createDirectories(repository);
        Files.copy(ROOT.resolve("pom.xml"), file("pq2-parent", ".pom"));
        publish("format", "pq2-format", "pom.xml");
        publish("hadoop-io", "pq2-hadoop-io", "pom.xml");
        Files.copy(ROOT.resolve("spark-datasource/pom.xml"), file("pq2-spark-parent", ".pom"));
        for (String spark : SPARKS) {
            publish("spark-datasource/spark-" + spark, name(spark), "dependency-reduced-pom.xml");
        }
    }

    /** Returns the name of the artifact for a version of Spark. */
    static String name(String spark) {
        return "pq2-spark-" + spark + "_2.13";
    }

    /** Returns the coordinates of the artifact for a version of Spark. */
    static String coordinates(String spark) {
        return "io.pq2:" + name(spark) + ":" + VERSION;
    }

    /** Returns the jar for a version of Spark. */
    Path jar(String spark) throws IOException {
        return file(name(spark), ".jar");
    }

    String url() {
        return repository.toUri().toString();
    }

    /**
     * Writes settings of Maven that name this repository, and the local repository of the build. Maven asks
     * Maven Central for what neither has.
     */
    Path settings(Path file) throws IOException {
        String build = Path.of(System.getProperty("maven.repo.local")).toUri().toString();
        return Files.writeString(file, """
                <settings>
                  <profiles>
                    <profile>
                      <id>published</id>
                      <repositories>
                        <repository><id>build</id><url>%1$s</url></repository>
                        <repository><id>published</id><url>%2$s</url></repository>
                      </repositories>
                      <pluginRepositories>
                        <pluginRepository><id>build</id><url>%1$s</url></pluginRepository>
                      </pluginRepositories>
                    </profile>
                  </profiles>
                  <activeProfiles><activeProfile>published</activeProfile></activeProfiles>
                </settings>
                """.formatted(build, url()));
    }

    private void publish(String module, String artifact, String pom) throws IOException {
        Files.copy(ROOT.resolve(module).resolve(pom), file(artifact, ".pom"));
        Files.copy(ROOT.resolve(module).resolve("target/" + artifact + "-" + VERSION + ".jar"), file(artifact, ".jar"));
    }

    private Path file(String name, String extension) throws IOException {
        Path folder = Files.createDirectories(
                repository.resolve("io/pq2").resolve(name).resolve(VERSION));
        return folder.resolve(name + "-" + VERSION + extension);
    }
}
