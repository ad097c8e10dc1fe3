package io.pq2.fuzz.file;

import io.pq2.internal.read.prune.RandomColumns;
import io.pq2.internal.read.prune.RandomSchema;
import io.pq2.internal.read.prune.RandomWriteOptions;
import io.pq2.schema.Schema;
import io.pq2.write.RandomRows;
import io.pq2.write.TestRows;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * The files that mutations start from: random tables of pq2, written with random encodings, codecs and page versions,
 * and the small files of apache/parquet-testing, if they are there.
 */
public final class Corpus {

    private static final int WRITTEN = 250;
    private static final int MAX_BYTES = 6_000;
    private static final int MAX_ROWS = 24;

    private final List<SeedFile> written = new ArrayList<>();
    private final List<SeedFile> others = new ArrayList<>();

    private Corpus() {}

    /**
     * Writes and reads the files.
     *
     * @param shared the folder that contains the folder parquet-testing; need not exist
     */
    public static Corpus create(Path shared) {
        Corpus corpus = new Corpus();
        for (long seed = 1; corpus.written.size() < WRITTEN; seed++) {
            byte[] bytes = written(seed);
            if (bytes.length <= MAX_BYTES) {
                corpus.written.add(SeedFile.of("written-" + seed, bytes));
            }
        }
        for (String folder : List.of("data", "bad_data", "shredded_variant")) {
            corpus.addFiles(shared.resolve("parquet-testing").resolve(folder));
        }
        return corpus;
    }

    private static byte[] written(long seed) {
        Random random = new Random(seed);
        int rowCount = 1 + random.nextInt(MAX_ROWS);
        Schema schema;
        List<List<Object>> rows;
        if (random.nextBoolean()) {
            RandomRows source = new RandomRows(seed);
            schema = source.schema(random.nextInt(4));
            rows = source.rows(schema, rowCount);
        } else {
            schema = new RandomSchema(random).schema();
            rows = new RandomColumns(random, rowCount).rows(schema);
        }
        WriteOptions options = RandomWriteOptions.of(schema, rowCount, random).toBuilder()
                .rowGroupRows(random.nextInt(3) == 0 ? 1 + random.nextInt(rowCount) : rowCount)
                .build();
        return TestRows.write(schema, rows, options, rowCount).bytes();
    }

    private void addFiles(Path folder) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                if (file.toString().endsWith(".parquet") && Files.size(file) <= MAX_BYTES) {
                    others.add(SeedFile.of(file.getFileName().toString(), Files.readAllBytes(file)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the files that pq2 wrote. */
    public List<SeedFile> written() {
        return written;
    }

    /** Returns all files. */
    public List<SeedFile> all() {
        List<SeedFile> all = new ArrayList<>(written);
        all.addAll(others);
        return all;
    }

    /** Returns a random file. */
    public SeedFile any(SplittableRandom random) {
        List<SeedFile> files = others.isEmpty() || random.nextInt(4) > 0 ? written : others;
        return files.get(random.nextInt(files.size()));
    }

    /** Returns the number of files. */
    public int size() {
        return written.size() + others.size();
    }
}
