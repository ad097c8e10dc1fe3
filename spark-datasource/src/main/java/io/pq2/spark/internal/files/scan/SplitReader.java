package io.pq2.spark.internal.files.scan;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.hadoop.file.HadoopInputFile;
import io.pq2.hadoop.internal.file.FilesAhead;
import io.pq2.hadoop.options.CorruptionLog;
import io.pq2.hadoop.options.ExplanationLog;
import io.pq2.metadata.RowGroup;
import io.pq2.read.BatchReader;
import io.pq2.read.OnCorruption;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanExplanation;
import io.pq2.read.ScanMetrics;
import io.pq2.spark.internal.columns.row.RowSources;
import io.pq2.spark.internal.errors.ReadErrors;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of one split of a file, batch by batch. The split has the row groups that it was planned with. If
 * planning did not read footers, it has the row groups whose midpoints lie in its byte range. Not thread-safe.
 */
public final class SplitReader implements FilesAhead.PartReader {

    private final ReadErrors errors;
    private final ScanMetrics metrics;
    private final FilesAhead<PartitionedFile, SplitReader> files;
    /** Absent if the file is damaged as a whole, and the scan skips damage. */
    private final @Nullable Opened opened;
    /** Absent if no explanation is requested, and after it was written. */
    private @Nullable ScanExplanation explanation;

    /** Created with the first batch: in a file without rows, types may differ from those of the table. */
    private @Nullable SplitColumns columns;

    /** Absent before the first batch. */
    private @Nullable ColumnarBatch current;

    /**
     * The scan of a file.
     *
     * @param answers what the footer says of row groups that are not read; absent if all are read
     */
    private record Opened(
            SplitScan scan, SplitBatches batches, @Nullable FooterAnswers answers) {}

    private SplitReader(
            ReadErrors errors,
            ScanMetrics metrics,
            FilesAhead<PartitionedFile, SplitReader> files,
            @Nullable Opened opened) {
        this.errors = errors;
        this.metrics = metrics;
        this.files = files;
        this.opened = opened;
        this.explanation = opened == null ? null : opened.scan().explanation();
    }

    /**
     * Opens a split. If the file is damaged as a whole, and the scan skips damage, the split has no rows.
     *
     * @param opening opens the file
     * @param configurer applies the scan, with the runtime filters of the split
     * @param metrics receives the counts of this split, in addition to its earlier counts
     * @param files learns when the reader waits, and when it reads its next batch
     * @throws java.io.FileNotFoundException if the file does not exist
     * @throws ParquetException if the file is corrupt or unsupported. It is the cause of a SparkException (not
     *     declared) if the file cannot be decrypted, or if corrupt files are not ignored; see {@link ReadErrors}
     */
    static SplitReader open(
            PartitionedFile split,
            FilesAhead.FileInTurn opening,
            FileScanConfigurer configurer,
            DamageHandling damage,
            Configuration configuration,
            ScanMetrics metrics,
            FilesAhead<PartitionedFile, SplitReader> files)
            throws IOException {
        ReadErrors errors = errors(configurer.spec(), split, configuration);
        return errors.reading(() -> {
            ParquetFile file = null;
            try {
                file = opening.open();
                SplitScan scan = new SplitScan(
                        file,
                        split,
                        configurer,
                        configurer.rules(file),
                        damage,
                        metrics,
                        ExplanationLog.collector(configuration),
                        files::whileWaiting);
                FooterAnswers answers = FooterAnswers.of(scan);
                return new SplitReader(
                        errors, metrics, files, new Opened(scan, batches(scan, answers, configuration), answers));
            } catch (Throwable e) {
                if (file != null) {
                    file.close();
                }
                // The entry of a column chunk in the footer is decoded when it is first used. Scans skip damaged row
                // groups themselves, and fail only for encrypted columns.
                if (!(e instanceof CorruptFileException damaged)
                        || damage.mode() == OnCorruption.FAIL
                        || file != null && isEncrypted(file)) {
                    throw e;
                }
                // Of the splits of a file, one reports it.
                if (split.start() == 0) {
                    String path = split.toPath().toString();
                    damage.collect(CorruptionLog.skipFile(damage.mode(), path, damaged, metrics));
                }
                return new SplitReader(errors, metrics, files, null);
            }
        });
    }

    private static boolean isEncrypted(ParquetFile file) {
        return file.footer().isEncrypted() || file.metadata().encryptionAlgorithm() != null;
    }

