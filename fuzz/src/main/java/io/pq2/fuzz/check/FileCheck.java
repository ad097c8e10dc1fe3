package io.pq2.fuzz.check;

import io.pq2.encryption.FileDecryptionProperties;
import io.pq2.exception.ParquetException;
import io.pq2.fuzz.Oracle;
import io.pq2.read.Aggregate;
import io.pq2.read.AggregateBuilder;
import io.pq2.read.BatchReader;
import io.pq2.read.OnCorruption;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.read.RowFiltering;
import io.pq2.read.ScanBuilder;
import io.pq2.read.ScanExplanation;
import io.pq2.record.RowReader;
import io.pq2.schema.Column;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Reads a file in many ways and checks the oracles that hold for every file. */
public final class FileCheck {

    /** Rows after which a scan ends, because a small file can contain very many. */
    private static final int MAX_ROWS = 3_000;

    /** The most rows that a filter tests, because a small file can claim billions that it does not match. */
    private static final long MAX_TESTED_ROWS = 1 << 20;

    private static final int MAX_CHUNKS = 24;

    /** Options with limits that are much smaller than the defaults. */
    public static final ReadOptions OPTIONS = limited().build();

    private final Checks checks;
    private final Probe probe;

    public FileCheck(Checks checks) {
        this.checks = checks;
        this.probe = new Probe(checks);
    }

    /**
     * The rows of a full scan.
     *
     * @param rows the rows up to the end, the error, or a maximum
     * @param error why the scan ended early; null if it did not
     */
    public record Outcome(RowHashes rows, @Nullable ParquetException error) {}

    /** Reads all that a file has, with random options. Returns the result of a scan of all rows. */
    public Outcome check(byte[] bytes, @Nullable FileDecryptionProperties keys, SplittableRandom random) {
        Outcome outcome = scan(bytes, keys, options(random), 1 + random.nextInt(100));
        int parts = random.nextInt(16);
        if (parts < 8) {
            with(bytes, keys, OPTIONS, file -> part(bytes, file, parts, random));
        }
        return outcome;
    }

    /** Returns a builder with the limits of {@link #OPTIONS}. */
    public static ReadOptions.Builder limited() {
        return ReadOptions.builder()
                .maxDecodingBytes(4 << 20)
                .maxPageBytes(2 << 20)
                .maxBatchBytes(1 << 20);
    }

    private static ReadOptions options(SplittableRandom random) {
        ReadOptions.Builder options = limited();
        int bits = random.nextInt();
        if ((bits & 7) == 0) {
            options.tailBytes(8 + random.nextInt(1_000)).maxRequestBytes(1 + random.nextInt(200));
        }
        if ((bits & 0x38) == 0) {
            options.maxChunkBytes(1 + random.nextInt(500)).prefetchBytes(random.nextInt(2_000));
        }
        if ((bits & 0x1C0) == 0) {
            options.verifyChecksums(false);
        }
        if ((bits & 0xE00) == 0) {
            options.onCorruption(OnCorruption.values()[random.nextInt(OnCorruption.values().length)]);
        }
        return options.build();
    }

    /** Scans all rows of a file. */
    public Outcome scan(byte[] bytes, @Nullable FileDecryptionProperties keys, ReadOptions options, int batchSize) {
        RowHashes rows = new RowHashes();
        ParquetException error =
                with(bytes, keys, options, file -> rows(file.scan().batchSize(batchSize), rows));
        return new Outcome(rows, error);
    }

    /** Opens a file, uses it, and checks that it closes its sources. */
    public @Nullable ParquetException with(
            byte[] bytes, @Nullable FileDecryptionProperties keys, ReadOptions options, Use use) {
        return with(bytes, keys, options, Probe.FIXED_BYTES, use);
    }

    /**
     * Opens a file, uses it, and checks that it closes its sources.
     *
     * @param fixedBytes the bytes that the use may allocate regardless of the length of the file
     */
    @Nullable
    ParquetException with(
            byte[] bytes, @Nullable FileDecryptionProperties keys, ReadOptions options, long fixedBytes, Use use) {
        CountedFile counted = new CountedFile(bytes);
        ParquetException error = probe.run(bytes.length, true, fixedBytes, Probe.MAX_NANOS, () -> {
            try (ParquetFile file = ParquetFile.open(counted, options, keys)) {
                use.use(file);
            }
        });
        checks.that(counted.openSources() == 0, Oracle.CLOSED, counted.openSources() + " open sources");
        return error;
    }

