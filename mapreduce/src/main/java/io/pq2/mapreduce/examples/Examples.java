package io.pq2.mapreduce.examples;

import io.pq2.exception.ParquetException;
import io.pq2.internal.exception.DisplayText;
import java.io.IOException;
import java.io.PrintStream;
import org.apache.hadoop.util.ProgramDriver;

/** Runs an example by its name. README.md has the command lines. */
public final class Examples {

    private Examples() {}

    /**
     * Runs an example and ends the process with its exit code.
     *
     * @param arguments the name of an example and its arguments
     */
    public static void main(String[] arguments) throws Exception {
        System.exit(run(arguments, System.err));
    }

    /**
     * Runs an example.
     *
     * @param arguments the name of an example and its arguments
     * @param errors receives messages about invalid arguments and unreadable files
     * @return the exit code
     * @throws Exception if an example fails in an unexpected way
     */
    static int run(String[] arguments, PrintStream errors) throws Exception {
        ProgramDriver examples = new ProgramDriver();
        try {
            examples.addClass("wordcount", WordCount.class, "counts the words of a column of a table");
            examples.addClass("copy", TableCopy.class, "copies a table with another codec and row group size");
            examples.addClass("compact", TableCompact.class, "replaces the small files of a table by large ones");
            examples.addClass("import", TextImport.class, "imports lines of text into a partitioned table");
            return examples.run(arguments);
        } catch (IOException | ParquetException e) {
            errors.println(
                    arguments[0] + ": " + DisplayText.message(e.getMessage() == null ? e.toString() : e.getMessage()));
            return 1;
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
