package io.pq2.rewrite;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.page.FooterHeader;
import io.pq2.internal.rewrite.InputSources;
import io.pq2.internal.rewrite.MergedKeys;
import io.pq2.internal.rewrite.MinMaxOrders;
import io.pq2.internal.rewrite.RetainedColumns;
import io.pq2.internal.rewrite.RowGroupCopy;
import io.pq2.internal.rewrite.SchemaDifference;
import io.pq2.internal.write.file.OutputFileWriter;
import io.pq2.internal.write.options.WriteSettings;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.io.InputFile;
import io.pq2.io.OutputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.SchemaElement;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import io.pq2.schema.LogicalType;
import io.pq2.vector.Batch;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes one file out of one or several, mostly without decoding them: pages are copied as they stand, or decompressed and compressed
 * again. What footers and page indexes say is carried over, as far as it can be relied on.
 *
 * <p>Nobody sees the new file before it is complete. If anything fails, there is none.
 */
public final class FileRewriter {

    private final List<ParquetFile> inputs;
    private final RewriteOptions options;
    private final RetainedColumns columns;
    private final MinMaxOrders orders;
    /** By input: the row groups that have rows. */
    private final List<List<RowGroupPlan>> rowGroups;

    private OutputFileWriter writer;
    private int copied;
    private int encoded;

    private FileRewriter(List<ParquetFile> inputs, RewriteOptions options) {
        this.inputs = inputs;
        this.options = options;
        this.columns = new RetainedColumns(inputs.get(0), options.droppedColumns());
        this.rowGroups = inputs.stream()
                .map(file -> file.scan().columns(columns::has).plan().rowGroups())
                .toList();
        this.orders = new MinMaxOrders(inputs, columns, options.combineBelow() > 0 || anyMustBeDecoded());
    }

    /**
     * Rewrites files.
     *
     * @param inputs at least one; the new file has their rows one behind the other
     * @param output is created
     * @throws InvalidDataException if the inputs have different schemas, if they contradict each other about keys or calendars, or if
     *     the options ask for what cannot be
     * @throws CorruptFileException if an input is not as the format demands where it matters for what is done
     * @throws UnsupportedFeatureException if a column that stays is to be decoded or compressed in another way and this version cannot do that
     * @throws io.pq2.exception.EncryptionException if a column that stays, or the footer, is encrypted and there is no key for it, or it is not authentic
     * @throws java.nio.file.FileAlreadyExistsException or the file system's own kind of it if the output is there already
     */
    public static RewriteResult rewrite(List<? extends InputFile> inputs, OutputFile output, RewriteOptions options)
            throws IOException {
        if (inputs.isEmpty()) {
            throw new InvalidDataException("no file to rewrite");
        }
        ReadOptions reading =
                ReadOptions.builder().verifyChecksums(options.verifyChecksums()).build();
        List<ParquetFile> files = new ArrayList<>();
        try {
            for (InputFile input : inputs) {
                ParquetFile file = ParquetFile.open(input, reading, options.decryption());
                files.add(file);
                SchemaDifference.check(files.get(0), file);
                if (options.decryption() == null) {
                    // Files are opened again when their turn comes: there may be more than a process may hold open. But
                    // keys go when a file is closed.
                    file.close();
                }
            }
            return new FileRewriter(files, options).write(output);
        } finally {
            for (ParquetFile file : files) {
                file.close();
            }
        }
    }

    private RewriteResult write(OutputFile output) throws IOException {
        checkSchema();
        checkSecrecy();
        FooterHeader form =
                new FooterHeader(columns.elements(), orders.metadata(), MergedKeys.of(inputs, columns, options));
        boolean complete = false;
        try (RowGroupCopy copier = new RowGroupCopy(columns, orders, options)) {
            writer = OutputFileWriter.create(output, columns.schema(), form, WriteSettings.of(writeOptions()));
            writeRowGroups(copier);
            writer.close();
            complete = true;
        } finally {
            if (!complete && writer != null) {
                writer.abort();
            }
        }
        return new RewriteResult(writer.metadata(), copied, encoded);
    }

    /** Nobody is to find in plain what was encrypted, unless somebody has said so. */
    private void checkSecrecy() {
        if (encrypts() || options.plaintextOutput()) {
            return;
        }
        for (int i = 0; i < inputs.size(); i++) {
            ParquetFile file = inputs.get(i);
            if (file.footer().isEncrypted()
                    || rowGroups.get(i).stream().anyMatch(plan -> hasEncryptedColumn(file, plan))) {
                throw new InvalidDataException("file " + file.input().location()
                        + " is encrypted and the new file is not: give properties of encryption in the write options,"
                        + " or allow it (plaintextOutput)");
            }
        }
    }

    /** Whether the new file is encrypted. */
    private boolean encrypts() {
        return options.writeOptions().encryption() != null;
    }

