package io.pq2.cli.internal.command;

import io.pq2.cli.internal.Version;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code man}: writes the manual page of a command, or all pages. They have the texts of the help. */
@Command(
        name = "man",
        description = "Prints the manual page of a command, or writes the pages of all commands.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {"  pq2 man head | man -l -", "  pq2 man --directory ~/.local/share/man"})
public final class ManCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "The command. Default: pq2 itself.")
    private @Nullable String name;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Writes a page for each command into man1 of this directory, such as one of MANPATH.")
    private @Nullable Path directory;

    @Override
    public Integer call() throws IOException {
        CommandLine root = spec.root().commandLine();
        if (directory != null) {
            Path pages = Files.createDirectories(directory.resolve("man1"));
            write(pages, root);
            for (CommandLine command : root.getSubcommands().values()) {
                write(pages, command);
            }
            return 0;
        }
        CommandLine command = name == null ? root : root.getSubcommands().get(name);
        if (command == null) {
            throw new ParameterException(spec.commandLine(), "pq2 has no command " + name);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(ManPage.of(command));
        out.flush();
        return 0;
    }

    private static void write(Path pages, CommandLine command) throws IOException {
        Path page = pages.resolve(ManPage.name(command) + ".1");
        Files.writeString(page, ManPage.of(command), StandardCharsets.UTF_8);
    }
}
