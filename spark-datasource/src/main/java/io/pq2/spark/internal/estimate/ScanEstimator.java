package io.pq2.spark.internal.estimate;

import io.pq2.exception.KmsUnavailableException;
import io.pq2.hadoop.internal.file.ParallelFileTasks;
import io.pq2.hadoop.options.HadoopReadOptions;
import io.pq2.hadoop.options.HadoopSplitOptions;
import io.pq2.hadoop.split.FooterCache;
import io.pq2.hadoop.split.FooterSource;
import io.pq2.read.ParquetFile;
import io.pq2.spark.internal.errors.PlanningErrors;
import io.pq2.spark.internal.files.scan.FileScanConfigurer;
import io.pq2.spark.internal.files.scan.ScanSpec;
import io.pq2.spark.internal.settings.EstimateOptions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Estimates the rows that a scan of files returns, from the footers of a sample of the files; see
 * docs/design/statistics.md.
 */
public final class ScanEstimator {

    private static final Logger LOG = LoggerFactory.getLogger(ScanEstimator.class);

    /** How many cached footers are parsed by one thread. */
    private static final int FOOTERS_PER_THREAD = 8;

    private final ScanSpec spec;
    private final Configuration configuration;
    private final boolean withValues;

    /**
     * Creates an estimator.
     *
     * @param spec the scan
     * @param configuration the Hadoop configuration with the options of the read
     * @param withValues whether to estimate the values of columns. Rows that a filter drops then count as rows of the
     *     scan, because Spark estimates the filter itself
     */
    public ScanEstimator(ScanSpec spec, Configuration configuration, boolean withValues) {
        this.spec = spec;
        this.configuration = configuration;
        this.withValues = withValues;
    }

    /**
     * Returns the estimate for files; empty if estimates are turned off, or if no footer could be read. The scan itself
     * reports why a footer cannot be read, such as a denied key: it may need fewer files than the estimate. If the KMS
     * is not available, the estimate fails, because every task would wait for it again.
     *
     * @param files the files of the scan, after pruning of partitions
     * @throws org.apache.spark.sql.AnalysisException (not declared) if a setting has an invalid value
     * @throws org.apache.spark.SparkException (not declared) if the KMS of an encrypted file is not available
     */
    public Optional<ScanEstimate> estimate(List<FileStatus> files) {
        return PlanningErrors.checked(() -> ofSample(files));
    }

    private Optional<ScanEstimate> ofSample(List<FileStatus> files) {
        int maxFooters = EstimateOptions.maxFooters(configuration);
        if (maxFooters == 0) {
            return Optional.empty();
        }
        List<FileEstimate> known = read(sample(files, maxFooters));
        if (known.isEmpty() && !files.isEmpty()) {
            return Optional.empty();
        }
        long bytes = files.stream().mapToLong(FileStatus::getLen).sum();
        return Optional.of(new SampledFiles(spec, known, files.size(), bytes).estimate());
    }

    /** Returns files at equal distances. The same files give the same sample, so that footers stay in the cache. */
    private static List<FileStatus> sample(List<FileStatus> files, int size) {
        if (files.size() <= size) {
            return files;
        }
        // Compares paths rather than their texts, which Hadoop would make anew for each comparison.
        List<FileStatus> sorted = new ArrayList<>(files);
        sorted.sort(Comparator.comparing(FileStatus::getPath));
        List<FileStatus> sample = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            sample.add(sorted.get((int) ((long) i * sorted.size() / size)));
        }
        return sample;
    }

    private List<FileEstimate> read(List<FileStatus> sample) {
        HadoopSplitOptions options = HadoopSplitOptions.from(configuration, HadoopSplitOptions.Mode.AUTO);
        FooterCache cache = FooterCache.shared(options.cacheBytes());
        FooterSource footers = cache.source(configuration, HadoopReadOptions.from(configuration));
        FileEstimator estimator = new FileEstimator(new FileScanConfigurer(spec), withValues);
        try {
            // To parse a few footers takes less time than to start a thread.
            int useful = containsAll(cache, sample) ? 1 + sample.size() / FOOTERS_PER_THREAD : sample.size();
            int threads = Math.min(options.threads(), useful);
            return ParallelFileTasks.map(sample, threads, (index, file) -> read(file, footers, estimator)).stream()
                    .flatMap(Optional::stream)
                    .toList();
        } catch (IOException e) {
            LOG.debug("The size of a scan is not known", e);
            return List.of();
        }
    }

    private static boolean containsAll(FooterCache cache, List<FileStatus> files) throws IOException {
        for (FileStatus file : files) {
            if (!cache.contains(file)) {
                return false;
            }
        }
        return true;
    }

    private static Optional<FileEstimate> read(FileStatus file, FooterSource footers, FileEstimator estimator)
            throws IOException {
        try (ParquetFile opened = footers.open(file)) {
            return Optional.of(estimator.of(opened, file.getLen()));
        } catch (InterruptedIOException | KmsUnavailableException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            LOG.debug("No estimate from the footer of {}", file.getPath(), e);
            return Optional.empty();
        }
    }
}
