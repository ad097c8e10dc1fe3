package io.pq2.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/**
 * A command that was run.
 *
 * @param code the exit code
 * @param out the text on standard output
 * @param err the text on standard error
 */
record CommandRun(int code, String out, String err) {

    static CommandRun of(Object... arguments) {
        String[] words = new String[arguments.length];
        for (int i = 0; i < words.length; i++) {
            words[i] = arguments[i].toString();
        }
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new PrintWriter(out), new PrintWriter(err), words);
        return new CommandRun(code, out.toString(), err.toString());
    }

    /** Runs a command that must succeed without a message, and returns the lines that it prints. */
    static List<String> lines(Object... arguments) {
        CommandRun run = of(arguments);
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isZero();
        return run.out().lines().toList();
    }
}
