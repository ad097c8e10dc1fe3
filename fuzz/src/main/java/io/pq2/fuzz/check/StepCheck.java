package io.pq2.fuzz.check;

import io.pq2.bloomfilter.BloomFilter;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.fuzz.Oracle;
import io.pq2.inspect.BloomFilterLookup;
import io.pq2.internal.vector.DictionaryValues;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.RowGroup;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.read.Aggregate;
import io.pq2.read.AggregateBuilder;
import io.pq2.read.BatchReader;
import io.pq2.read.OnCorruption;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.read.ScanBuilder;
import io.pq2.rewrite.FileRewriter;
import io.pq2.rewrite.FileSalvage;
import io.pq2.rewrite.RewriteOptions;
import io.pq2.rewrite.RowSalvage;
import io.pq2.rewrite.SalvageOptions;
import io.pq2.rewrite.SummaryFooter;
import io.pq2.rewrite.Verification;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.statistics.ColumnStatistics;
import io.pq2.vector.Batch;
import io.pq2.vector.Vector;
import io.pq2.write.SortedBy;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Uses a file in the ways that are not scans, and in the modes that skip damage. Each step has a budget of allocated
 * bytes of its own, see {@link Probe}.
 */
public final class StepCheck {

    private static final String NAME = "fuzz";
    private static final int BATCH_SIZE = 100;
    private static final int LITERALS = 3;
    /**
     * Bytes that salvage and sorting may allocate, most of them not at once: all values of a small file, whose levels
     * and dictionaries can be runs of millions. Salvage decodes a page for each column that it may belong to.
     */
    private static final long ALL_VALUES_BYTES = 4L << 30;
    /** The time in which salvage processes all values of a small file, on a busy machine. */
    private static final long SALVAGE_NANOS = 20_000_000_000L;
    /** The time in which a rewrite may decode, sort and write a row, on a busy machine. */
    private static final long NANOS_PER_ROW = 300;
    /** The number of rows for which a rewrite may allocate a byte: batches are used again, and few bytes are left. */
    private static final long ROWS_PER_BYTE = 4;
    /** The rows whose values are measured. Files with more have nulls. */
    private static final long MAX_MEASURED_ROWS = 1 << 22;
    /** How often a value that is an id of a dictionary may be allocated when it is copied to another file. */
    private static final long COPIES = 16;
    /** The time in which such values are copied and digested, on a busy machine. */
    private static final long NANOS_PER_COPIED_BYTE = 50;
    /** Bytes that reading may allocate where damage is skipped: all rows may be decoded before the first is read. */
    private static final long RECOVERY_BYTES = 4 * Probe.FIXED_BYTES;
    /** Bytes that a rewrite may allocate regardless of its input: those of reading, and those of writing. */
    private static final long REWRITE_BYTES = 2 * Probe.FIXED_BYTES;

    /** A way to use a file. */
    public enum Step {
        FOOTER_ANSWERS,
        BLOOM_FILTERS,
        CHECK,
        SALVAGE,
        RECOVERY,
        SUMMARY,
        VERIFIED_REWRITE,
        SORTED_REWRITE
    }

    private final Checks checks;
    private final Probe probe;
    private final FileCheck files;

    public StepCheck(Checks checks) {
        this.checks = checks;
        this.probe = new Probe(checks);
        this.files = new FileCheck(checks);
    }

    /**
     * Runs a step.
     *
     * @param bytes a file without encryption
     */
    public void run(Step step, byte[] bytes, SplittableRandom random) {
        switch (step) {
            case FOOTER_ANSWERS -> files.with(bytes, null, options(random), file -> footerAnswers(file, random));
            case BLOOM_FILTERS -> bloomFilters(bytes, random);
            case CHECK -> check(bytes);
            case SALVAGE -> salvage(bytes, random);
            case RECOVERY -> recovery(bytes, random);
            case SUMMARY -> summary(bytes);
            case VERIFIED_REWRITE -> rewrite(bytes, verified(random).build(), REWRITE_BYTES);
            case SORTED_REWRITE -> sortedRewrite(bytes, random);
        }
    }

