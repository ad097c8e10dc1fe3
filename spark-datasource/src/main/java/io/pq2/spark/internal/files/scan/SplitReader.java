package io.pq2.spark.internal.files.scan;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.options.CorruptionLog;
import io.pq2.hadoop.options.ExplanationLog;
import io.pq2.hadoop.split.RowGroupSet;
import io.pq2.metadata.RowGroup;
import io.pq2.read.BatchReader;
import io.pq2.read.OnCorruption;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder;
import io.pq2.read.ScanExplanation;
import io.pq2.read.ScanMetrics;
import io.pq2.read.ScanPlan;
import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import io.pq2.spark.internal.columns.row.RowSources;
import io.pq2.spark.internal.errors.ReadErrors;
import io.pq2.spark.internal.files.keys.SplitFilters;
import io.pq2.vector.Batch;
import java.io.Closeable;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of one split of a file, batch by batch. The split has the row groups that it was planned with. If
 * planning did not read footers, it has the row groups whose midpoints lie in its byte range. Not thread-safe.
 */
public final class SplitReader implements Closeable {

    private final ParquetFile file;
    private final SplitBatches batches;
    private final ScanSpec spec;
    private final DateTimeRules rules;
    private final PartitionedFile split;
    private final ReadErrors errors;
    private final ScanMetrics metrics;
    /** Absent if all row groups are read. */
    private final @Nullable AnsweredRowGroups answered;
    /** Absent if no explanation is requested, and after it was written. */
    private @Nullable ScanExplanation explanation;

    /** Created with the first batch: in a file without rows, types may differ from those of the table. */
    private @Nullable SplitColumns columns;

    /** Absent before the first batch. */
    private @Nullable ColumnarBatch current;

    private SplitReader(
            ParquetFile file,
            SplitBatches batches,
            @Nullable AnsweredRowGroups answered,
            ScanSpec spec,
            DateTimeRules rules,
            PartitionedFile split,
            ReadErrors errors,
            ScanMetrics metrics,
            @Nullable ScanExplanation explanation) {
        this.metrics = metrics;
        this.file = file;
        this.batches = batches;
        this.answered = answered;
        this.spec = spec;
        this.rules = rules;
        this.split = split;
        this.errors = errors;
        this.explanation = explanation;
    }

    /**
     * Opens a split.
     *
     * @param metrics receives the counts of this split, in addition to its earlier counts
     * @return null if the file is damaged as a whole, and the scan skips damage
     * @throws java.io.FileNotFoundException if the file does not exist
     * @throws ParquetException if the file is corrupt or unsupported. It is the cause of a SparkException (not
     *     declared) if the file cannot be decrypted, or if corrupt files are not ignored; see {@link ReadErrors}
     */
    public static @Nullable SplitReader open(
            PartitionedFile split,
            ScanSpec spec,
            DamageHandling damage,
            Configuration configuration,
            ScanMetrics metrics)
            throws IOException {
        FileOpener opener = new FileOpener(configuration);
        FileScanConfigurer configurer = new FileScanConfigurer(spec.withRuntimeFilters(SplitFilters.of(split)));
        return open(split, configurer, damage, configuration, metrics, () -> opener.open(split));
    }

    /** The opening of a file, which may have begun before. */
    @FunctionalInterface
    interface FileOpening {
        /** Returns the file; waits for it if necessary. */
        ParquetFile file() throws IOException;

        /**
         * Called before the reading thread waits for bytes of the file.
         *
         * @param bytes is done when they have arrived or cannot be read
         */
        default void waiting(CompletableFuture<?> bytes) {}
    }

