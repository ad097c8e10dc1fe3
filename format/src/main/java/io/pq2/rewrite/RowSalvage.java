package io.pq2.rewrite;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.internal.exception.InvalidValueException;
import io.pq2.internal.read.source.BatchParts;
import io.pq2.io.OutputFile;
import io.pq2.read.BatchReader;
import io.pq2.read.CorruptionReport;
import io.pq2.read.OnCorruption;
import io.pq2.read.ParquetFile;
import io.pq2.vector.Batch;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.List;

/**
 * Copies the undamaged rows of a file with a readable footer to a new file. The damaged file is not changed.
 *
 * <p>The rows keep their order. They are encoded again, so the new file has statistics and page indexes of its own. The
 * key-value metadata of the damaged file is kept.
 */
public final class RowSalvage {

    private RowSalvage() {}

    /**
     * What was kept and lost.
     *
     * @param rows the number of rows of the new file; 0 if no file was written
     * @param rowsLost the number of rows that were lost
     * @param losses a report of each damage, in the order in which they were found
     */
    public record Report(long rows, long rowsLost, List<CorruptionReport> losses) {

        public Report {
            losses = List.copyOf(losses);
        }
    }

    /**
     * Writes the undamaged rows of a file to a new one. The new file appears when it is complete. Writes no file if
     * all rows are lost.
     *
     * @param damaged the file
     * @param output the new file
     * @param mode what is lost with damage: {@link OnCorruption#SKIP_ROWS} or {@link OnCorruption#SKIP_ROW_GROUP}
     * @param options how to write; keys of its key-value metadata replace those of the damaged file
     * @throws InvalidDataException if the mode is another one, or if the damaged file is encrypted and the new one
     *     would not be
     * @throws CorruptFileException if the damage is in an encrypted column, or a value is not allowed by its type
     * @throws IOException if a file cannot be read or written
     */
    public static Report salvage(ParquetFile damaged, OutputFile output, OnCorruption mode, WriteOptions options)
            throws IOException {
        if (mode == OnCorruption.FAIL || mode == OnCorruption.SKIP_FILE) {
            throw new InvalidDataException(
                    "salvage with the mode " + mode + "; it must be skip-rows or skip-row-group");
        }
        String location = damaged.input().location();
        if (options.encryption() == null && isEncrypted(damaged)) {
            throw new InvalidDataException("file " + location + " is encrypted and the new file would not be");
        }
        WriteOptions complete = options.toBuilder()
                .keyValueMetadata(damaged.keyValueMetadata())
                .keyValueMetadata(options.keyValueMetadata())
                .build();
        try (BatchReader batches = damaged.scan().onCorruption(mode).open()) {
            BatchParts parts =
                    new BatchParts(damaged.options(), damaged.footer().fileLength());
            return copy(batches, parts, ParquetWriter.create(output, damaged.schema(), complete));
        } catch (InvalidValueException e) {
            throw new CorruptFileException(
                            "a value is not allowed by its type: " + e.detail()
                                    + " (rows are numbered as in the new file)",
                            e)
                    .locate(FileLocation.file(location));
        } catch (ParquetException e) {
            throw e.locate(FileLocation.file(location));
        }
    }

    private static Report copy(BatchReader batches, BatchParts parts, ParquetWriter writer) throws IOException {
        boolean complete = false;
        try {
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                parts.pass(batch, writer::write);
            }
            List<CorruptionReport> losses = batches.corruption();
            Report report = new Report(writer.rowsWritten(), batches.metrics().rowsLost(), losses);
            if (report.rows() > 0 || losses.isEmpty()) {
                writer.close();
                complete = true;
            }
            return report;
        } finally {
            if (!complete) {
                writer.abort();
            }
        }
    }

    private static boolean isEncrypted(ParquetFile file) {
        return file.footer().isEncrypted()
                || file.metadata().rowGroups().stream()
                        .flatMap(group -> group.columns().stream())
                        .anyMatch(chunk -> chunk.cryptoMetadata() != null);
    }
}
