package io.pq2.mapreduce.examples;

import org.apache.hadoop.util.ProgramDriver;

/** Runs an example by its name; README.md has their command lines. */
public final class Examples {

    private Examples() {}

    /** @param arguments the name of an example and its own arguments */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    /** Runs an example; its exit code. */
    static int run(String[] arguments) {
        ProgramDriver examples = new ProgramDriver();
        try {
            examples.addClass("wordcount", WordCount.class, "counts the words of a column of a table");
            examples.addClass(
                    "copy", TableCopy.class, "copies a table with another codec and row groups of another size");
            examples.addClass("import", TextImport.class, "makes a partitioned table of lines of text");
            return examples.run(arguments);
        } catch (Throwable e) {
            e.printStackTrace();
            return 1;
        }
    }
}