    /**
     * Opens a split whose file is opened by {@code opening}; see the other method.
     *
     * @param configurer applies the scan, with the runtime filters of the split
     */
    static @Nullable SplitReader open(
            PartitionedFile split,
            FileScanConfigurer configurer,
            DamageHandling damage,
            Configuration configuration,
            ScanMetrics metrics,
            FileOpening opening)
            throws IOException {
        ScanSpec spec = configurer.spec();
        ParquetFile file;
        try {
            file = opening.file();
        } catch (CorruptFileException e) {
            if (damage.mode() == OnCorruption.FAIL) {
                throw errors(spec.settings(), split, configuration).raise(e);
            }
            skipFile(split, damage, e, metrics);
            return null;
        } catch (RuntimeException e) {
            throw errors(spec.settings(), split, configuration).raise(e);
        } catch (IOException e) {
            throw errors(spec.settings(), split, configuration).raise(e);
        }
        ReadErrors errors = errors(spec.settings(), split, configuration);
        try {
            ScanExplanation logged = ExplanationLog.collector(configuration);
            DateTimeRules rules = configurer.rules(file);
            AnsweredRowGroups answered = AnsweredRowGroups.of(file, split, configurer, rules, metrics);
            SplitBatches batches;
            if (logged == null && answered == null) {
                batches = batches(file, split, configurer, rules, damage, configuration, metrics, opening::waiting);
            } else {
                // An explanation is of one scan.
                ScanBuilder scan = scan(file, split, configurer, rules, damage, metrics, logged, opening::waiting);
                if (answered != null) {
                    scan.rowGroups(selected(file, split).and(ordinal -> !answered.contains(ordinal)));
                }
                batches = SplitBatches.of(scan.open());
            }
            return new SplitReader(file, batches, answered, spec, rules, split, errors, metrics, logged);
        } catch (CorruptFileException e) {
            file.close();
            // The entry of a column chunk in the footer is decoded when it is first used. Scans skip damaged row groups
            // themselves, and fail only for encrypted columns.
            if (damage.mode() == OnCorruption.FAIL || isEncrypted(file)) {
                throw errors.raise(e);
            }
            skipFile(split, damage, e, metrics);
            return null;
        } catch (RuntimeException e) {
            file.close();
            throw errors.raise(e);
        } catch (Throwable e) {
            file.close();
            throw e;
        }
    }

    /** Skips a file whose footer is damaged. Of the splits of a file, one reports it. */
    private static void skipFile(
            PartitionedFile split, DamageHandling damage, CorruptFileException e, ScanMetrics metrics) {
        if (split.start() == 0) {
            damage.collect(CorruptionLog.skipFile(damage.mode(), split.toPath().toString(), e, metrics));
        }
    }

    private static boolean isEncrypted(ParquetFile file) {
        return file.footer().isEncrypted() || file.metadata().encryptionAlgorithm() != null;
    }

    /**
     * Reads a whole file without returning its rows.
     *
     * @param explanation receives what was read and skipped
     * @throws IOException if the file cannot be read
     * @throws ParquetException as {@link #open} does
     */
    public static void explain(
            PartitionedFile file, ScanSpec spec, Configuration configuration, ScanExplanation explanation)
            throws IOException {
        DamageHandling damage = new DamageHandling(DamageHandling.mode(configuration), null);
        FileOpener opener = new FileOpener(configuration);
        FileScanConfigurer configurer = new FileScanConfigurer(spec);
        try (ParquetFile opened = openFile(file, configuration, spec.settings(), () -> opener.open(file));
                BatchReader batches = scan(
                                opened,
                                file,
                                configurer,
                                configurer.rules(opened),
                                damage,
                                new ScanMetrics(),
                                explanation,
                                bytes -> {})
                        .open()) {
            while (batches.next() != null) {
                // The explanation is complete after the last batch.
            }
        } catch (RuntimeException e) {
            throw errors(spec.settings(), file, configuration).raise(e);
        }
    }

    /** Opens the file of a split by {@code opening}; see {@link #open}. */
    static ParquetFile openFile(
            PartitionedFile split, Configuration configuration, ReadSettings settings, FileOpening opening)
            throws IOException {
        try {
            return opening.file();
        } catch (RuntimeException e) {
            throw errors(settings, split, configuration).raise(e);
        } catch (IOException e) {
            throw errors(settings, split, configuration).raise(e);
        }
    }

    /** Returns the errors of a file. */
    public static ReadErrors errors(ReadSettings settings, PartitionedFile split, Configuration configuration) {
        return new ReadErrors(
                split.urlEncodedPath(), settings.ignoreCorruptFiles(), new PlannedFile(split, configuration)::change);
    }

    /** Begins the scan of a split; of its row groups one by one, if the first ones may make the others unnecessary. */
    private static SplitBatches batches(
            ParquetFile file,
            PartitionedFile split,
            FileScanConfigurer configurer,
            DateTimeRules rules,
            DamageHandling damage,
            Configuration configuration,
            ScanMetrics metrics,
            Consumer<CompletableFuture<?>> whileWaiting)
            throws IOException {
        Optional<Comparator<Integer>> order = configurer.visitingOrder(file);
        if (order.isPresent()) {
            List<Integer> rowGroups =
                    rowGroups(file, split).stream().sorted(order.get()).toList();
            if (rowGroups.size() > 1) {
                boolean ahead =
                        file.options().prefetchBytes() > 0 && HadoopInputFile.isRemote(split.toPath(), configuration);
                return new OrderedRowGroups(
                        rowGroups,
                        selected -> scan(file, split, configurer, rules, damage, metrics, null, whileWaiting)
                                .rowGroups(selected)
                                .open(),
                        ahead);
            }
        }
        return SplitBatches.of(scan(file, split, configurer, rules, damage, metrics, null, whileWaiting)
                .open());
    }

