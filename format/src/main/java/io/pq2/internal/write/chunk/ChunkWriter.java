package io.pq2.internal.write.chunk;

import io.pq2.exception.FileLocation;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encryption.ChunkEncryptor;
import io.pq2.internal.exception.InvalidValueException;
import io.pq2.internal.write.encode.AllowedEncodings;
import io.pq2.internal.write.encode.DictionaryTrial;
import io.pq2.internal.write.encode.EncodingChoice;
import io.pq2.internal.write.options.WriteSettings;
import io.pq2.internal.write.shred.Levels;
import io.pq2.internal.write.shred.PresentSlots;
import io.pq2.internal.write.shred.Shredder;
import io.pq2.internal.write.values.LeafValues;
import io.pq2.internal.write.work.ColumnBuffers;
import io.pq2.internal.write.work.WorkerContext;
import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.vector.Validity;
import io.pq2.vector.Vector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the column chunks of one column, one row group after another: checks values, splits them into pages, and
 * passes them to the current {@link ChunkPhase}. A page ends before a row that would exceed the maximum number of rows
 * or bytes. Bytes are counted in PLAIN encoding, because that is the memory that readers need.
 */
public final class ChunkWriter implements Shredder.LeafSink {

    private final Column column;
    private final int maxPageRows;
    private final int maxPageBytes;
    private final boolean dictionaryAllowed;
    /** Whether the logical type is UNKNOWN, which allows nulls only. */
    private final boolean nullsOnly;

    private final ColumnBuffers buffers = new ColumnBuffers();
    private final PresentSlots present = new PresentSlots();
    private final ChunkParts parts;
    private final LeafValues values;
    private final OpenPage page;
    private final PageBoundary boundary;

    private ChunkPhase phase;

    /**
     * Starts the first chunk.
     *
     * @param encryptor absent when the column is not encrypted
     * @param context the worker that encodes the column at first
     * @throws InvalidDataException if the codec does not have the requested level or no encoding is left
     * @throws UnsupportedFeatureException if this version cannot write the codec or the encoding
     */
    public ChunkWriter(
            Column column, WriteSettings settings, @Nullable ChunkEncryptor encryptor, WorkerContext context) {
        List<Encoding> encodings = AllowedEncodings.of(column, settings);
        PageSizes sizes =
                settings.statistics().sizes().get(column.dottedPath()) ? PageSizes.zero(column) : PageSizes.NONE;
        PageValues pageValues = values(column, settings, encodings.get(0), buffers);
        this.column = column;
        this.maxPageRows = settings.pages().rows();
        this.maxPageBytes = settings.pageBytes(column);
        this.values = pageValues.leaf();
        this.dictionaryAllowed = AllowedEncodings.dictionary(column, settings) && values.supportsDictionary();
        this.nullsOnly = column.field().logicalType() instanceof LogicalType.UnknownType;
        this.page = new OpenPage(column, sizes);
        this.boundary = new PageBoundary(values);
        this.parts = new ChunkParts(
                pageValues,
                page,
                new PageOutput(column, settings, encryptor, context),
                new EncodingChoice(column, encodings, dictionaryAllowed),
                new DictionaryTrial(settings.encodings().dictionaryBytes()),
                new ChunkBloomFilter(column, settings.bloomFilters().get(column.dottedPath()), values));
        this.buffers.use(context.buffers());
        this.phase = firstPhase();
    }

    private static PageValues values(Column column, WriteSettings settings, Encoding encoding, ColumnBuffers buffers) {
        try {
            return new PageValues(column, settings, encoding, buffers);
        } catch (UnsupportedFeatureException e) {
            throw e.locate(FileLocation.column(column.dottedPath()));
        }
    }

    private ChunkPhase firstPhase() {
        EncodingChoice choice = parts.choice();
        return dictionaryAllowed && (choice.isDue() || !choice.beatsDictionary())
                ? new UndecidedPhase(parts)
                : ValuePhase.start(parts, 0);
    }

