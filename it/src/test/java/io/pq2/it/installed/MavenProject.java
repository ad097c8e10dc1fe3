package io.pq2.it.installed;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A copy of a project of a user, which Maven compiles in a process. */
final class MavenProject {

    private static final List<String> VERSIONS = List.of(
            "pq2.version",
            "pq2.compiler-plugin.version",
            "pq2.dependency-plugin.version",
            "pq2.resources-plugin.version");

    private final Path folder;

    /**
     * Copies a project.
     *
     * @param source a folder of it/src/consumer
     * @param folder the folder to be created
     */
    MavenProject(String source, Path folder) throws IOException {
        this.folder = folder;
        Path from = Artifacts.ROOT.resolve("it/src/consumer").resolve(source);
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : paths.toList()) {
                Files.copy(path, folder.resolve(from.relativize(path).toString()));
            }
        }
    }

    /** Compiles the project, and returns its class path. */
    String compile(Artifacts artifacts, String... properties) throws IOException, InterruptedException {
        Path classPath = folder.resolve("class-path.txt");
        List<String> command = new ArrayList<>(List.of(
                Commands.maven(),
                "--batch-mode",
                "--settings=" + artifacts.settings(folder.resolve("settings.xml")),
                "-Dmaven.repo.local=" + folder.resolve("local-repository"),
                "-Dmdep.outputFile=" + classPath));
        VERSIONS.forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
        command.addAll(List.of(properties));
        command.addAll(List.of("compile", "dependency:build-classpath"));
        Commands.run(folder, command);
        return folder.resolve("target/classes") + File.pathSeparator + Files.readString(classPath);
    }
}
