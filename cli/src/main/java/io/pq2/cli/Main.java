package io.pq2.cli;

import io.pq2.cli.internal.Commands;
import io.pq2.cli.internal.ExitCode;
import io.pq2.cli.internal.Version;
import io.pq2.cli.internal.command.Terminal;
import io.pq2.internal.exception.DisplayText;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.FileAlreadyExistsException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line of pq2. Runs the command that the first argument names. docs/cli.md describes all commands. */
@Command(
        name = "pq2",
        description = "Commands for Parquet files and tables of them.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  pq2 schema data.parquet",
            "  pq2 head --columns id,name --where \"id > 10\" /data/table",
            "  pq2 help pages"
        })
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
        // System.out would flush, and take a lock, for every line.
        PrintWriter out = new PrintWriter(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16), false, charset);
        PrintWriter err = new PrintWriter(System.err, true, charset);
        int code = run(out, err, arguments);
        out.flush();
        err.flush();
        System.exit(code);
    }

    /** Runs a command and returns its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return commandLine(arguments)
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setHelpFactory((command, colours) -> new Help(Commands.offered(command), colours))
                .setParameterExceptionHandler((failure, wrong) -> report(failure, wrong))
                .setColorScheme(Help.defaultColorScheme(Terminal.hasColours() ? Help.Ansi.ON : Help.Ansi.OFF))
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    out.flush();
                    err.println("pq2 " + command.getCommandName() + ": " + DisplayText.message(message(failure)));
                    return ExitCode.FAILED;
                })
                .execute(arguments);
    }

    /** Reports a wrong command line. The usage of a command is long, and would hide what is wrong. */
    private static int report(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        PrintWriter err = command.getErr();
        String missing = arguments.length == 0 ? null : Commands.missing(arguments[0]);
        if (missing != null) {
            err.println("pq2: " + missing);
        } else if (command.getParent() == null) {
            boolean named = arguments.length > 0 && !arguments[0].startsWith("-");
            String problem = named ? "there is no command " + arguments[0] : message(failure);
            err.println("pq2: " + DisplayText.message(problem));
            if (!UnmatchedArgumentException.printSuggestions(failure, err)) {
                command.usage(err);
            }
        } else {
            err.println("pq2 " + command.getCommandName() + ": " + DisplayText.message(message(failure)));
            UnmatchedArgumentException.printSuggestions(failure, err);
            err.println("pq2 help " + command.getCommandName() + " lists the options.");
        }
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static String message(Exception failure) {
        if (failure instanceof FileAlreadyExistsException existing && existing.getReason() == null) {
            return existing.getFile() + ": the file exists";
        }
        String message = failure.getMessage();
        return message == null ? failure.toString() : message;
    }

    /** Returns the command line with the command that the arguments name; with all commands if they name none. */
    static CommandLine commandLine(String... arguments) {
        CommandLine line = new CommandLine(new Main());
        Commands.add(line, arguments.length == 0 ? "" : arguments[0]);
        return line;
    }

    /** Reports a command line without a command. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command");
    }
}