    private static boolean hasEncryptedColumn(ParquetFile file, RowGroupPlan plan) {
        List<ColumnChunk> chunks =
                file.metadata().rowGroups().get(plan.ordinal()).columns();
        return plan.chunks().stream()
                .anyMatch(chunk -> chunks.get(chunk.column().index()).cryptoMetadata() != null);
    }

    /** What the records of the footer cannot say cannot be written. */
    private void checkSchema() {
        for (SchemaElement element : columns.elements()) {
            if (element.logicalType() instanceof LogicalType.UnrecognizedType unknown) {
                throw new UnsupportedFeatureException(
                                "field " + element.name() + " has a logical type that this version" + " does not know ("
                                        + unknown.description() + ") and cannot write")
                        .locate(FileLocation.file(inputs.get(0).input().location()));
            }
        }
    }

    /** How row groups are written that are decoded. */
    private WriteOptions writeOptions() {
        WriteOptions.Builder builder = options.writeOptions().toBuilder()
                .pageIndexes(true)
                .totalOrder(orders.totalOrder())
                .sortedBy();
        if (options.codec() != null) {
            builder.codec(options.codec()).compressionLevel(options.compressionLevel());
        } else if (firstCodec() != null) {
            builder.codec(firstCodec()).compressionLevel(null);
        }
        return builder.build();
    }

    /** The codec of the first column chunk; null if there is none, or no writing it. */
    private CompressionCodec firstCodec() {
        for (List<RowGroupPlan> ofFile : rowGroups) {
            if (!ofFile.isEmpty() && !ofFile.get(0).chunks().isEmpty()) {
                CompressionCodec codec =
                        ofFile.get(0).chunks().get(0).metadata().codec();
                return switch (codec) {
                    case UNCOMPRESSED, SNAPPY, GZIP, ZSTD, LZ4_RAW -> codec;
                    case LZO, BROTLI, LZ4, UNKNOWN -> null;
                };
            }
        }
        return null;
    }

    /** A row group that waits to be encoded together with those that follow. */
    private record Waiting(int file, RowGroupPlan plan) {}

    private void writeRowGroups(RowGroupCopy copier) throws IOException {
        List<Waiting> small = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            for (RowGroupPlan plan : rowGroups.get(i)) {
                if (plan.bytes() >= options.combineBelow() && !mustBeDecoded(inputs.get(i), plan)) {
                    flush(small, copier);
                    copy(i, plan, copier);
                } else {
                    small.add(new Waiting(i, plan));
                }
            }
        }
        flush(small, copier);
    }

    private boolean anyMustBeDecoded() {
        for (int i = 0; i < rowGroups.size(); i++) {
            ParquetFile file = inputs.get(i);
            if (rowGroups.get(i).stream().anyMatch(plan -> mustBeDecoded(file, plan))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether pages are encrypted or to be encrypted, which ties them to their place in one file, or can only be read by who knows which writer they are
     * from, which the new file does not say: values that continue those of the page before (PARQUET-246).
     */
    private boolean mustBeDecoded(ParquetFile file, RowGroupPlan plan) {
        if (encrypts() || hasEncryptedColumn(file, plan)) {
            return true;
        }
        if (!WriterVersion.parse(file.metadata().createdBy()).sharesPrefixesAcrossPages()) {
            return false;
        }
        for (ChunkPlan chunk : plan.chunks()) {
            if (chunk.metadata().encodings().contains(Encoding.DELTA_BYTE_ARRAY)) {
                return true;
            }
        }
        return false;
    }

    private void flush(List<Waiting> small, RowGroupCopy copier) throws IOException {
        if (small.size() == 1
                && !mustBeDecoded(inputs.get(small.get(0).file()), small.get(0).plan())) {
            copy(small.get(0).file(), small.get(0).plan(), copier);
        } else {
            for (Waiting waiting : small) {
                encode(waiting.file(), waiting.plan());
                if (options.combineBelow() == 0) {
                    writer.endRowGroup();
                }
            }
            writer.endRowGroup();
        }
        small.clear();
    }

    private void copy(int file, RowGroupPlan plan, RowGroupCopy copier) throws IOException {
        ParquetFile input = inputs.get(file);
        try (InputSources sources = new InputSources(input.input())) {
            writer.append(sink -> copier.copy(input, sources, plan, sink));
        } catch (CorruptFileException e) {
            throw e.locate(FileLocation.file(input.input().location()));
        } catch (UnsupportedFeatureException e) {
            throw e.locate(FileLocation.file(input.input().location()));
        }
        copied++;
    }

    private void encode(int file, RowGroupPlan plan) throws IOException {
        try (BatchReader batches = inputs.get(file)
                .scan()
                .columns(columns::has)
                .rowGroups(ordinal -> ordinal == plan.ordinal())
                .open()) {
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                writer.write(batch);
            }
        }
        encoded++;
    }
}
