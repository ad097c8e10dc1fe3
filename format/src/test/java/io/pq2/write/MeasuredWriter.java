package io.pq2.write;

import java.io.IOException;

/** Measures what a writer takes of the heap. Runs in a JVM of its own; see {@link MemoryTest}. */
final class MeasuredWriter {

    private MeasuredWriter() {}

    /**
     * Arguments: columns, rows. Prints how many bytes the writer takes after three rows, how many after all, how many of those it
     * counts itself, and how many it takes after it was aborted.
     */
    public static void main(String[] args) throws IOException {
        int columns = Integer.parseInt(args[0]);
        int rows = Integer.parseInt(args[1]);
        // Classes are loaded and strings made before anything is measured.
        measure(columns, 10);
        System.out.println(measure(columns, rows));
    }

    private static String measure(int columns, int rows) throws IOException {
        long before = heap();
        ParquetWriter writer =
                ParquetWriter.create(new ManyWriters.Nowhere(), ManyWriters.schema(columns), WriteOptions.DEFAULT);
        ManyWriters.write(writer, columns, 3, 100);
        long few = heap() - before;
        ManyWriters.write(writer, columns, rows, 100);
        long taken = heap() - before;
        long counted = writer.memoryBytes();
        writer.abort();
        long left = heap() - before;
        writer.close();
        return few + " " + taken + " " + counted + " " + left;
    }

    private static long heap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