    private static ReadOptions options(SplittableRandom random) {
        return FileCheck.limited().onCorruption(anyMode(random)).build();
    }

    /** Checks a file. Each row group may take the memory of the limits, also if it names the bytes of another one. */
    private void check(byte[] bytes) {
        int[] rowGroups = {0};
        files.with(
                bytes,
                null,
                FileCheck.OPTIONS,
                file -> rowGroups[0] = file.metadata().rowGroups().size());
        probe.run(
                bytes.length,
                true,
                Probe.FIXED_BYTES + rowGroups[0] * FileCheck.OPTIONS.maxDecodingBytes(),
                Probe.MAX_NANOS,
                () -> io.pq2.check.FileCheck.run(
                        new MemoryInputFile(NAME, bytes), FileCheck.OPTIONS, null, finding -> {}));
    }

    private static OnCorruption anyMode(SplittableRandom random) {
        return OnCorruption.values()[random.nextInt(OnCorruption.values().length)];
    }

    /** Plans and computes aggregates of all columns. */
    private void footerAnswers(ParquetFile file, SplittableRandom random) throws IOException {
        AggregateBuilder aggregates = file.aggregate();
        boolean onlyCounts = random.nextBoolean();
        for (Column column : file.schema().columns()) {
            if (column.maxRepetitionLevel() > 0) {
                continue;
            }
            for (Aggregate.Kind kind : Aggregate.Kind.values()) {
                if (kind == Aggregate.Kind.COUNT || !onlyCounts && isOrdered(file, column)) {
                    aggregates.add(new Aggregate(kind, column));
                }
            }
        }
        checks.that(aggregates.plan() != null, Oracle.EXCEPTIONS, "no plan");
        aggregates.run();
    }

    private static boolean isOrdered(ParquetFile file, Column column) {
        try {
            file.aggregate().min(column.dottedPath());
            return true;
        } catch (InvalidDataException e) {
            return false; // The values have no order, or the path is not unique.
        }
    }

    /** Lets bloom filters alone decide conditions on all columns, and looks up values. */
    private void bloomFilters(byte[] bytes, SplittableRandom random) {
        ReadOptions options = FileCheck.limited()
                .statistics(false)
                .dictionaries(false)
                .pageIndexes(random.nextBoolean())
                .build();
        files.with(bytes, null, options, file -> {
            List<Predicate> conditions = new ArrayList<>();
            for (Column column : file.schema().columns()) {
                List<Literal> literals = literals(column, random);
                Predicate.Leaf in = new Predicate.In(column.path(), literals, false);
                conditions.add(column.maxRepetitionLevel() == 0 ? in : new Predicate.AlwaysTrue());
            }
            Predicate all = random.nextBoolean() ? new Predicate.And(conditions) : new Predicate.Or(conditions);
            ScanBuilder scan;
            try {
                scan = FileCheck.scanToFilter(file).filter(all);
            } catch (InvalidDataException e) {
                return; // A literal does not fit the type of its column.
            }
            files.rows(scan.batchSize(BATCH_SIZE), new RowHashes());
        });
        files.with(bytes, null, options, file -> {
            for (Column column : file.schema().columns()) {
                if (!file.metadata().rowGroups().isEmpty()) {
                    lookUp(file, column, literals(column, random));
                }
            }
        });
    }

    private void lookUp(ParquetFile file, Column column, List<Literal> literals) throws IOException {
        ColumnStatistics statistics = file.statistics(0, column);
        checks.that(statistics.column().equals(column), Oracle.EXCEPTIONS, "statistics of another column");
        BloomFilter filter = file.bloomFilter(0, column);
        if (filter != null) {
            for (Literal literal : literals) {
                try {
                    BloomFilterLookup.mightContain(filter, column, literal);
                } catch (InvalidDataException e) {
                    // The filter says nothing about the literal.
                }
            }
        }
    }

    private static List<Literal> literals(Column column, SplittableRandom random) {
        List<Literal> literals = new ArrayList<>();
        for (int i = 0; i < LITERALS; i++) {
            int number = random.nextInt(1_000);
            literals.add(
                    column.field().logicalType() instanceof LogicalType.DecimalType decimal
                            ? new Literal.DecimalLiteral(BigDecimal.valueOf(number, Math.min(decimal.scale(), 100)))
                            : new Conditions(random).literal(column));
        }
        return literals;
    }

