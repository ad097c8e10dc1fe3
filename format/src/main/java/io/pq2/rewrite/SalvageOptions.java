package io.pq2.rewrite;

import io.pq2.exception.InvalidDataException;
import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.FileMetaData;
import io.pq2.metadata.KeyValue;
import io.pq2.metadata.SchemaElement;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.schema.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known about a file without a footer. Immutable. */
public final class SalvageOptions {

    private final List<SchemaElement> elements;
    private final Schema schema;
    private final @Nullable String createdBy;
    private final @Nullable List<KeyValue> keyValueMetadata;
    /** By index of the column. */
    private final Map<Integer, CompressionCodec> codecs;
    /** 0 if it is unknown. */
    private final long rowGroupRows;

    private final ReadOptions readOptions;

    private SalvageOptions(
            List<SchemaElement> elements,
            @Nullable String createdBy,
            @Nullable List<KeyValue> keyValueMetadata,
            Map<Integer, CompressionCodec> codecs,
            long rowGroupRows,
            ReadOptions readOptions) {
        this.elements = List.copyOf(elements);
        this.schema = SchemaElements.toSchema(elements);
        this.createdBy = createdBy;
        this.keyValueMetadata = keyValueMetadata == null ? null : List.copyOf(keyValueMetadata);
        this.codecs = Map.copyOf(codecs);
        this.rowGroupRows = rowGroupRows;
        this.readOptions = readOptions;
    }

    /** Returns the options for a file with a schema. Codecs are found by decompressing pages. */
    public static SalvageOptions of(Schema schema) {
        return new SalvageOptions(SchemaElements.fromSchema(schema), null, null, Map.of(), 0, ReadOptions.DEFAULT);
    }

    /**
     * Returns the options for a file that was written like another one. The new file gets the schema, the writer and
     * the key-value metadata of the other file. The codecs of the other file are tried first. The options for reading
     * are those with which it is open.
     */
    public static SalvageOptions like(ParquetFile other) {
        FileMetaData footer = other.metadata();
        Map<Integer, CompressionCodec> codecs = new HashMap<>();
        if (!footer.rowGroups().isEmpty()) {
            List<ColumnChunk> chunks = footer.rowGroups().get(0).columns();
            for (int i = 0; i < chunks.size(); i++) {
                ColumnMetaData metadata = chunks.get(i).metadata();
                if (metadata != null) {
                    codecs.put(i, metadata.codec());
                }
            }
        }
        return new SalvageOptions(
                footer.schema(), footer.createdBy(), footer.keyValueMetadata(), codecs, 0, other.options());
    }

    /**
     * Returns these options with the number of rows of all row groups except the last one, which can have fewer. Pages
     * of files without dictionaries can fit several divisions into row groups; this number decides.
     *
     * @param rows at least 1
     * @throws InvalidDataException if the number is less than 1
     */
    public SalvageOptions rowGroupRows(long rows) {
        if (rows < 1) {
            throw new InvalidDataException("row groups of " + rows + " rows; the number must be at least 1");
        }
        return new SalvageOptions(elements, createdBy, keyValueMetadata, codecs, rows, readOptions);
    }

    /** Returns these options with other options for reading: their limits, and whether checksums are verified. */
    public SalvageOptions readOptions(ReadOptions options) {
        return new SalvageOptions(elements, createdBy, keyValueMetadata, codecs, rowGroupRows, options);
    }

    /** Returns the schema of the file. */
    public Schema schema() {
        return schema;
    }

    /** Returns the number of rows of each row group except the last one; 0 if it is unknown. */
    public long rowGroupRows() {
        return rowGroupRows;
    }

    /** Returns how the file is read. */
    public ReadOptions readOptions() {
        return readOptions;
    }

    /** Returns the application that wrote the file, as in {@code created_by}; null if it is unknown. */
    public @Nullable String createdBy() {
        return createdBy;
    }

    /**
     * Returns the codecs to try for a column, in their order.
     *
     * @param column the index of the column in the schema
     */
    public List<CompressionCodec> codecs(int column) {
        List<CompressionCodec> candidates = new ArrayList<>();
        CompressionCodec known = codecs.get(column);
        if (known != null && known != CompressionCodec.UNKNOWN) {
            candidates.add(known);
        }
        // Uncompressed comes last: bytes of a codec can look like values, but values hardly like bytes of a codec.
        for (CompressionCodec codec : List.of(
                CompressionCodec.SNAPPY,
                CompressionCodec.GZIP,
                CompressionCodec.ZSTD,
                CompressionCodec.BROTLI,
                CompressionCodec.LZ4_RAW,
                CompressionCodec.LZ4,
                CompressionCodec.UNCOMPRESSED)) {
            if (codec != known) {
                candidates.add(codec);
            }
        }
        return candidates;
    }

    /** Returns the schema as the footer of the new file contains it. */
    public List<SchemaElement> elements() {
        return elements;
    }

    /** Returns the key-value metadata of the new file; null for none. Unmodifiable. */
    public @Nullable List<KeyValue> keyValueMetadata() {
        return keyValueMetadata;
    }
}
