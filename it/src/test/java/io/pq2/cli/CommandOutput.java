package io.pq2.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * What a command of the command line printed, which ran in this JVM with Hadoop's classes, as in the standalone jar.
 *
 * @param code the exit code
 * @param out the text on standard output
 * @param err the text on standard error
 */
public record CommandOutput(int code, String out, String err) {

    /** Runs a command. */
    public static CommandOutput of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new PrintWriter(out), new PrintWriter(err), arguments);
        return new CommandOutput(code, out.toString(), err.toString());
    }
}
