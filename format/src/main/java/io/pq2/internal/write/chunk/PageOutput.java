package io.pq2.internal.write.chunk;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encryption.ChunkEncryptor;
import io.pq2.internal.page.DataPageContent;
import io.pq2.internal.page.EncodedPage;
import io.pq2.internal.page.PageWriter;
import io.pq2.internal.write.options.Compression;
import io.pq2.internal.write.options.WriteSettings;
import io.pq2.internal.write.values.LeafValues;
import io.pq2.internal.write.work.WorkerContext;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.schema.Column;
import io.pq2.write.DataPageVersion;
import org.jspecify.annotations.Nullable;

/**
 * Makes the pages of the current column chunk: compresses and encrypts them, and adds them to the {@link ChunkPages}.
 */
final class PageOutput {

    private final Column column;
    private final WriteSettings settings;
    private final Compression compression;
    private final DataPageVersion version;
    private final @Nullable ChunkEncryptor encryptor;

    private final PageSizeRatio idRatio = new PageSizeRatio();
    private final PageSizeRatio valueRatio = new PageSizeRatio();
    private final PageSizeRatio plainRatio = new PageSizeRatio();
    private final PageSizeRatio dictionaryRatio = new PageSizeRatio();

    private WorkerContext context;
    private PageWriter pageWriter;
    private ChunkPages pages;
    private int rowGroup;

    /**
     * Starts the first chunk.
     *
     * @param encryptor absent when the column is not encrypted
     * @param context the worker that encodes the column at first
     */
    PageOutput(Column column, WriteSettings settings, @Nullable ChunkEncryptor encryptor, WorkerContext context) {
        this.column = column;
        this.settings = settings;
        this.compression = settings.compression(column);
        this.version = settings.dataPageVersion(column);
        this.encryptor = encryptor;
        this.context = context;
        this.pageWriter = context.pageWriter(compression);
        this.pages = new ChunkPages(column, settings);
        setRowGroupOfEncryptor();
    }

    /** Makes another worker encode the column from now on. */
    void use(WorkerContext other) {
        context = other;
        pageWriter = other.pageWriter(compression);
    }

    private void setRowGroupOfEncryptor() {
        if (encryptor != null) {
            encryptor.rowGroup(rowGroup);
        }
    }

    /** Returns the codec of the pages. */
    CompressionCodec codec() {
        return compression.codec();
    }

    /** Returns the page writer of the current worker. */
    PageWriter pageWriter() {
        return pageWriter;
    }

    /** Returns the pages of the current chunk so far. */
    ChunkPages pages() {
        return pages;
    }

    /** Returns the size ratio of dictionary encoded pages to bit-packed ids. */
    PageSizeRatio idRatio() {
        return idRatio;
    }

    /** Returns the size ratio of other pages to encoded values. */
    PageSizeRatio valueRatio() {
        return valueRatio;
    }

    /** Returns the size ratio of other pages to values in PLAIN encoding. */
    PageSizeRatio plainRatio() {
        return plainRatio;
    }

    /** Returns the size ratio of dictionary pages to entries in PLAIN encoding. */
    PageSizeRatio dictionaryRatio() {
        return dictionaryRatio;
    }

    /**
     * Adds a data page with dictionary ids.
     *
     * @param repetition the repetition levels; absent when the maximum level is 0
     * @param definition the definition levels; absent when the maximum level is 0
     * @param packedBytes the estimated size of the ids, bit-packed
     * @param ids the encoded ids, which this method clears
     */
    void writeIds(
            PageSummary summary,
            @Nullable EncodedBytes repetition,
            @Nullable EncodedBytes definition,
            long packedBytes,
            EncodedBytes ids) {
        int size = write(summary, repetition, definition, Encoding.RLE_DICTIONARY, ids);
        idRatio.add(packedBytes + size(repetition) + size(definition), size);
    }

    /**
     * Adds a data page with values.
     *
     * @param repetition the repetition levels; absent when the maximum level is 0
     * @param definition the definition levels; absent when the maximum level is 0
     * @param values the encoded values, which this method clears
     * @return the size of the page in the file, in bytes
     */
    int writeValues(
            PageSummary summary,
            @Nullable EncodedBytes repetition,
            @Nullable EncodedBytes definition,
            Encoding encoding,
            EncodedBytes values) {
        int valueBytes = values.size();
        int size = write(summary, repetition, definition, encoding, values);
        valueRatio.add((long) valueBytes + size(repetition) + size(definition), size);
        return size;
    }

    private int write(
            PageSummary summary,
            @Nullable EncodedBytes repetition,
            @Nullable EncodedBytes definition,
            Encoding encoding,
            EncodedBytes values) {
        DataPageContent content = new DataPageContent(
                summary.rows(),
                summary.entries(),
                summary.nulls(),
                repetition == null ? null : repetition.array(),
                size(repetition),
                definition == null ? null : definition.array(),
                size(definition),
                encoding,
                values.array(),
                values.size());
        EncodedPage page = version == DataPageVersion.V1
                ? pageWriter.dataPage(content, encryptor, pages.count())
                : pageWriter.dataPageV2(content);
        pages.add(page, encoding, summary);
        values.reset();
        return page.size();
    }

    private static int size(@Nullable EncodedBytes levels) {
        return levels == null ? 0 : levels.size();
    }

    /** Adds the dictionary page with the first {@code entries} entries of the dictionary. */
    void writeDictionary(LeafValues values, int entries) {
        EncodedBytes dictionary = context.dictionaryBytes();
        dictionary.reset();
        values.encodeDictionary(entries, dictionary);
        EncodedPage page = pageWriter.dictionaryPage(dictionary.array(), dictionary.size(), entries, encryptor);
        dictionaryRatio.add(dictionary.size(), page.size());
        pages.dictionary(page);
    }

    /**
     * Ends the chunk and starts the next one.
     *
     * @param bloomFilter header and bitset of the bloom filter; absent when the chunk has none
     * @param geospatial the geospatial statistics; absent when the chunk has none
     * @return the pages of the chunk
     */
    ChunkPages endChunk(byte @Nullable [] bloomFilter, @Nullable GeospatialStatistics geospatial) {
        ChunkPages ended = pages;
        ended.bloomFilter(EncryptedModules.bloomFilter(bloomFilter, encryptor));
        ended.geospatial(geospatial);
        idRatio.endChunk();
        valueRatio.endChunk();
        plainRatio.endChunk();
        dictionaryRatio.endChunk();
        rowGroup++;
        pages = new ChunkPages(column, settings);
        setRowGroupOfEncryptor();
        return ended;
    }
}
