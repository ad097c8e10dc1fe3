package io.pq2.internal.inspect.costs;

import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.PageEncodingStats;
import io.pq2.metadata.PageType;
import io.pq2.metadata.RowGroup;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.vector.Batch;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** A sample that was written to memory with given options, and the times of that. */
final class CostRun {

    private final byte[] file;
    private final FileMetaData footer;
    private final long encodeNanos;

    private CostRun(byte[] file, FileMetaData footer, long encodeNanos) {
        this.file = file;
        this.footer = footer;
        this.encodeNanos = encodeNanos;
    }

    /**
     * Writes a sample.
     *
     * @param sample a file with one column
     */
    static CostRun write(byte[] sample, WriteOptions options) throws IOException {
        MemoryOutputFile file = new MemoryOutputFile("the sample");
        long nanos = 0;
        long start = 0;
        ParquetWriter ended;
        try (ParquetFile opened = ParquetFile.open(new MemoryInputFile("the sample", sample));
                BatchReader batches = opened.scan().open()) {
            try (ParquetWriter writer = ParquetWriter.create(file, opened.schema(), options)) {
                ended = writer;
                for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                    start = System.nanoTime();
                    writer.write(batch);
                    nanos += System.nanoTime() - start;
                }
                start = System.nanoTime();
            }
            // The end of the block has written the row group and the footer.
            nanos += System.nanoTime() - start;
        }
        return new CostRun(file.bytes(), ended.metadata(), nanos);
    }

    /** Returns the time of encoding in nanoseconds. */
    long encodeNanos() {
        return encodeNanos;
    }

    /** Decodes all rows, and returns the time in nanoseconds. */
    long decode() throws IOException {
        try (ParquetFile opened = ParquetFile.open(new MemoryInputFile("the sample", file))) {
            long start = System.nanoTime();
            try (BatchReader batches = opened.scan().open()) {
                while (batches.next() != null) {
                    // The vectors are complete.
                }
            }
            return System.nanoTime() - start;
        }
    }

    /** Returns the bytes of the pages and their headers. */
    long bytes() {
        return chunks().mapToLong(ColumnMetaData::totalCompressedSize).sum();
    }

    /** Returns the encodings of data pages, RLE_DICTIONARY first. */
    List<Encoding> encodings() {
        Set<Encoding> found = EnumSet.noneOf(Encoding.class);
        chunks().map(ColumnMetaData::encodingStats)
                .filter(Objects::nonNull)
                .flatMap(Collection::stream)
                .filter(pages -> pages.pageType() != PageType.DICTIONARY_PAGE)
                .map(PageEncodingStats::encoding)
                .forEach(found::add);
        List<Encoding> ordered = new ArrayList<>();
        if (found.remove(Encoding.RLE_DICTIONARY)) {
            ordered.add(Encoding.RLE_DICTIONARY);
        }
        ordered.addAll(found);
        return ordered;
    }

    private Stream<ColumnMetaData> chunks() {
        return footer.rowGroups().stream()
                .map(RowGroup::columns)
                .flatMap(Collection::stream)
                .map(ColumnChunk::metadata)
                .filter(Objects::nonNull);
    }
}
