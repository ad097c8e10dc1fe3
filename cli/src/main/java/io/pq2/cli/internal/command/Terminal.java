package io.pq2.cli.internal.command;

/** Whether output goes to a terminal. The launcher knows it, Java 17 does not. */
public final class Terminal {

    private Terminal() {}

    /** Whether standard output is a terminal that shows colours. */
    public static boolean hasColours() {
        return Boolean.getBoolean("pq2.terminal.out")
                && System.getenv("NO_COLOR") == null
                && !"dumb".equals(System.getenv("TERM"));
    }

    /** Whether standard error is a terminal. */
    static boolean showsProgress() {
        return Boolean.getBoolean("pq2.terminal.err");
    }
}
