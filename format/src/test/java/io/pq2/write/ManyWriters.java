package io.pq2.write;

import io.pq2.io.ByteSink;
import io.pq2.io.OutputFile;
import io.pq2.record.BatchBuilder;
import io.pq2.schema.Field;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.vector.BinaryVectorBuilder;
import io.pq2.vector.DoubleVectorBuilder;
import io.pq2.vector.LongVectorBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Writes many files at the same time, a batch to each in turn. Runs in a separate JVM; see {@link MemoryTest}. */
final class ManyWriters {

    private ManyWriters() {}

    /**
     * Prints the numbers of rows and row groups, the maximum memory and the memory left at the end.
     *
     * @param args the number of writers, columns, rounds and rows per batch, and the bytes of the memory budget
     */
    public static void main(String[] args) throws IOException {
        int writerCount = Integer.parseInt(args[0]);
        int columns = Integer.parseInt(args[1]);
        int rounds = Integer.parseInt(args[2]);
        int batchRows = Integer.parseInt(args[3]);
        MemoryBudget budget = new MemoryBudget(Long.parseLong(args[4]));
        Schema schema = schema(columns);
        WriteOptions options = WriteOptions.builder().memoryBudget(budget).build();
        List<ParquetWriter> writers = new ArrayList<>();
        for (int i = 0; i < writerCount; i++) {
            writers.add(ParquetWriter.create(new DiscardingOutput(), schema, options));
        }
        BatchBuilder batch = new BatchBuilder(schema);
        Random random = new Random(1);
        long max = 0;
        for (int round = 0; round < rounds; round++) {
            for (ParquetWriter writer : writers) {
                batch.reset();
                for (int row = 0; row < batchRows; row++) {
                    append(batch, columns, random);
                }
                writer.write(batch.build());
                max = Math.max(max, budget.used());
            }
        }
        long rows = 0;
        long rowGroups = 0;
        for (ParquetWriter writer : writers) {
            writer.close();
            rows += writer.metadata().numRows();
            rowGroups += writer.metadata().rowGroups().size();
        }
        System.out.println(
                "rows " + rows + ", row groups " + rowGroups + ", max memory " + max + ", left " + budget.used());
    }

    static Schema schema(int columns) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            String name = "c" + i;
            fields.add(
                    switch (i % 3) {
                        case 0 -> new PrimitiveField(name, Repetition.OPTIONAL, PhysicalType.INT64);
                        case 1 -> new PrimitiveField(name, Repetition.REQUIRED, PhysicalType.DOUBLE);
                        default ->
                            new PrimitiveField(
                                    name, Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, new LogicalType.StringType());
                    });
        }
        return new Schema("test", fields);
    }

    /** Writes random rows, which are the same in each call. */
    static void write(ParquetWriter writer, int columns, int rows, int batchRows) throws IOException {
        BatchBuilder batch = new BatchBuilder(schema(columns));
        Random random = new Random(1);
        for (int row = 0; row < rows; row++) {
            append(batch, columns, random);
            if (batch.rowCount() == batchRows) {
                writer.write(batch.build());
                batch.reset();
            }
        }
        writer.write(batch.build());
    }

    static void append(BatchBuilder batch, int columns, Random random) {
        for (int i = 0; i < columns; i++) {
            if (i % 3 == 0) {
                ((LongVectorBuilder) batch.column(i)).append(random.nextInt(1000));
            } else if (i % 3 == 1) {
                ((DoubleVectorBuilder) batch.column(i)).append(random.nextDouble());
            } else {
                byte[] text = ("a text like " + random.nextInt()).getBytes(StandardCharsets.UTF_8);
                ((BinaryVectorBuilder) batch.column(i)).append(text, 0, text.length);
            }
        }
        batch.endRow();
    }

    /** An output that discards its bytes. */
    static final class DiscardingOutput implements OutputFile {
        @Override
        public String location() {
            return "nowhere";
        }

        @Override
        public ByteSink create() {
            return new ByteSink() {
                private long position;

                @Override
                public long position() {
                    return position;
                }

                @Override
                public void write(byte[] bytes, int offset, int length) {
                    position += length;
                }

                @Override
                public void close() {
                    // Nothing to close.
                }

                @Override
                public void abort() {
                    // Nothing to delete.
                }
            };
        }
    }
}
