package io.pq2.internal.inspect.costs;

import io.pq2.inspect.EncodingCost;
import io.pq2.internal.write.encode.AllowedEncodings;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The first rows of one column, as a file in memory: PLAIN and not compressed, so that it is quick to read. */
public final class ColumnSample {

    private static final WriteOptions STORED = options(Encoding.PLAIN, CompressionCodec.UNCOMPRESSED)
            .statistics(false)
            .sizeStatistics(false)
            .checksums(false)
            .build();

    private final Column column;
    private final SingleColumn table;
    private final MemoryOutputFile file = new MemoryOutputFile("the sample");
    private final ParquetWriter writer;
    /** Whether {@link #file} is complete. */
    private boolean ended;

    /**
     * Creates an empty sample.
     *
     * @param row the shape of the rows, which has the column
     */
    public ColumnSample(Column column, Shape.Struct row) throws IOException {
        this.column = column;
        this.table = new SingleColumn(column, row);
        this.writer = ParquetWriter.create(file, table.schema(), STORED);
    }

    /** Returns the column. */
    public Column column() {
        return column;
    }

    /** Whether another sample has rows with the same levels and values of the same type. */
    public boolean accepts(Column other, Shape.Struct row) {
        return new SingleColumn(other, row).schema().equals(table.schema());
    }

    /** Adds the rows of a batch of the given shape. */
    public void add(Column found, Shape.Struct shape, Batch batch) throws IOException {
        writer.write(new SingleColumn(found, shape).batch(shape, batch));
    }

    /** Returns the number of rows. */
    public long rows() {
        return writer.rowsWritten();
    }

    /** Returns the bytes in PLAIN encoding, with levels. */
    public long bytes() {
        return writer.bytesWritten();
    }

    /**
     * Measures the encodings with the codecs. No rows can be added afterwards.
     *
     * @param runs how often times are measured; 0 for sizes only
     */
    public List<EncodingCost> measure(Set<CompressionCodec> codecs, int runs) throws IOException {
        if (!ended) {
            writer.close();
            ended = true;
        }
        PhysicalType type = column.field().physicalType();
        List<EncodingCost> costs = new ArrayList<>();
        List<Encoding> encodings = new ArrayList<>(List.of(Encoding.RLE_DICTIONARY));
        encodings.addAll(AllowedEncodings.all(type));
        for (Encoding encoding : encodings) {
            for (CompressionCodec codec : codecs) {
                EncodingCost cost = measure(options(encoding, codec).build(), codec, runs);
                if (encoding != Encoding.RLE_DICTIONARY || cost.encodings().contains(encoding)) {
                    costs.add(cost);
                }
            }
        }
        return costs;
    }

    private EncodingCost measure(WriteOptions options, CompressionCodec codec, int runs) throws IOException {
        byte[] sample = file.bytes();
        CostRun run = CostRun.write(sample, options);
        List<Encoding> encodings = run.encodings();
        long bytes = run.bytes();
        long encode = runs == 0 ? -1 : run.encodeNanos();
        long decode = runs == 0 ? -1 : run.decode();
        for (int i = 1; i < runs; i++) {
            run = CostRun.write(sample, options);
            encode = Math.min(encode, run.encodeNanos());
            decode = Math.min(decode, run.decode());
        }
        return new EncodingCost(encodings, codec, bytes, encode, decode);
    }

    /** Returns the default options with an encoding and a codec. */
    private static WriteOptions.Builder options(Encoding encoding, CompressionCodec codec) {
        boolean dictionary = encoding == Encoding.RLE_DICTIONARY;
        return WriteOptions.builder()
                .dictionary(dictionary)
                .encoding(dictionary ? Encoding.PLAIN : encoding)
                .codec(codec)
                .checkText(false);
    }
}
