package io.pq2.cli.internal;

/** The exit codes of commands. Picocli itself exits with 2 for a wrong command line. */
public final class ExitCode {

    /** The command succeeded. */
    public static final int OK = 0;

    /** Something could not be read or done; standard error has the reason. */
    public static final int FAILED = 1;

    /** A file does not meet the requirements of the command line. */
    public static final int REQUIREMENT_NOT_MET = 3;

    private ExitCode() {}
}