    /** Salvages the row groups of a file without its footer, and the rows of the file. */
    private void salvage(byte[] bytes, SplittableRandom random) {
        if (random.nextBoolean()) {
            probe.run(bytes.length, true, ALL_VALUES_BYTES, SALVAGE_NANOS, () -> {
                try (ParquetFile like = ParquetFile.open(new MemoryInputFile(NAME, bytes), FileCheck.OPTIONS)) {
                    FileSalvage.salvage(
                            new MemoryInputFile(NAME, bytes),
                            new MemoryOutputFile("salvaged"),
                            // With the limits of the other file.
                            SalvageOptions.like(like));
                }
            });
        } else {
            OnCorruption mode = random.nextBoolean() ? OnCorruption.SKIP_ROWS : OnCorruption.SKIP_ROW_GROUP;
            CopiedRows copied = copiedRows(bytes, mode);
            ParquetException error = files.with(
                    bytes,
                    null,
                    FileCheck.OPTIONS,
                    Probe.FIXED_BYTES + COPIES * copied.bytes,
                    file -> RowSalvage.salvage(file, new MemoryOutputFile("salvaged"), mode, WriteOptions.DEFAULT));
            checkLargest(copied, error);
        }
    }

    /** The sizes of the dictionary values that the ids of a file name. */
    private static final class CopiedRows {
        /** The bytes of the values of all ids. */
        private long bytes;
        /** The bytes of the values of the largest row. */
        private long largest;
    }

    private CopiedRows copiedRows(byte[] bytes, OnCorruption mode) {
        CopiedRows copied = new CopiedRows();
        files.with(bytes, null, FileCheck.OPTIONS, RECOVERY_BYTES, file -> {
            try (BatchReader batches = file.scan().onCorruption(mode).open()) {
                long rows = 0;
                for (Batch batch = batches.next(); batch != null && rows < MAX_MEASURED_ROWS; batch = batches.next()) {
                    rows += batch.rowCount();
                    add(batch, copied);
                }
            }
        });
        return copied;
    }

    private static void add(Batch batch, CopiedRows copied) {
        long bytes = DictionaryValues.bytes(batch);
        copied.bytes += bytes;
        for (int i = 0; i < batch.rowCount() && bytes > copied.largest; i++) {
            long row = 0;
            for (Vector column : batch.columns()) {
                row += DictionaryValues.bytes(column, i, i + 1);
            }
            copied.largest = Math.max(copied.largest, row);
        }
    }

    /** Checks that no row was copied that exceeds the limit of the memory. */
    private void checkLargest(CopiedRows copied, @Nullable ParquetException error) {
        checks.that(
                error != null || copied.largest <= FileCheck.OPTIONS.maxDecodingBytes(),
                Oracle.MEMORY,
                "a row was copied whose values have " + copied.largest + " bytes");
    }

    /** Reads a file in a mode that skips damage: once it is open, damage is no error. */
    private void recovery(byte[] bytes, SplittableRandom random) {
        OnCorruption mode = OnCorruption.values()[1 + random.nextInt(OnCorruption.values().length - 1)];
        ReadOptions options = FileCheck.limited().onCorruption(mode).build();
        if (random.nextBoolean()) {
            long middle = bytes.length / 2;
            recover(bytes, options, file -> file.scan().split(0, middle));
            recover(bytes, options, file -> file.scan().split(middle, bytes.length));
        } else {
            recover(bytes, options, ParquetFile::scan);
        }
        checks.passed(Oracle.RECOVERY);
    }

    private void recover(byte[] bytes, ReadOptions options, Function<ParquetFile, ScanBuilder> scan) {
        boolean[] opened = {false};
        ParquetException error = files.with(bytes, null, options, RECOVERY_BYTES, file -> {
            opened[0] = true;
            files.rows(scan.apply(file).batchSize(BATCH_SIZE), new RowHashes());
        });
        if (opened[0] && error instanceof CorruptFileException) {
            throw Checks.violation(Oracle.RECOVERY, "damage is an error with " + options.onCorruption(), error);
        }
    }

