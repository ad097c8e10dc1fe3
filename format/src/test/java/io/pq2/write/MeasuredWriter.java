package io.pq2.write;

import java.io.IOException;

/** Measures the heap memory of a writer. Runs in a separate JVM; see {@link MemoryTest}. */
final class MeasuredWriter {

    private MeasuredWriter() {}

    /**
     * Prints four numbers of bytes: the heap memory of the writer after three rows and after all rows, the memory that
     * it reports then, and its heap memory after {@code abort}.
     *
     * @param args the number of columns and rows
     */
    public static void main(String[] args) throws IOException {
        int columns = Integer.parseInt(args[0]);
        int rows = Integer.parseInt(args[1]);
        // Load classes and create strings before measuring.
        measure(columns, 10);
        System.out.println(measure(columns, rows));
    }

    private static String measure(int columns, int rows) throws IOException {
        long before = heap();
        ParquetWriter writer = ParquetWriter.create(
                new ManyWriters.DiscardingOutput(), ManyWriters.schema(columns), WriteOptions.DEFAULT);
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