    /** Uses an open file. */
    public interface Use {
        void use(ParquetFile file) throws IOException;
    }

    /** Collects the rows of a scan and checks its vectors. */
    public void rows(ScanBuilder scan, RowHashes rows) throws IOException {
        try (BatchReader reader = scan.open()) {
            for (Batch batch = reader.next(); batch != null && rows.size() < MAX_ROWS; batch = reader.next()) {
                String violation = VectorContract.violation(batch, reader.shape());
                checks.that(violation == null, Oracle.VECTORS, "" + violation);
                rows.add(batch, reader);
            }
        }
    }

    /** Returns a scan to which a filter can be added, only of the first rows if the file claims very many. */
    static ScanBuilder scanToFilter(ParquetFile file) {
        boolean few = file.metadata().rowGroups().stream().allMatch(rowGroup -> rowGroup.numRows() <= MAX_TESTED_ROWS);
        return few ? file.scan() : file.scan().rows(0, MAX_TESTED_ROWS);
    }

    private void part(byte[] bytes, ParquetFile file, int part, SplittableRandom random) throws IOException {
        switch (part) {
            case 0, 1, 2 -> {
                RowFiltering filtering = RowFiltering.values()[random.nextInt(3)];
                ScanExplanation explanation = part == 0 ? new ScanExplanation() : null;
                ScanBuilder scan = scanToFilter(file)
                        .filter(new Conditions(random).predicate(file.schema()), filtering)
                        .explanation(explanation);
                rows(scan.batchSize(1 + random.nextInt(100)), new RowHashes());
                if (explanation != null) {
                    checks.that(!explanation.toString().isEmpty(), Oracle.EXCEPTIONS, "no explanation");
                }
            }
            case 3 -> aggregate(file, random);
            case 4 -> readRows(file);
            case 5 -> {
                int rows = random.nextInt(200);
                rows(file.scan().rows(random.nextInt(200), rows).batchSize(50), new RowHashes());
            }
            case 6 -> {
                int share = 1 + random.nextInt(4);
                rows(file.scan().columns(column -> column.index() % share == 0).batchSize(50), new RowHashes());
            }
            default -> chunks(bytes, file);
        }
    }

    private static void aggregate(ParquetFile file, SplittableRandom random) throws IOException {
        AggregateBuilder aggregates = file.aggregate();
        for (Column column : file.schema().columns()) {
            if (column.maxRepetitionLevel() == 0 && random.nextBoolean()) {
                Aggregate.Kind kind = Aggregate.Kind.values()[random.nextInt(3)];
                try {
                    aggregates.add(new Aggregate(kind, column));
                } catch (io.pq2.exception.InvalidDataException e) {
                    // The values have no order.
                }
            }
        }
        aggregates.run();
    }

    /** Converts all values to Java objects. */
    private void readRows(ParquetFile file) throws IOException {
        int length = 0;
        try (RowReader reader = new RowReader(file.scan().batchSize(50).open())) {
            for (int i = 0; i < 200 && reader.next(); i++) {
                length += reader.row().toString().length();
            }
        }
        checks.that(length >= 0, Oracle.EXCEPTIONS, "the text of rows is too long");
    }

    /** Reads the metadata of each column chunk. */
    private void chunks(byte[] bytes, ParquetFile file) {
        int left = MAX_CHUNKS;
        for (int i = 0; i < file.metadata().rowGroups().size(); i++) {
            for (Column column : file.schema().columns()) {
                int rowGroup = i;
                if (left-- == 0) {
                    return;
                }
                probe.run(bytes.length, true, () -> file.statistics(rowGroup, column));
                probe.run(bytes.length, true, () -> file.columnIndex(rowGroup, column));
                probe.run(bytes.length, true, () -> file.offsetIndex(rowGroup, column));
                probe.run(bytes.length, true, () -> file.bloomFilter(rowGroup, column));
            }
        }
    }
}
