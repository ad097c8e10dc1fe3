package io.pq2.internal.rewrite;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.read.source.ReadLimits;
import io.pq2.internal.rewrite.SalvageLayout.Chunk;
import io.pq2.internal.thrift.FooterWriter;
import io.pq2.internal.writer.WriterVersion;
import io.pq2.io.ByteRange;
import io.pq2.io.ByteSink;
import io.pq2.io.InputFile;
import io.pq2.io.OutputFile;
import io.pq2.io.RangeSource;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.PageType;
import io.pq2.metadata.RowGroup;
import io.pq2.read.BatchReader;
import io.pq2.read.Footer;
import io.pq2.read.OnCorruption;
import io.pq2.read.ParquetFile;
import io.pq2.rewrite.SalvageOptions;
import io.pq2.rewrite.SalvageReport;
import io.pq2.schema.Column;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The row groups that were found in a file without a footer. */
public final class SalvagedFile implements Closeable {

    private static final String MAGIC = "PAR1";
    private static final String ENCRYPTED_MAGIC = "PARE";
    private static final int MAGIC_LENGTH = 4;
    private static final int COPY_BYTES = 8 << 20;

    private final InputFile file;
    private final long length;
    private final RangeSource source;
    private final SalvageOptions options;
    private final SalvagePages pages;
    private final List<SalvageLayout.RowGroup> found;
    private List<RowGroup> rowGroups = new ArrayList<>();
    private String reason;

    private SalvagedFile(InputFile file, long length, RangeSource source, SalvageOptions options) throws IOException {
        this.file = file;
        this.length = length;
        this.source = source;
        this.options = options;
        this.pages = new SalvagePages(
                source, length, WriterVersion.parse(options.createdBy()), ReadLimits.of(options.readOptions()));
        List<Column> columns = options.schema().columns();
        if (columns.isEmpty()) {
            throw new UnsupportedFeatureException("salvage of a file without columns");
        }
        pages.find(columns.get(0));
        this.reason = pages.end();
        this.found = layout(columns);
        for (SalvageLayout.RowGroup rowGroup : found) {
            rowGroups.add(metadata(rowGroup, columns));
        }
    }

    /**
     * Finds the complete row groups of a file.
     *
     * @throws CorruptFileException if the file does not begin like a Parquet file
     * @throws UnsupportedFeatureException if the footer is encrypted
     */
    public static SalvagedFile find(InputFile file, SalvageOptions options) throws IOException {
        long length = file.length();
        RangeSource source = file.open();
        boolean complete = false;
        try {
            checkMagic(source, length);
            SalvagedFile salvaged = new SalvagedFile(file, length, source, options);
            complete = true;
            return salvaged;
        } finally {
            if (!complete) {
                source.close();
            }
        }
    }

    private static void checkMagic(RangeSource source, long length) throws IOException {
        String magic = "";
        if (length >= MAGIC_LENGTH) {
            byte[] bytes = new byte[MAGIC_LENGTH];
            source.read(new ByteRange(0, MAGIC_LENGTH)).get(bytes);
            magic = new String(bytes, StandardCharsets.ISO_8859_1);
        }
        if (magic.equals(ENCRYPTED_MAGIC)) {
            throw new UnsupportedFeatureException("salvage of a file with an encrypted footer");
        } else if (!magic.equals(MAGIC)) {
            throw new CorruptFileException("this is not a Parquet file: it does not begin with the magic " + MAGIC);
        }
    }

    private List<SalvageLayout.RowGroup> layout(List<Column> columns) {
        List<SalvageColumn> candidates = new ArrayList<>();
        try {
            for (Column column : columns) {
                candidates.add(new SalvageColumn(
                        pages,
                        column,
                        options.codecs(column.index()),
                        options.readOptions().verifyChecksums()));
            }
            SalvageLayout layout = new SalvageLayout(candidates, pages, options.rowGroupRows());
            List<SalvageLayout.RowGroup> complete = new ArrayList<>(layout.find());
            if (layout.isAmbiguous()) {
                reason = "the pages from page " + end(complete) + " on fit several divisions into row groups; set the"
                        + " number of rows of a row group";
            }
            if (!complete.isEmpty() && mayContinue(columns, end(complete))) {
                complete.remove(complete.size() - 1);
                reason = "the last row may continue after the end of the file";
            }
            return complete;
        } finally {
            candidates.forEach(SalvageColumn::close);
        }
    }

