package io.pq2.rewrite;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.exception.InvalidValueException;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.page.FooterHeader;
import io.pq2.internal.read.source.BatchParts;
import io.pq2.internal.read.source.ReadLimits;
import io.pq2.internal.rewrite.BatchConversion;
import io.pq2.internal.rewrite.ColumnOrder;
import io.pq2.internal.rewrite.CopiedFooterCheck;
import io.pq2.internal.rewrite.InputSources;
import io.pq2.internal.rewrite.Int96Conversion;
import io.pq2.internal.rewrite.MergedKeys;
import io.pq2.internal.rewrite.MinMaxOrders;
import io.pq2.internal.rewrite.RetainedColumns;
import io.pq2.internal.rewrite.RowGroupCopy;
import io.pq2.internal.rewrite.RowOrder;
import io.pq2.internal.rewrite.SchemaDifference;
import io.pq2.internal.rewrite.SortedRows;
import io.pq2.internal.rewrite.SpooledCopy;
import io.pq2.internal.rewrite.ValueDigests;
import io.pq2.internal.rewrite.ZOrder;
import io.pq2.internal.write.file.OutputFileWriter;
import io.pq2.internal.write.options.WriteSettings;
import io.pq2.internal.writer.WriterFault;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.io.InputFile;
import io.pq2.io.OutputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.FileMetaData;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.read.ScanPlan.ChunkPlan;
import io.pq2.read.ScanPlan.RowGroupPlan;
import io.pq2.vector.Batch;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.SortedBy;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes one file from one or more input files, mostly without decoding values: it copies pages unchanged, or
 * decompresses and compresses them again. The new file keeps footer metadata and page indexes that are reliable.
 *
 * <p>The new file appears when it is complete. If rewriting fails, there is no file.
 */
public final class FileRewriter {

    private final List<ParquetFile> inputs;
    private final RewriteOptions options;
    private final RetainedColumns columns;
    private final MinMaxOrders orders;
    /** By input: the row groups that have rows. */
    private final List<List<RowGroupPlan>> rowGroups;

    private final MergedKeys keys;

    private int copied;
    private int encoded;

    private FileRewriter(List<ParquetFile> inputs, RewriteOptions options) {
        this.inputs = inputs;
        this.options = options;
        this.columns = new RetainedColumns(inputs.get(0), options.droppedColumns(), options.timestamps());
        this.rowGroups = inputs.stream()
                .map(file -> file.scan().columns(columns::has).plan().rowGroups())
                .toList();
        this.orders =
                new MinMaxOrders(inputs, columns, options.combineBelow() > 0 || decodesAll() || anyMustBeDecoded());
        this.keys = MergedKeys.of(inputs, columns, options);
    }