    /** Begins the scan of a split; of its row groups one by one, if the first ones may make the others unnecessary. */
    private static SplitBatches batches(SplitScan scan, @Nullable FooterAnswers answers, Configuration configuration)
            throws IOException {
        // An explanation is of one scan.
        Optional<Comparator<Integer>> order = scan.explanation() == null && answers == null
                ? scan.configurer().visitingOrder(scan.file())
                : Optional.empty();
        if (order.isPresent()) {
            List<Integer> rowGroups =
                    scan.rowGroups().stream().sorted(order.get()).toList();
            if (rowGroups.size() > 1) {
                boolean ahead = scan.file().options().prefetchBytes() > 0
                        && HadoopInputFile.isRemote(scan.split().toPath(), configuration);
                return new SplitBatches(scan::open, rowGroups, ahead);
            }
        }
        SplitBatches.Scan unanswered = answers == null
                ? scan::open
                : rowGroups -> scan.open(rowGroups.and(rowGroup -> !answers.contains(rowGroup)));
        return new SplitBatches(unanswered, List.of(), false);
    }

    /**
     * Reads a whole file without returning its rows.
     *
     * @param explanation receives what was read and skipped
     * @throws IOException if the file cannot be read
     * @throws ParquetException as {@link #open} does
     */
    public static void explain(
            PartitionedFile split, ScanSpec spec, Configuration configuration, ScanExplanation explanation)
            throws IOException {
        DamageHandling damage = new DamageHandling(DamageHandling.mode(configuration), null);
        FileOpener opener = new FileOpener(configuration);
        FileScanConfigurer configurer = new FileScanConfigurer(spec);
        errors(spec, split, configuration).reading(() -> {
            try (ParquetFile file = opener.open(split);
                    BatchReader batches = new SplitScan(
                                    file,
                                    split,
                                    configurer,
                                    configurer.rules(file),
                                    damage,
                                    new ScanMetrics(),
                                    explanation,
                                    bytes -> {})
                            .open(rowGroup -> true)) {
                while (batches.next() != null) {
                    // The explanation is complete after the last batch.
                }
            }
            return explanation;
        });
    }

    private static ReadErrors errors(ScanSpec spec, PartitionedFile split, Configuration configuration) {
        return new ReadErrors(
                split.urlEncodedPath(),
                spec.settings().ignoreCorruptFiles(),
                configuration,
                new PlannedFile(split, configuration)::change);
    }

    /**
     * Advances to the next batch.
     *
     * @return whether there is a next batch
     */
    public boolean next() throws IOException {
        files.requestNext();
        Opened split = opened;
        return split != null && errors.reading(() -> advance(split));
    }

    private boolean advance(Opened split) throws IOException {
        try {
            FooterAnswers answers = split.answers();
            if (answers != null && answers.hasNext()) {
                // Fails if a column of the row group cannot be read as Spark's type.
                columns(split);
                current = answers.next();
                return true;
            }
            Batch batch = split.batches().next();
            if (batch == null) {
                return false;
            }
            SplitColumns rows = columns(split);
            try {
                rows.show(batch, split.batches().current()::rowIndex);
            } catch (InvalidDataException e) {
                throw inBatch(e, split);
            }
            current = rows.batch();
            return true;
        } catch (InvalidDataException e) {
            throw e.locate(FileLocation.file(split.scan().file().input().location()));
        }
    }

    private SplitColumns columns(Opened split) {
        SplitColumns rows = columns;
        if (rows == null) {
            ScanSpec spec = split.scan().spec();
            // Spark skips the rest of a corrupt file only if next fails.
            boolean extractsLate = !spec.settings().ignoreCorruptFiles();
            RowSources sources = spec.settings()
                    .rowSources(split.scan().rules())
                    .late(failure -> errors.raiseLate(inBatch(failure, split)), extractsLate);
            rows = new SplitColumns(
                    spec,
                    sources,
                    split.batches().current().shape(),
                    split.scan().split());
            columns = rows;
        }
        return rows;
    }

    /** Adds the file and the row group of the current batch to an error about a value. */
    private static RuntimeException inBatch(RuntimeException failure, Opened split) {
        if (!(failure instanceof InvalidDataException invalid)) {
            return failure;
        }
        ParquetFile file = split.scan().file();
        long row = split.batches().current().rowIndex(0);
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

    /** Returns the errors of this split's file. */
    public ReadErrors errors() {
        return errors;
    }

    @Override
    public BatchReader batches() {
        return Objects.requireNonNull(opened, "the file is skipped").batches().current();
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
        if (opened != null) {
            try {
                opened.batches().close();
            } finally {
                opened.scan().file().close();
            }
        }
        ExplanationLog.write(explanation);
        explanation = null;
    }
}
