package io.pq2.cli;

import io.pq2.cli.internal.AuditCommand;
import io.pq2.cli.internal.RotateCommand;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs a command; docs/cli.md has them all. */
@Command(
        name = "pq2",
        description = "Commands for tables of Parquet files.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        subcommands = {AuditCommand.class, RotateCommand.class})
public final class Main implements Runnable {

    /** All is well. */
    public static final int OK = 0;
    /** Something could not be read or done; what, is on the standard error. */
    public static final int FAILED = 1;
    // 2 is what picocli returns for a wrong command line.
    /** A table is not encrypted as required. */
    public static final int NOT_AS_REQUIRED = 3;

    @Spec
    private CommandSpec spec;

    private Main() {}

    /** As the packaged jar says. */
    public static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"pq2 " + (version == null ? "(not packaged)" : version)};
        }
    }

    /** @param arguments a command and its own arguments */
    public static void main(String[] arguments) {
        Charset charset = Charset.defaultCharset();
        PrintWriter out = new PrintWriter(System.out, false, charset);
        PrintWriter err = new PrintWriter(System.err, true, charset);
        int code = run(out, err, arguments);
        out.flush();
        err.flush();
        System.exit(code);
    }

    /** Runs a command; its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return new CommandLine(new Main())
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    String message = failure.getMessage();
                    err.println("pq2 " + command.getCommandName() + ": "
                            + (message == null ? failure.toString() : message));
                    return FAILED;
                })
                .execute(arguments);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command?");
    }
}
