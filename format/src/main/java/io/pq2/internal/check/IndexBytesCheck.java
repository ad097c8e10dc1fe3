package io.pq2.internal.check;

import io.pq2.check.Rule;
import io.pq2.check.Severity;
import io.pq2.exception.FileLocation;
import io.pq2.exception.ParquetException;
import io.pq2.internal.read.source.ChunkRanges;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.internal.thrift.BloomFilterHeaderReader;
import io.pq2.internal.thrift.CompactReader;
import io.pq2.internal.thrift.PageIndexReader;
import io.pq2.io.ByteRange;
import io.pq2.io.RangeSource;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Checks the lengths that the footer states for the indexes and the bloom filter of a chunk that is not encrypted. */
final class IndexBytesCheck {

    private static final int MAX_BLOOM_FILTER_HEADER = 256;

    private final OpenFile file;
    private final Findings findings;
    private final FileLocation location;

    IndexBytesCheck(OpenFile file, Findings findings, FileLocation location) {
        this.file = file;
        this.findings = findings;
        this.location = location;
    }

    /** Checks a chunk. What cannot be read is reported where it is compared with the pages. */
    void check(ColumnChunk chunk, ColumnMetaData metadata) throws IOException {
        if (chunk.cryptoMetadata() != null || chunk.filePath() != null) {
            return;
        }
        length(Rule.OFFSET_INDEX, "offset_index_length", chunk.offsetIndexOffset(), chunk.offsetIndexLength(), in -> {
            PageIndexReader.readOffsetIndex(in);
            return in.position();
        });
        length(Rule.COLUMN_INDEX, "column_index_length", chunk.columnIndexOffset(), chunk.columnIndexLength(), in -> {
            PageIndexReader.readColumnIndex(in);
            return in.position();
        });
        Long offset = metadata.bloomFilterOffset();
        if (offset != null && metadata.bloomFilterLength() != null) {
            long available = Math.min(MAX_BLOOM_FILTER_HEADER, file.dataEnd() - offset);
            compare(
                    Rule.BLOOM_FILTER,
                    "bloom_filter_length",
                    offset,
                    available,
                    metadata.bloomFilterLength(),
                    in -> BloomFilterHeaderReader.read(in).numBytes() + (long) in.position());
        }
    }

    private void length(
            Rule rule,
            String field,
            @Nullable Long offset,
            @Nullable Integer length,
            ToLongFunction<CompactReader> decoder)
            throws IOException {
        if (offset != null && length != null) {
            compare(rule, field, offset, length, length, decoder);
        }
    }

    /** Compares a stated length with the position that a decoder reaches. */
    private void compare(
            Rule rule, String field, long offset, long available, long stated, ToLongFunction<CompactReader> decoder)
            throws IOException {
        ByteRange range = ChunkRanges.inside(offset, available, file.dataEnd());
        if (range == null) {
            return;
        }
        RangeSource source = file.acquire();
        try {
            ByteBuffer bytes = source.read(range);
            int start = bytes.arrayOffset() + bytes.position();
            CompactReader in = new CompactReader(bytes.array(), start, start + range.length());
            long actual = decoder.applyAsLong(in) - start;
            if (actual != stated) {
                // Readers cannot decode what they have not read. More bytes do no harm.
                Severity severity = stated < actual ? Severity.ERROR : Severity.DEVIATION;
                String message = field + " is " + stated + ", but it is " + actual;
                findings.wrong(null, severity, rule, location.atOffset(offset), message);
            }
        } catch (ParquetException e) {
            // ChunkCheck reports it with the reason.
        } finally {
            file.release(source);
        }
    }
}
