package io.pq2.cli.internal.command;

import io.pq2.cli.internal.Version;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code completion}: prints a script that completes commands in a shell. */
@Command(
        name = "completion",
        description = "Prints a script that completes commands and options in bash and zsh.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {"  source <(pq2 completion)"})
public final class CompletionCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().getOut().print(AutoComplete.bash("pq2", spec.root().commandLine()));
        spec.commandLine().getOut().flush();
        return 0;
    }
}
