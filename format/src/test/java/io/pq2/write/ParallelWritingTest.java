package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.schema.Field;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Checks that a file has the same bytes with any executor as with one thread. */
class ParallelWritingTest {

    private static final ExecutorService POOL = Executors.newFixedThreadPool(3, task -> {
        Thread thread = new Thread(task, "parallel writing");
        thread.setDaemon(true);
        return thread;
    });
    private static final Schema WIDE = wideSchema(12);

    @Property(tries = 150)
    void bytesEqualThoseOfOneThread(
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 12_000) int rowCount,
            @ForAll @IntRange(min = 1, max = 10_000) int batchSize,
            @ForAll @IntRange(min = 0, max = 3) int depth,
            @ForAll @IntRange(min = 2, max = 5) int threads) {
        RandomRows random = new RandomRows(seed);
        Schema schema = random.schema(depth);
        List<List<Object>> rows = random.rows(schema, rowCount / (1 + 2 * depth));
        WriteOptions options = options(seed);
        byte[] serial = write(schema, rows, options, batchSize, seed);
        for (Executor executor : executors(seed)) {
            WriteOptions parallel =
                    options.toBuilder().executor(executor, threads).build();
            assertThat(write(schema, rows, parallel, batchSize, seed)).isEqualTo(serial);
        }
    }

    private static byte[] write(
            Schema schema, List<List<Object>> rows, WriteOptions options, int batchSize, long seed) {
        return TestRows.write(schema, rows, options, batchSize, new RandomDictionaries(seed)::rewrite)
                .bytes();
    }

    private static WriteOptions options(long seed) {
        Random random = new Random(~seed);
        CompressionCodec[] codecs = {
            CompressionCodec.UNCOMPRESSED,
            CompressionCodec.SNAPPY,
            CompressionCodec.GZIP,
            CompressionCodec.ZSTD,
            CompressionCodec.LZ4_RAW
        };
        return WriteOptions.builder()
                .codec(codecs[random.nextInt(codecs.length)])
                .dataPageVersion(DataPageVersion.values()[random.nextInt(2)])
                .dictionary(random.nextInt(4) > 0)
                .dictionaryBytes(new int[] {1, 100, 4000, 1 << 20}[random.nextInt(4)])
                .pageRows(new int[] {7, 100, 20_000}[random.nextInt(3)])
                .pageBytes(new int[] {100, 5000, 1 << 20}[random.nextInt(3)])
                .rowGroupRows(random.nextBoolean() ? Long.MAX_VALUE : 1 + random.nextInt(5000))
                .rowGroupBytes(random.nextBoolean() ? 128 << 20 : 1 + random.nextInt(200_000))
                .bloomFilter(random.nextBoolean() ? BloomFilterOptions.ON : BloomFilterOptions.OFF)
                .build();
    }

    private static List<Executor> executors(long seed) {
        return List.of(
                POOL,
                Runnable::run,
                new UnreliableExecutor(seed),
                new DelayingExecutor(seed),
                task -> {
                    throw new RejectedExecutionException("never");
                },
                task -> {});
    }

    /** Runs tasks in the calling thread or in the pool, runs some twice, and rejects some. */
    private record UnreliableExecutor(Random random) implements Executor {
        UnreliableExecutor(long seed) {
            this(new Random(seed));
        }

        @Override
        public void execute(Runnable task) {
            switch (random.nextInt(5)) {
                case 0 -> task.run();
                case 1 -> POOL.execute(task);
                case 2 -> {
                    POOL.execute(task);
                    POOL.execute(task);
                }
                case 3 -> {
                    POOL.execute(task);
                    throw new RejectedExecutionException("after running the task");
                }
                default -> throw new RejectedExecutionException("not now");
            }
        }
    }

    /** Delays each task until three more are submitted. */
    private record DelayingExecutor(Random random, Queue<Runnable> delayed) implements Executor {
        DelayingExecutor(long seed) {
            this(new Random(seed), new ArrayDeque<>());
        }

        @Override
        public void execute(Runnable task) {
            delayed.add(task);
            while (delayed.size() > 3) {
                POOL.execute(delayed.remove());
            }
        }
    }

    @Test
    void writersCanRunInPoolOfTheirEncodingWorkers() throws Exception {
        ExecutorService single = Executors.newSingleThreadExecutor();
        try {
            for (ExecutorService pool : List.of(single, POOL)) {
                List<Callable<Boolean>> jobs = new ArrayList<>();
                for (int i = 0; i < 30; i++) {
                    long seed = i;
                    jobs.add(() -> isSameInParallel(seed, pool));
                }
                for (Future<Boolean> job : pool.invokeAll(jobs)) {
                    assertThat(job.get()).isTrue();
                }
            }
        } finally {
            single.shutdownNow();
        }
    }

    private static boolean isSameInParallel(long seed, Executor executor) {
        RandomRows random = new RandomRows(seed);
        Schema schema = random.schema(1);
        List<List<Object>> rows = random.rows(schema, 6000);
        WriteOptions options = options(seed);
        byte[] serial = write(schema, rows, options, 2500, seed);
        byte[] parallel =
                write(schema, rows, options.toBuilder().executor(executor, 4).build(), 2500, seed);
        return Arrays.equals(serial, parallel);
    }

    @Property(tries = 100)
    void reportsFirstFailureInSchemaOrder(@ForAll long seed, @ForAll @IntRange(min = 2, max = 5) int threads)
            throws IOException {
        Random random = new Random(seed);
        List<Field> fields = new ArrayList<>();
        List<Vector> vectors = new ArrayList<>();
        int rows = 10_000;
        for (int i = 0; i < 8; i++) {
            LogicalType type = new LogicalType.IntType(8, true);
            fields.add(new PrimitiveField("c" + i, Repetition.REQUIRED, PhysicalType.INT32, type));
            int[] values = new int[rows];
            long[] validity = null;
            int row = random.nextInt(rows);
            switch (random.nextInt(4)) {
                case 0 -> values[row] = 128;
                case 1 -> {
                    validity = new long[(rows + 63) / 64];
                    Arrays.fill(validity, -1L);
                    validity[row / 64] &= ~(1L << row);
                }
                default -> {}
            }
            vectors.add(new IntVector(rows, values, validity));
        }
        Schema schema = new Schema("test", fields);
        Batch batch = new Batch(rows, vectors);
        String expected = failure(schema, batch, WriteOptions.DEFAULT);
        for (Executor executor : executors(seed)) {
            WriteOptions options =
                    WriteOptions.builder().executor(executor, threads).build();
            assertThat(failure(schema, batch, options)).isEqualTo(expected);
        }
    }

    /**
     * Writes a batch and returns the message of the failure, empty if there is none. After a failure, the writer
     * rejects batches and leaves no file.
     */
    private static String failure(Schema schema, Batch batch, WriteOptions options) throws IOException {
        MemoryOutputFile file = new MemoryOutputFile("test.parquet");
        String message = "";
        try (ParquetWriter writer = ParquetWriter.create(file, schema, options)) {
            try {
                writer.write(batch);
            } catch (InvalidDataException e) {
                message = e.getMessage();
                assertThatThrownBy(() -> writer.write(batch))
                        .isInstanceOf(InvalidDataException.class)
                        .hasMessageContaining("after a failed write");
            }
        }
        assertThat(file.exists()).isEqualTo(message.isEmpty());
        return message;
    }

    @Test
    void exceptionOfExecutorFailsWrite() throws IOException {
        MemoryOutputFile file = new MemoryOutputFile("test.parquet");
        Executor broken = task -> {
            throw new IllegalStateException("broken");
        };
        WriteOptions options = WriteOptions.builder().executor(broken, 2).build();
        try (ParquetWriter writer = ParquetWriter.create(file, WIDE, options)) {
            assertThatThrownBy(() -> writer.write(wide(5000)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("broken");
        }
        assertThat(file.exists()).isFalse();
    }

    @Test
    void interruptedThreadFinishesWriteAndStaysInterrupted() throws IOException {
        MemoryOutputFile serial = new MemoryOutputFile("test.parquet");
        write(serial, WriteOptions.DEFAULT);
        MemoryOutputFile parallel = new MemoryOutputFile("test.parquet");
        Thread.currentThread().interrupt();
        write(parallel, WriteOptions.builder().executor(POOL, 3).build());
        assertThat(Thread.interrupted()).isTrue();
        assertThat(parallel.bytes()).isEqualTo(serial.bytes());
    }

    private static void write(MemoryOutputFile file, WriteOptions options) throws IOException {
        try (ParquetWriter writer = ParquetWriter.create(file, WIDE, options)) {
            for (int i = 0; i < 20; i++) {
                writer.write(wide(5000));
            }
        }
    }

    @Test
    void continuesWithoutPoolAfterShutdown() throws IOException {
        MemoryOutputFile serial = new MemoryOutputFile("test.parquet");
        write(serial, WriteOptions.DEFAULT);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        MemoryOutputFile parallel = new MemoryOutputFile("test.parquet");
        WriteOptions options = WriteOptions.builder().executor(pool, 3).build();
        try (ParquetWriter writer = ParquetWriter.create(parallel, WIDE, options)) {
            for (int i = 0; i < 20; i++) {
                writer.write(wide(5000));
                if (i == 10) {
                    pool.shutdownNow();
                }
            }
        }
        assertThat(parallel.bytes()).isEqualTo(serial.bytes());
    }

    @Test
    void tasksThatRunAfterCloseDoNothing() throws IOException {
        List<Runnable> tasks = new ArrayList<>();
        WriteOptions options = WriteOptions.builder().executor(tasks::add, 4).build();
        MemoryOutputFile aborted = new MemoryOutputFile("aborted");
        try (ParquetWriter writer = ParquetWriter.create(aborted, WIDE, options)) {
            writer.write(wide(20_000));
            writer.abort();
        }
        MemoryOutputFile finished = new MemoryOutputFile("finished");
        write(finished, options);
        // Each writer submits one task per other thread.
        assertThat(tasks).hasSize(6);
        byte[] before = finished.bytes();
        tasks.forEach(Runnable::run);
        assertThat(finished.bytes()).isEqualTo(before);
        assertThat(aborted.exists()).isFalse();
    }

    @Test
    void noThreadReadsBatchAfterWriteReturns() throws IOException {
        WriteOptions options = WriteOptions.builder().executor(POOL, 3).build();
        Batch batch = wide(5000);
        long[] reused = ((LongVector) batch.columns().get(0)).values();
        MemoryOutputFile parallel = new MemoryOutputFile("test.parquet");
        MemoryOutputFile serial = new MemoryOutputFile("test.parquet");
        try (ParquetWriter writer = ParquetWriter.create(parallel, WIDE, options);
                ParquetWriter alone = ParquetWriter.create(serial, WIDE, WriteOptions.DEFAULT)) {
            for (int i = 0; i < 100; i++) {
                // A thread that reads the batch after write returns would read other numbers.
                Arrays.fill(reused, i);
                writer.write(batch);
                Arrays.fill(reused, -1);
                Arrays.fill(reused, i);
                alone.write(batch);
            }
        }
        assertThat(parallel.bytes()).isEqualTo(serial.bytes());
    }

    private static Schema wideSchema(int columns) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            fields.add(new PrimitiveField("c" + i, Repetition.REQUIRED, PhysicalType.INT64));
        }
        return new Schema("test", fields);
    }

    private static Batch wide(int rows) {
        List<Vector> vectors = new ArrayList<>();
        for (int i = 0; i < WIDE.fields().size(); i++) {
            long[] values = new Random(i).longs(rows, 0, 1L << (5 * i)).toArray();
            vectors.add(new LongVector(rows, values, null));
        }
        return new Batch(rows, vectors);
    }
}