    /**
     * Rewrites files.
     *
     * @param inputs at least one file; the new file has their rows in the order of the list
     * @param output the new file, which must not exist
     * @throws InvalidDataException if there are no inputs, the inputs have different schemas, disagree about key-value
     *     metadata or calendars, the options contradict the schema, or an INT96 timestamp is to be stored in
     *     microseconds and cannot be
     * @throws CorruptFileException if a part of an input that matters for the rewrite violates the format, or a value
     *     that must be encoded again is not allowed by its type
     * @throws UnsupportedFeatureException if a column that stays must be decoded or compressed again and this version
     *     cannot do that
     * @throws io.pq2.exception.EncryptionException if the footer or a column that stays is encrypted and its key is
     *     missing, or its authentication fails
     * @throws java.nio.file.FileAlreadyExistsException if the output exists; some file systems throw another {@link
     *     IOException}
     * @throws IOException if a file cannot be read or written
     */
    public static RewriteResult rewrite(List<? extends InputFile> inputs, OutputFile output, RewriteOptions options)
            throws IOException {
        if (inputs.isEmpty()) {
            throw new InvalidDataException("no file to rewrite");
        }
        if (options.verification() == Verification.FULL && options.movesRows()) {
            throw new InvalidDataException(
                    "a full verification compares rows in their order, which a sorted file does not keep");
        }
        List<ParquetFile> files = new ArrayList<>();
        try {
            for (InputFile input : inputs) {
                ParquetFile file = ParquetFile.open(input, options.readOptions(), options.decryption());
                files.add(file);
                SchemaDifference.check(files.get(0), file, options.timestamps());
                if (options.decryption() == null) {
                    // Closes the file until its row groups are read, to limit the number of open files. Encrypted files
                    // stay open, because closing a file discards its keys.
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
        checkPlaintextOutput();
        FooterHeader header = new FooterHeader(columns.elements(), orders.metadata(), keys.entries());
        boolean full = options.verification() == Verification.FULL;
        try (RowGroupCopy copier = new RowGroupCopy(columns, orders, options);
                SpooledCopy spool = full ? new SpooledCopy(output) : null) {
            OutputFileWriter writer = OutputFileWriter.create(
                    spool == null ? output : spool, columns.schema(), header, WriteSettings.of(writeOptions()));
            boolean complete = false;
            try {
                writeRowGroups(writer, copier);
                writer.close(footer -> {
                    checkFooter(footer, output.location());
                    if (spool != null) {
                        checkValues(spool);
                    }
                });
                complete = true;
            } finally {
                if (!complete) {
                    writer.abort();
                }
            }
            return new RewriteResult(writer.metadata(), copied, encoded);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (CorruptFileException | UnsupportedFeatureException | InvalidDataException e) {
            // Failures of an input already name it.
            e.locate(FileLocation.file(output.location()));
            throw e;
        }
    }

    /** Compares the values of the new file with those of the inputs. */
    private void checkValues(SpooledCopy spool) {
        try (ParquetFile copy = ParquetFile.open(spool.written(), options.readOptions(), options.decryption())) {
            ReadOptions limits = options.readOptions();
            long stored = inputs.stream()
                    .mapToLong(input -> input.footer().fileLength())
                    .sum();
            ValueDigests expected = new ValueDigests(new DecodeBudget(ReadLimits.of(limits), stored));
            for (ParquetFile input : inputs) {
                BatchReader batches = input.scan().columns(columns::has).open();
                expected.add(batches, conversion(input, batches));
            }
            ValueDigests found = new ValueDigests(new DecodeBudget(ReadLimits.of(limits), stored));
            found.add(copy.scan().open(), BatchConversion.NONE);
            String difference = expected.difference(found);
            if (difference != null) {
                throw new CorruptFileException("the new file would have " + difference + "; nothing is written."
                        + " An input may have changed meanwhile: rewrite it again");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Checks that the footer of the new file can be read and has the rows of the inputs. {@link RowGroupCopy} has
     * checked the page headers of copied column chunks.
     */
    private void checkFooter(FileMetaData footer, String location) {
        long expected = rowGroups.stream()
                .flatMap(List::stream)
                .mapToLong(RowGroupPlan::rowCount)
                .sum();
        try {
            CopiedFooterCheck.check(footer, columns.schema(), expected, encrypts());
        } catch (CorruptFileException e) {
            throw e.locate(FileLocation.file(location));
        }
    }

    /** Checks that encrypted data does not become plain text, unless the options allow it. */
    private void checkPlaintextOutput() {
        if (encrypts() || options.plaintextOutput()) {
            return;
        }
        for (int i = 0; i < inputs.size(); i++) {
            ParquetFile file = inputs.get(i);
            if (file.footer().isEncrypted()
                    || rowGroups.get(i).stream().anyMatch(plan -> hasEncryptedColumn(file, plan))) {
                throw new InvalidDataException("file " + file.input().location()
                        + " is encrypted and the new file is not: set encryption of the write options,"
                        + " or allow plain text with plaintextOutput");
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

    /** Returns how row groups that must be decoded are encoded again. */
    private WriteOptions writeOptions() {
        WriteOptions.Builder builder = options.writeOptions().toBuilder()
                .pageIndexes(true)
                .totalOrder(orders.totalOrder())
                .sortedBy(options.sortedBy().toArray(SortedBy[]::new));
        keepBloomFilters(builder);
        CompressionCodec codec = options.codec();
        CompressionCodec firstCodec = firstCodec();
        if (codec != null) {
            builder.codec(codec).compressionLevel(options.compressionLevel());
        } else if (firstCodec != null) {
            builder.codec(firstCodec).compressionLevel(null);
        }
        return builder.build();
    }

    /** Requests bloom filters for the columns that have them in a row group of an input. */
    private void keepBloomFilters(WriteOptions.Builder builder) {
        Set<String> kept = new HashSet<>();
        for (List<RowGroupPlan> ofFile : rowGroups) {
            for (RowGroupPlan plan : ofFile) {
                for (ChunkPlan chunk : plan.chunks()) {
                    String column = chunk.column().dottedPath();
                    boolean requested =
                            options.writeOptions().bloomFilter(column).enabled();
                    if (chunk.metadata().bloomFilterOffset() != null && !requested && kept.add(column)) {
                        builder.bloomFilter(column, BloomFilterOptions.ON.withEvenWithDictionary(true));
                    }
                }
            }
        }
    }

    /** Returns the codec of the first column chunk; absent if there is no chunk or its codec may be missing. */
    private @Nullable CompressionCodec firstCodec() {
        for (List<RowGroupPlan> ofFile : rowGroups) {
            if (!ofFile.isEmpty() && !ofFile.get(0).chunks().isEmpty()) {
                CompressionCodec codec =
                        ofFile.get(0).chunks().get(0).metadata().codec();
                return switch (codec) {
                    case UNCOMPRESSED, SNAPPY, GZIP, ZSTD, LZ4_RAW, LZ4, LZO -> codec;
                    // Writing BROTLI needs a library that the application adds.
                    case BROTLI, UNKNOWN -> null;
                };
            }
        }
        return null;
    }

    /** A row group that will be encoded together with the following ones. */
    private record Waiting(int file, RowGroupPlan plan) {}

    private void writeRowGroups(OutputFileWriter writer, RowGroupCopy copier) throws IOException {
        if (options.movesRows()) {
            writeSorted(writer);
            return;
        }
        List<Waiting> small = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            for (RowGroupPlan plan : rowGroups.get(i)) {
                if (plan.bytes() >= options.combineBelow() && !mustBeDecoded(inputs.get(i), plan)) {
                    flush(small, writer, copier);
                    copy(i, plan, writer, copier);
                } else {
                    small.add(new Waiting(i, plan));
                }
            }
        }
        flush(small, writer, copier);
    }

    private void writeSorted(OutputFileWriter writer) throws IOException {
        SortedRows sorted = new SortedRows(rowOrder(), options.sortBytes(), writer);
        for (int i = 0; i < inputs.size(); i++) {
            for (RowGroupPlan plan : rowGroups.get(i)) {
                encode(i, plan, sorted::add);
            }
        }
        try {
            sorted.flush();
        } catch (InvalidValueException e) {
            throw outsideOfItsType(e, FileLocation.UNKNOWN);
        }
    }

    private RowOrder rowOrder() {
        return options.zOrderedBy().isEmpty()
                ? new ColumnOrder(columns.schema(), options.sortedBy())
                : new ZOrder(columns.schema(), options.zOrderedBy());
    }

    private boolean decodesAll() {
        return options.decodeAll() || options.movesRows();
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
     * Whether the pages of a row group cannot be copied. Encrypted pages are tied to their place in a file. Columns may
     * get another type. Some old writers continue DELTA_BYTE_ARRAY values of the previous page (PARQUET-246), and
     * readers would not recognize them in the new file.
     */
    private boolean mustBeDecoded(ParquetFile file, RowGroupPlan plan) {
        if (decodesAll() || encrypts() || hasEncryptedColumn(file, plan) || columns.changeIn(file)) {
            return true;
        }
        if (!WriterVersion.parse(file.metadata().createdBy()).has(WriterFault.DELTA_ACROSS_PAGES)) {
            return false;
        }
        for (ChunkPlan chunk : plan.chunks()) {
            if (chunk.metadata().encodings().contains(Encoding.DELTA_BYTE_ARRAY)) {
                return true;
            }
        }
        return false;
    }

    private void flush(List<Waiting> small, OutputFileWriter writer, RowGroupCopy copier) throws IOException {
        if (small.size() == 1
                && !mustBeDecoded(inputs.get(small.get(0).file()), small.get(0).plan())) {
            copy(small.get(0).file(), small.get(0).plan(), writer, copier);
        } else {
            for (Waiting waiting : small) {
                encode(waiting.file(), waiting.plan(), writer::write);
                if (options.combineBelow() == 0) {
                    writer.endRowGroup();
                }
            }
            writer.endRowGroup();
        }
        small.clear();
    }

    private void copy(int file, RowGroupPlan plan, OutputFileWriter writer, RowGroupCopy copier) throws IOException {
        ParquetFile input = inputs.get(file);
        try (InputSources sources = new InputSources(input.input())) {
            writer.append(sink -> copier.copy(input, sources, plan, sink));
        } catch (ParquetException e) {
            throw e.locate(FileLocation.file(input.input().location()));
        }
        copied++;
    }

    private void encode(int file, RowGroupPlan plan, BatchParts.Consumer rows) throws IOException {
        ParquetFile input = inputs.get(file);
        BatchParts parts = new BatchParts(options.readOptions(), plan.bytes());
        try (BatchReader batches = input.scan()
                .columns(columns::has)
                .rowGroups(ordinal -> ordinal == plan.ordinal())
                .open()) {
            BatchConversion conversion = conversion(input, batches);
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                parts.pass(conversion.convert(batch, batches.firstRow()), rows);
            }
        } catch (InvalidValueException e) {
            throw outsideOfItsType(e, new FileLocation(input.input().location(), plan.ordinal(), null, -1, -1));
        } catch (ParquetException e) {
            throw e.locate(new FileLocation(input.input().location(), plan.ordinal(), null, -1, -1));
        }
        encoded++;
    }

    /** Returns the conversion of the rows of an input to those of the new file. */
    private BatchConversion conversion(ParquetFile input, BatchReader batches) {
        return columns.changeIn(input)
                ? new Int96Conversion(batches.shape(), keys.obstacleToOldTimestamps(input))
                : BatchConversion.NONE;
    }

    /**
     * Returns the error for a value that the reader accepts and the writer refuses.
     *
     * @param place the row group that is read. If rows are sorted, the value may be of one that was read before
     */
    private CorruptFileException outsideOfItsType(InvalidValueException e, FileLocation place) {
        CorruptFileException error = new CorruptFileException(
                "a value is not allowed by its type: " + e.detail() + " (rows are numbered as in the new file)", e);
        if (!options.movesRows()) {
            return error.locate(place);
        }
        return inputs.size() == 1
                ? error.locate(FileLocation.file(inputs.get(0).input().location()))
                : error.locate(FileLocation.file("one of "
                        + inputs.stream().map(file -> file.input().location()).toList()));
    }
}