    /** Returns the indexes of the row groups of a split. */
    private static List<Integer> rowGroups(ParquetFile file, PartitionedFile split) throws IOException {
        ScanBuilder scan = file.scan().columns(column -> false);
        select(file, split, scan);
        return scan.plan().rowGroups().stream()
                .map(ScanPlan.RowGroupPlan::ordinal)
                .toList();
    }

    private static void select(ParquetFile file, PartitionedFile split, ScanBuilder scan) throws IOException {
        if (SplitRowGroups.of(split) == null && !SplitRowGroups.areAll(split)) {
            scan.split(split.start(), split.length());
        }
        scan.rowGroups(selected(file, split));
    }

    /** Returns a test for the row groups that the split was planned with; all if planning did not read footers. */
    private static IntPredicate selected(ParquetFile file, PartitionedFile split) throws IOException {
        RowGroupSet planned = SplitRowGroups.of(split);
        return planned == null ? ordinal -> true : planned.of(file);
    }

    private static ScanBuilder scan(
            ParquetFile file,
            PartitionedFile split,
            FileScanConfigurer configurer,
            DateTimeRules rules,
            DamageHandling damage,
            ScanMetrics metrics,
            @Nullable ScanExplanation explanation,
            Consumer<CompletableFuture<?>> whileWaiting)
            throws IOException {
        ScanSpec spec = configurer.spec();
        FieldIdCheck.check(spec, file.schema());
        ScanBuilder scan = file.scan()
                .batchSize(spec.settings().batchRows())
                .metrics(metrics)
                .explanation(explanation)
                .corruptionListener(damage::lost)
                .fewRows(spec.demand().few())
                .whileWaiting(whileWaiting);
        configurer.select(file, rules, scan);
        select(file, split, scan);
        return scan;
    }

    /**
     * Advances to the next batch.
     *
     * @return whether there is a next batch
     */
    public boolean next() throws IOException {
        try {
            ColumnarBatch ofFooter = answered == null ? null : answered.next();
            if (ofFooter != null) {
                current = ofFooter;
                return true;
            }
            Batch batch = batches.next();
            if (batch == null) {
                return false;
            }
            SplitColumns rows = columns;
            if (rows == null) {
                // Spark skips the rest of a corrupt file only if next fails.
                boolean extractsLate = !spec.settings().ignoreCorruptFiles();
                RowSources sources = spec.settings()
                        .rowSources(rules)
                        .late(failure -> errors.raiseLate(inBatch(failure)), extractsLate);
                rows = new SplitColumns(spec, sources, batches.shape(), split);
                columns = rows;
            }
            show(rows, batch);
            current = rows.batch();
            return true;
        } catch (InvalidDataException e) {
            throw errors.raise(e.locate(FileLocation.file(file.input().location())));
        } catch (RuntimeException e) {
            throw errors.raise(e);
        } catch (IOException e) {
            throw errors.raise(e);
        }
    }

    private void show(SplitColumns rows, Batch batch) {
        try {
            rows.show(batch, batches::rowIndex);
        } catch (InvalidDataException e) {
            throw inBatch(e);
        }
    }

    /** Adds the file and the row group of the current batch to an error about a value. */
    private RuntimeException inBatch(RuntimeException failure) {
        if (!(failure instanceof InvalidDataException invalid)) {
            return failure;
        }
        long row = batches.rowIndex(0);
        int rowGroup = 0;
        for (RowGroup found : file.metadata().rowGroups()) {
            row -= found.numRows();
            if (row < 0) {
                break;
            }
            rowGroup++;
        }
        return invalid.locate(new FileLocation(file.input().location(), rowGroup, null, -1, -1));
    }

    /** Returns the counters of the split. */
    public ScanMetrics metrics() {
        return metrics;
    }

    /** Returns the number of bytes of the column chunks to read. */
    long storedBytes() {
        return batches.storedBytes();
    }

    /** Requests the first row groups before the first call of {@link #next}. */
    void requestAhead() throws IOException {
        try {
            batches.requestAhead();
        } catch (RuntimeException e) {
            throw errors.raise(e);
        } catch (IOException e) {
            throw errors.raise(e);
        }
    }

    /** Returns the errors of this split's file. */
    public ReadErrors errors() {
        return errors;
    }

    /**
     * Returns the current batch: the data columns, then the partition columns. It is valid until the next call of
     * {@link #next}. If the demand of the scan permits it, the first batches are of footers.
     */
    public ColumnarBatch batch() {
        return Objects.requireNonNull(current, "next has not been called");
    }

    @Override
    public void close() throws IOException {
        try {
            batches.close();
        } finally {
            file.close();
        }
        ExplanationLog.write(explanation);
        explanation = null;
    }
}