    private static int end(List<SalvageLayout.RowGroup> rowGroups) {
        return rowGroups.isEmpty() ? 0 : rowGroups.get(rowGroups.size() - 1).end();
    }

    /** Whether the last row before a page may have more values in a page that was cut off. */
    private boolean mayContinue(List<Column> columns, int page) {
        boolean repeated = columns.get(columns.size() - 1).maxRepetitionLevel() > 0;
        // Pages of version 2 contain whole rows.
        return repeated
                && page == pages.pages().size()
                && pages.isCut()
                && pages.pages().get(page - 1).page().header().type() == PageType.DATA_PAGE;
    }

    private RowGroup metadata(SalvageLayout.RowGroup rowGroup, List<Column> columns) {
        List<ColumnChunk> chunks = new ArrayList<>();
        long uncompressed = 0;
        long compressed = 0;
        for (int i = 0; i < columns.size(); i++) {
            ColumnChunk chunk =
                    SalvagedChunk.metadata(pages.pages(), rowGroup.chunks().get(i), columns.get(i));
            chunks.add(chunk);
            uncompressed += SalvagedChunk.of(chunk).totalUncompressedSize();
            compressed += SalvagedChunk.of(chunk).totalCompressedSize();
        }
        Chunk first = rowGroup.chunks().get(0);
        long offset = pages.pages().get(first.run().first).page().offset();
        return new RowGroup(chunks, uncompressed, rowGroup.rows(), null, offset, compressed, null);
    }

    /** Decodes all rows, and keeps only the row groups before the first one that cannot be read. */
    public void checkRows() throws IOException {
        Footer footer = footer();
        for (int i = 0; i < rowGroups.size(); i++) {
            int ordinal = i;
            try (ParquetFile opened = ParquetFile.open(file, footer, options.readOptions());
                    BatchReader batches = opened.scan()
                            .rowGroups(candidate -> candidate == ordinal)
                            .onCorruption(OnCorruption.FAIL)
                            .open()) {
                while (batches.next() != null) {
                    // Reading is the check.
                }
            } catch (CorruptFileException e) {
                rowGroups = rowGroups.subList(0, i);
                reason = e.getMessage();
                return;
            }
        }
    }

    /** Returns a footer for the kept bytes of the damaged file. */
    private Footer footer() {
        byte[] bytes = FooterWriter.write(new FileMetaData(
                1,
                options.elements(),
                rows(),
                rowGroups,
                options.keyValueMetadata(),
                options.createdBy(),
                null,
                null,
                null));
        return new Footer(bytes, keptBytes() + bytes.length + Integer.BYTES + MAGIC_LENGTH);
    }

    private long rows() {
        return rowGroups.stream().mapToLong(RowGroup::numRows).sum();
    }

    private long keptBytes() {
        return rowGroups.isEmpty()
                ? 0
                : pages.pages().get(keptPages() - 1).page().end();
    }

    private int keptPages() {
        return end(found.subList(0, rowGroups.size()));
    }

    /** Writes the new file, if there is a row group. */
    public void write(OutputFile output) throws IOException {
        if (rowGroups.isEmpty()) {
            return;
        }
        byte[] footer = footer().bytes();
        ByteSink sink = output.create();
        boolean complete = false;
        try {
            for (long position = 0; position < keptBytes(); ) {
                int count = (int) Math.min(COPY_BYTES, keptBytes() - position);
                ByteBuffer bytes = source.read(new ByteRange(position, count));
                sink.write(bytes.array(), bytes.arrayOffset() + bytes.position(), count);
                position += count;
            }
            sink.write(footer, 0, footer.length);
            ByteBuffer end = ByteBuffer.allocate(Integer.BYTES + MAGIC_LENGTH)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(footer.length)
                    .put(MAGIC.getBytes(StandardCharsets.ISO_8859_1));
            sink.write(end.array(), 0, end.capacity());
            sink.close();
            complete = true;
        } finally {
            if (!complete) {
                sink.abort();
            }
        }
    }

    /** Returns what is kept and lost. */
    public SalvageReport report() {
        int count = pages.pages().size();
        return new SalvageReport(
                rowGroups.size(), rows(), keptBytes(), count, count - keptPages(), length - keptBytes(), reason);
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
