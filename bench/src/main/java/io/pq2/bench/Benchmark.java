package io.pq2.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.Set;
import java.util.function.Function;

/** A benchmark with its arguments. */
interface Benchmark {

    /**
     * Runs the benchmark.
     *
     * @param out receives the results
     * @param progress receives the progress of long runs
     * @return whether all engines produced the expected values
     */
    boolean run(PrintStream out, PrintStream progress) throws IOException, SQLException;

    /**
     * Runs a benchmark as the main program. The exit status is 0 if all engines produced the expected values, 1 if not,
     * and 2 for invalid arguments.
     *
     * @param usage the text to print after the error for invalid arguments
     * @param maxPositional the number of positional arguments that the benchmark accepts
     * @param options the names of its options, without dashes
     * @param create creates the benchmark; throws IllegalArgumentException for invalid arguments
     */
    static void main(
            String[] arguments,
            String usage,
            int maxPositional,
            Set<String> options,
            Function<Arguments, ? extends Benchmark> create)
            throws IOException, SQLException {
        Benchmark benchmark;
        try {
            benchmark = create.apply(new Arguments(arguments, maxPositional, options));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + System.lineSeparator() + usage);
            System.exit(2);
            return;
        }
        System.exit(benchmark.run(System.out, System.err) ? 0 : 1);
    }
}