    /** Returns the codec of the pages. */
    public CompressionCodec codec() {
        return parts.output().codec();
    }

    /** Makes another worker encode the column from now on. */
    public void use(WorkerContext context) {
        parts.output().use(context);
        buffers.use(context.buffers());
    }

    /** Estimates the bytes that the chunk would have in the file if it ended here. */
    public long bufferedBytes() {
        return phase.bufferedBytes();
    }

    /** Returns the part of {@link #bufferedBytes()} for which no compressed page tells how well it compresses. */
    public long unmeasuredBytes() {
        return phase.unmeasuredBytes();
    }

    /** Ends the open page if no page so far tells how well the values compress. */
    public void measure() {
        if (unmeasuredBytes() > 0) {
            decideDictionary();
            endPage();
        }
    }

    /** Decides now whether the chunk has a dictionary. A dictionary that is not worth it so far is discarded. */
    public void decideDictionary() {
        phase = phase.decide();
    }

    /** Returns an estimate of the chunk's memory in bytes. */
    public long memoryBytes() {
        return parts.output().pages().bytes()
                + values.memoryBytes()
                + parts.values().encoded().array().length
                + page.levels().memoryBytes()
                + parts.bloomFilter().memoryBytes()
                + phase.memoryBytes();
    }

    @Override
    public void accept(Vector vector, Levels levels, long @Nullable [] validity, long firstRow) {
        present.set(levels, validity);
        try {
            values.load(vector, present);
        } catch (InvalidDataException e) {
            throw new InvalidDataException("column " + column.dottedPath() + ": " + e.getMessage(), e);
        }
        int invalid = nullsOnly && values.count() > 0 ? 0 : values.firstInvalid();
        if (invalid >= 0) {
            throw new InvalidValueException("column " + column.dottedPath() + ", row "
                    + (firstRow + rowOf(invalid, levels, validity)) + ": "
                    + (nullsOnly ? "logical type UNKNOWN allows nulls only" : values.describe(invalid)));
        }
        append(levels, validity);
    }

    /** Returns the row in the batch of a present value. */
    private static int rowOf(int valueIndex, Levels levels, long @Nullable [] validity) {
        int live = valueIndex;
        if (validity != null) {
            live = -1;
            for (int seen = -1; seen < valueIndex; ) {
                live++;
                seen += Validity.isSet(validity, levels.base + live) ? 1 : 0;
            }
        }
        return levels.rowOf(levels.entryOf(live));
    }

    private void append(Levels levels, long @Nullable [] validity) {
        boundary.start(levels, validity);
        int entry = 0;
        int value = 0;
        while (boundary.hasNext()) {
            boundary.next(maxPageRows - page.rows(), maxPageBytes - page.plainBytes(), page.isEmpty());
            if (boundary.rows() > 0) {
                // The phase may end the open page, so it gets the values before the page gets their levels.
                phase = phase.append(value, boundary.valueEnd(), boundary.bytes());
                page.append(
                        levels,
                        entry,
                        boundary.entryEnd(),
                        validity,
                        boundary.rows(),
                        boundary.valueEnd() - value,
                        boundary.bytes());
                entry = boundary.entryEnd();
                value = boundary.valueEnd();
            }
            if (boundary.hasNext()) {
                endPage();
            }
        }
    }

    private void endPage() {
        if (!page.isEmpty()) {
            page.levels().finish();
            phase = phase.endPage();
        }
    }

    /** Ends the chunk and starts the next one. */
    public ChunkPages endChunk() {
        decideDictionary();
        endPage();
        ChunkPhase.Decided ended = phase.decide();
        ended.endChunk();
        ChunkPages pages = parts.output().endChunk(parts.bloomFilter().endChunk(), values.endGeospatialStatistics());
        values.dropDictionary();
        // It may take long until the next row group needs the memory.
        parts.values().release();
        page.levels().release();
        parts.trial().endChunk(ended.hasDictionary());
        phase = firstPhase();
        return pages;
    }
}
