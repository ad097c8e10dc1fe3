package io.pq2.cli;

import io.pq2.cli.internal.AuditCommand;
import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.RotateCommand;
import io.pq2.cli.internal.Version;
import io.pq2.internal.exception.DisplayText;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of pq2. Runs the command that the first argument names. docs/cli.md describes all commands. */
@Command(
        name = "pq2",
        description = "Commands for tables of Parquet files.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {AuditCommand.class, RotateCommand.class})
public final class Main implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // Picocli sets the field.
    private CommandSpec spec;

    private Main() {}

    /**
     * Runs a command and exits with its exit code.
     *
     * @param arguments the name of a command and its arguments
     */
    public static void main(String[] arguments) {
        Charset charset = Charset.defaultCharset();
        PrintWriter out = new PrintWriter(System.out, false, charset);
        PrintWriter err = new PrintWriter(System.err, true, charset);
        int code = run(out, err, arguments);
        out.flush();
        err.flush();
        System.exit(code);
    }

    /** Runs a command and returns its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return new CommandLine(new Main())
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    String message = failure.getMessage();
                    err.println("pq2 " + command.getCommandName() + ": "
                            + DisplayText.message(message == null ? failure.toString() : message));
                    return ExitCode.FAILED;
                })
                .execute(arguments);
    }

    /** Reports a command line without a command. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command");
    }
}
