package io.pq2.mapreduce.examples;

import io.pq2.exception.ParquetException;
import java.io.IOException;
import java.io.PrintStream;
import org.apache.hadoop.util.ProgramDriver;

/** Runs an example by its name; README.md has their command lines. */
public final class Examples {

    private Examples() {}

    /** @param arguments the name of an example and its own arguments */
    public static void main(String[] arguments) throws Exception {
        System.exit(run(arguments, System.err));
    }

    /**
     * Runs an example.
     *
     * @param errors is told what is wrong with the arguments, or with the files that they name
     * @return its exit code
     * @throws Exception if an example has a defect
     */
    static int run(String[] arguments, PrintStream errors) throws Exception {
        ProgramDriver examples = new ProgramDriver();
        try {
            examples.addClass("wordcount", WordCount.class, "counts the words of a column of a table");
            examples.addClass(
                    "copy", TableCopy.class, "copies a table with another codec and row groups of another size");
            examples.addClass("import", TextImport.class, "makes a partitioned table of lines of text");
            return examples.run(arguments);
        } catch (IOException | ParquetException e) {
            errors.println(arguments[0] + ": " + (e.getMessage() == null ? e : e.getMessage()));
            return 1;
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
