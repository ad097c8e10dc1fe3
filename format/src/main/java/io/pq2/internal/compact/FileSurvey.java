package io.pq2.internal.compact;

import io.pq2.compact.CompactionOptions;
import io.pq2.compact.TableFileSystem;
import io.pq2.compact.TableFileSystem.Entry;
import io.pq2.exception.KmsUnavailableException;
import io.pq2.exception.ParquetException;
import io.pq2.internal.compact.SurveyedFile.Kind;
import io.pq2.internal.rewrite.Int96Columns;
import io.pq2.internal.rewrite.MergedKeys;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.SortingColumn;
import io.pq2.read.ParquetFile;
import io.pq2.rewrite.Timestamps;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.write.SortedBy;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Reads the footers of files. */
public final class FileSurvey implements AutoCloseable {

    private final TableFileSystem files;
    private final CompactionOptions options;
    private final ExecutorService pool;

    /** Starts threads that {@link #close} ends. */
    public FileSurvey(TableFileSystem files, CompactionOptions options) {
        this.files = files;
        this.options = options;
        this.pool = Executors.newFixedThreadPool(files.parallelism(), task -> {
            Thread thread = new Thread(task, "pq2-survey");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Reads footers.
     *
     * @param failed receives files that cannot be read, and the reasons
     * @return the files that can be read, in their order
     * @throws KmsUnavailableException if the KMS of an encrypted file gives no valid answer
     */
    List<SurveyedFile> of(List<Entry> entries, BiConsumer<Entry, Exception> failed) throws IOException {
        List<Future<SurveyedFile>> futures = new ArrayList<>();
        for (Entry entry : entries) {
            futures.add(pool.submit(() -> of(entry)));
        }
        List<SurveyedFile> surveyed = new ArrayList<>();
        for (int i = 0; i < futures.size(); i++) {
            try {
                surveyed.add(futures.get(i).get());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while footers were read");
            } catch (ExecutionException e) {
                if (e.getCause() instanceof KmsUnavailableException unavailable) {
                    // Each file would wait for it again.
                    throw unavailable;
                }
                if (e.getCause() instanceof ParquetException || e.getCause() instanceof IOException) {
                    failed.accept(entries.get(i), (Exception) e.getCause());
                } else {
                    throw new IllegalStateException(entries.get(i).path(), e.getCause());
                }
            }
        }
        return surveyed;
    }

    private SurveyedFile of(Entry entry) throws IOException {
        try (ParquetFile file = ParquetFile.open(
                files.input(entry),
                options.rewrite().readOptions(),
                options.keys().decryption(entry.path()))) {
            List<RowGroup> rowGroups = file.metadata().rowGroups();
            long[] sizes = new long[rowGroups.size()];
            for (int i = 0; i < sizes.length; i++) {
                sizes[i] = size(rowGroups.get(i));
            }
            Timestamps timestamps = options.rewrite().timestamps();
            Kind kind = new Kind(
                    new Schema(
                            "schema",
                            Int96Columns.stored(file.schema(), timestamps).fields()),
                    MergedKeys.conditions(file, options.rewrite()),
                    WorkNames.bucket(entry.name()),
                    isEncrypted(file),
                    entry.access());
            return new SurveyedFile(
                    entry,
                    kind,
                    file.metadata().numRows(),
                    sizes,
                    order(file),
                    Int96Columns.change(file.schema(), timestamps));
        }
    }

    private static long size(RowGroup rowGroup) {
        Long compressed = rowGroup.totalCompressedSize();
        return compressed == null ? rowGroup.totalByteSize() : compressed;
    }

    private static boolean isEncrypted(ParquetFile file) {
        if (file.footer().isEncrypted()) {
            return true;
        }
        for (RowGroup rowGroup : file.metadata().rowGroups()) {
            for (ColumnChunk chunk : rowGroup.columns()) {
                if (chunk.cryptoMetadata() != null) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<SortedBy> order(ParquetFile file) {
        List<SortedBy> common = null;
        for (RowGroup rowGroup : file.metadata().rowGroups()) {
            List<SortedBy> order = order(file.schema().columns(), rowGroup.sortingColumns());
            if (common != null && !common.equals(order)) {
                return List.of();
            }
            common = order;
        }
        return common == null ? List.of() : common;
    }

    private static List<SortedBy> order(List<Column> columns, @Nullable List<SortingColumn> sorting) {
        List<SortedBy> order = new ArrayList<>();
        for (SortingColumn by : sorting == null ? List.<SortingColumn>of() : sorting) {
            if (by.columnIdx() < 0 || by.columnIdx() >= columns.size()) {
                return List.of();
            }
            order.add(new SortedBy(columns.get(by.columnIdx()).dottedPath(), by.descending(), by.nullsFirst()));
        }
        return order;
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