    /** Writes a summary of the file, twice in one directory, and opens it. */
    private void summary(byte[] bytes) {
        MemoryOutputFile output = new MemoryOutputFile("_metadata");
        ParquetException refusal = probe.run(bytes.length, true, () -> {
            try (ParquetFile file = ParquetFile.open(new MemoryInputFile(NAME, bytes), FileCheck.OPTIONS)) {
                FileMetaData footer = file.metadata();
                SummaryFooter summary = new SummaryFooter(true);
                summary.add("a.parquet", footer);
                summary.add("b.parquet", footer);
                summary.write(output, true);
            }
        });
        if (refusal != null) {
            return;
        }
        ParquetException unreadable = files.with(
                output.bytes(), null, FileCheck.OPTIONS, file -> file.metadata().rowGroups());
        if (unreadable != null) {
            throw Checks.violation(Oracle.SUMMARY, "the summary cannot be opened", unreadable);
        }
        checks.passed(Oracle.SUMMARY);
    }

    private static RewriteOptions.Builder verified(SplittableRandom random) {
        return RewriteOptions.builder()
                .readOptions(FileCheck.OPTIONS)
                .verify(Verification.FULL)
                .decodeAll(random.nextBoolean());
    }

    private void sortedRewrite(byte[] bytes, SplittableRandom random) {
        Column[] by = new Column[1];
        ParquetException error = files.with(bytes, null, FileCheck.OPTIONS, file -> by[0] = sortable(file, random));
        Column column = by[0];
        if (error == null && column != null) {
            String path = column.dottedPath();
            rewrite(
                    bytes,
                    RewriteOptions.builder()
                            .readOptions(FileCheck.OPTIONS)
                            .sortedBy(List.of(
                                    random.nextBoolean() ? SortedBy.ascending(path) : SortedBy.descending(path)))
                            .sortBytes(1L << 10 + random.nextInt(10))
                            .build(),
                    ALL_VALUES_BYTES);
        }
    }

    private static @Nullable Column sortable(ParquetFile file, SplittableRandom random) {
        List<Column> columns = file.schema().columns().stream()
                .filter(column -> column.maxRepetitionLevel() == 0)
                .toList();
        return columns.isEmpty() ? null : columns.get(random.nextInt(columns.size()));
    }

    /** Returns the number of rows that a file claims to have. A few bytes can be billions of nulls. */
    private static long claimedRows(ParquetFile file) {
        long rows = 0;
        for (RowGroup rowGroup : file.metadata().rowGroups()) {
            rows += Math.min(Math.max(rowGroup.numRows(), 0), Integer.MAX_VALUE);
        }
        return Math.min(rows, Integer.MAX_VALUE);
    }

    private void rewrite(byte[] bytes, RewriteOptions options, long fixedBytes) {
        long[] rows = {0};
        files.with(bytes, null, FileCheck.OPTIONS, file -> rows[0] = claimedRows(file));
        CopiedRows copied = copiedRows(bytes, OnCorruption.FAIL);
        MemoryOutputFile output = new MemoryOutputFile("copy");
        ParquetException error = probe.run(
                bytes.length,
                true,
                fixedBytes + rows[0] / ROWS_PER_BYTE + COPIES * copied.bytes,
                Probe.MAX_NANOS + NANOS_PER_ROW * rows[0] + NANOS_PER_COPIED_BYTE * copied.bytes,
                () -> FileRewriter.rewrite(List.of(new MemoryInputFile(NAME, bytes)), output, options));
        if (error != null) {
            return;
        }
        if (options.decodeAll() || !options.sortedBy().isEmpty()) {
            checkLargest(copied, null);
        }
        ParquetException unreadable = files.with(
                output.bytes(), null, FileCheck.OPTIONS, file -> file.scan().plan());
        if (unreadable != null) {
            throw Checks.violation(Oracle.REWRITE, "the footer of the copy has errors", unreadable);
        }
        checks.passed(Oracle.REWRITE);
    }
}
