package io.pq2.inspect;

import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.compression.Codecs;
import io.pq2.internal.inspect.costs.ColumnSample;
import io.pq2.internal.read.source.BatchParts;
import io.pq2.metadata.CompressionCodec;
import io.pq2.read.ReadOptions;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Measures what one column needs in each encoding of its type and each codec, by writing and reading a sample of its
 * rows in memory. The sample is the first rows of the column, up to a number of bytes. Needs memory for a few copies of
 * the sample. Not thread-safe.
 *
 * <pre>{@code
 * EncodingCosts costs = new EncodingCosts("price", 4 << 20);
 * try (BatchReader batches = file.scan().columns("price").open()) {
 *     for (Batch batch = batches.next(); batch != null && costs.add(batches.shape(), batch); batch = batches.next()) {}
 * }
 * costs.measure(EncodingCosts.codecs(), 3).forEach(System.out::println);
 * }</pre>
 *
 * <p>Apart from encoding and codec, files are written with {@link io.pq2.write.WriteOptions#DEFAULT}.
 */
public final class EncodingCosts {

    /** The largest sample, in bytes. */
    public static final long MAX_SAMPLE_BYTES = 1L << 28;

    private final String path;
    private final long sampleBytes;

    /** The rows so far; absent before the first batch with the column. */
    private @Nullable ColumnSample sample;

    private boolean complete = true;
    /** The sample has no dictionaries. */
    private final BatchParts parts = new BatchParts(ReadOptions.DEFAULT, Long.MAX_VALUE, MAX_SAMPLE_BYTES);

    /**
     * Creates a measurement without rows.
     *
     * @param dottedPath the path of the column
     * @param sampleBytes the bytes of values and levels in PLAIN encoding after which the sample ends, from 1 to
     *     {@link #MAX_SAMPLE_BYTES}. A batch is added as a whole, unless its dictionary ids name more bytes of values
     * @throws InvalidDataException if the number of bytes is out of range
     */
    public EncodingCosts(String dottedPath, long sampleBytes) {
        if (sampleBytes < 1 || sampleBytes > MAX_SAMPLE_BYTES) {
            throw new InvalidDataException(
                    "a sample of " + sampleBytes + " bytes; 1 to " + MAX_SAMPLE_BYTES + " are possible");
        }
        this.path = dottedPath;
        this.sampleBytes = sampleBytes;
    }

    /**
     * Returns the codecs that this installation can write and that are not deprecated. BROTLI needs brotli4j. The set
     * is the caller's.
     */
    public static Set<CompressionCodec> codecs() {
        Set<CompressionCodec> codecs = EnumSet.of(
                CompressionCodec.UNCOMPRESSED,
                CompressionCodec.SNAPPY,
                CompressionCodec.GZIP,
                CompressionCodec.ZSTD,
                CompressionCodec.LZ4_RAW);
        try {
            Codecs.compressor(CompressionCodec.BROTLI, null).close();
            codecs.add(CompressionCodec.BROTLI);
        } catch (UnsupportedFeatureException e) {
            // The library is optional.
        }
        return codecs;
    }

    /**
     * Adds the rows of a batch, unless the sample is full. Call it in the order of the rows.
     *
     * @param shape the shape of the batch, from its reader
     * @return false if the sample is full and does not have the rows of the batch
     * @throws InvalidDataException if the batch does not have the column, or with another type or other groups around
     *     it than the first one
     * @throws IllegalStateException after {@link #measure}
     */
    public boolean add(Shape.Struct shape, Batch batch) throws IOException {
        ColumnSample rows = sample;
        Column column = column(shape);
        if (rows == null) {
            rows = new ColumnSample(column, shape);
            sample = rows;
        } else if (!rows.accepts(column, shape)) {
            throw new InvalidDataException("column " + path + " is " + column.field() + " after "
                    + rows.column().field() + ": one type can be measured at a time");
        }
        if (batch.rowCount() > 0 && rows.rows() > 0 && rows.bytes() >= sampleBytes) {
            complete = false;
            return false;
        }
        ColumnSample added = rows;
        parts.pass(batch, part -> {
            if (added.rows() > 0 && added.bytes() >= sampleBytes) {
                complete = false;
            } else {
                added.add(column, shape, part);
            }
        });
        return true;
    }

    private Column column(Shape.Struct shape) {
        List<Column> leaves = new ArrayList<>();
        shape.collectColumns(leaves);
        return leaves.stream()
                .filter(leaf -> leaf.dottedPath().equals(path))
                .findFirst()
                .orElseThrow(() -> new InvalidDataException("no column " + path + " in the batch"));
    }

    /** Returns the number of rows of the sample. */
    public long rows() {
        return sample == null ? 0 : sample.rows();
    }

    /** Whether the sample has all rows that were passed to {@link #add}. */
    public boolean isComplete() {
        return complete;
    }

    /** Returns the column as in the first batch; null before it. */
    public @Nullable Column column() {
        return sample == null ? null : sample.column();
    }

    /**
     * Measures each encoding that the format defines for the type of the column, with each codec. Dictionaries come
     * first. There is no entry for a dictionary that the writer drops because the values are smaller in PLAIN encoding.
     * No rows can be added afterwards.
     *
     * @param codecs the codecs, for example {@link #codecs()}
     * @param runs how often each combination is written and read; its times are the shortest ones. 0 for sizes only
     * @return the measurements by encoding and codec; empty without rows
     * @throws UnsupportedFeatureException if this installation cannot write a codec
     * @throws InvalidDataException if the number of runs is negative
     */
    public List<EncodingCost> measure(Set<CompressionCodec> codecs, int runs) throws IOException {
        if (runs < 0) {
            throw new InvalidDataException(runs + " runs; the number must not be negative");
        }
        return sample == null || sample.rows() == 0 ? List.of() : sample.measure(codecs, runs);
    }

    /** Returns the measurement with the fewest bytes; the first of several, and empty if there is none. */
    public static Optional<EncodingCost> smallest(List<EncodingCost> costs) {
        return costs.stream().min(Comparator.comparingLong(EncodingCost::bytes));
    }
}
