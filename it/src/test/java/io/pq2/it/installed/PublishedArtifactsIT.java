package io.pq2.it.installed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses the published artifacts from a Maven repository, as users do. */
@Tag("installed")
class PublishedArtifactsIT {

    @TempDir
    static Path directory;

    private static Artifacts artifacts;

    @BeforeAll
    static void publish() throws Exception {
        artifacts = new Artifacts(directory.resolve("repository"));
    }

    @Test
    void aMavenProjectUsesTheLibrary() throws Exception {
        Path folder = directory.resolve("library");
        String classPath = new MavenProject("library", folder).compile(artifacts);
        List<String> arguments = List.of(
                "-cp",
                classPath,
                "consumer.WriteAndRead",
                directory.resolve("people.parquet").toString());
        assertThat(Commands.java(folder, arguments).lines()).containsSequence("8 person 8", "9 person 9");
    }

    /** A program is a source file, and its class path one jar. */
    @Test
    void theJarWithAllCodecsNeedsNoOther() throws Exception {
        Path folder = Files.createDirectory(directory.resolve("all"));
        Path jar = Artifacts.ROOT.resolve("format/target/pq2-format-" + Artifacts.VERSION + "-all.jar");
        Path program = Artifacts.ROOT.resolve("it/src/consumer/library/src/main/java/consumer/AllCodecs.java");
        String output = Commands.java(folder, List.of("-cp", jar.toString(), program.toString(), folder.toString()));
        assertThat(output.lines())
                .containsExactlyInAnyOrder(
                        "UNCOMPRESSED 1000",
                        "SNAPPY 1000",
                        "GZIP 1000",
                        "LZO 1000",
                        "LZ4 1000",
                        "ZSTD 1000",
                        "LZ4_RAW 1000");
    }

    /** With one version of Spark. SparkVersionsIT resolves the packages of all versions by spark-submit. */
    @Test
    void aMavenProjectUsesTheSourceInSpark() throws Exception {
        String minor = "4.2";
        Path folder = directory.resolve("project-" + minor);
        String version = InstalledSpark.of(minor).version();
        String classPath = new MavenProject("spark", folder)
                .compile(artifacts, "-Dspark.minor=" + minor, "-Dspark.version=" + version);
        assertThat(InstalledSpark.runProject(classPath, "TableJob", folder).lines())
                .contains("rows: 10");
    }
}
