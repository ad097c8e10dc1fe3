package io.pq2.internal.read.decode;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InternalErrorException;
import io.pq2.internal.compression.Codecs;
import io.pq2.internal.compression.Decompressor;
import io.pq2.internal.encoding.level.LevelDecoder;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.io.LittleEndian;
import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.page.DataPage;
import io.pq2.internal.page.DataPage.LevelRun;
import io.pq2.internal.page.DictionaryPage;
import io.pq2.internal.page.PageBuffer;
import io.pq2.internal.page.PageReader;
import io.pq2.metadata.Encoding;
import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;
import io.pq2.vector.Vector;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Decodes single pages of a column chunk and drops their values, to find out which pages are damaged and how many rows
 * the others have. The chunk is not encrypted.
 */
public final class PageProbe implements AutoCloseable {

    /** The number of entries that are decoded at once. */
    private static final int STEP = 4096;

    private final Column column;
    private final boolean verifyChecksums;
    private final ColumnValues values;
    private final Decompressor decompressor;
    private final PageBuffer buffer;
    private final IntConsumer counter;
    private final byte[] definition = new byte[STEP];
    private final byte[] repetition = new byte[STEP];

    /** Absent before {@link #readDictionary}, and if the chunk has no dictionary that can be decoded. */
    private @Nullable Vector dictionary;

    /**
     * The rows of a data page.
     *
     * @param count the number of rows that begin in the page
     * @param startsAtRow whether the first entry of the page begins a row
     * @param values the number of entries, nulls included
     * @param filled whether levels and values take all bytes that the page has for them. The values of encodings whose
     *     size does not follow from the number of values are not checked
     */
    public record PageRows(int count, boolean startsAtRow, int values, boolean filled) {}

    /**
     * Creates the probe of a chunk.
     *
     * @param verifyChecksums whether the checksums of pages are verified
     * @param budget limits the memory and the work
     * @throws io.pq2.exception.UnsupportedFeatureException if this version cannot read the column's type or codec
     */
    public PageProbe(ColumnChunkBytes chunk, boolean verifyChecksums, DecodeBudget budget) {
        this(chunk, verifyChecksums, budget, count -> {});
    }

    /**
     * Creates the probe of a chunk.
     *
     * @param verifyChecksums whether the checksums of pages are verified
     * @param budget limits the memory and the work
     * @param counter takes numbers of entries, nulls included, before they are decoded; may throw
     * @throws io.pq2.exception.UnsupportedFeatureException if this version cannot read the column's type or codec
     */
    public PageProbe(ColumnChunkBytes chunk, boolean verifyChecksums, DecodeBudget budget, IntConsumer counter) {
        this.counter = counter;
        this.buffer = new PageBuffer(budget);
        this.column = chunk.column();
        this.verifyChecksums = verifyChecksums;
        this.values = ColumnValues.of(column.field(), budget);
        this.decompressor = Codecs.decompressor(chunk.metadata());
        values.startChunk(chunk.writer());
    }

    /**
     * Decodes the dictionary page of the chunk.
     *
     * @param page the dictionary page alone
     * @throws CorruptFileException if it is damaged
     */
    public void readDictionary(ColumnChunkBytes page) {
        PageReader reader = reader(page);
        try {
            reader.findDictionary();
            DictionaryPage encoded = reader.dictionary();
            if (encoded == null) {
                throw new CorruptFileException("the chunk has no dictionary page where one is expected");
            }
            dictionary = encoded.entries(column.field(), buffer.budget());
        } catch (IndexOutOfBoundsException | NegativeArraySizeException | ArithmeticException e) {
            throw defect(reader, e);
        }
    }

    /**
     * Decodes all entries of a data page.
     *
     * @param page the data page alone
     * @throws CorruptFileException if it is damaged
     * @throws io.pq2.exception.UnsupportedFeatureException if it uses a feature that this version does not support
     */
    public PageRows decode(ColumnChunkBytes page) {
        PageReader reader = reader(page);
        try {
            values.clear();
            values.leavePage();
            DataPage data = reader.next();
            if (data == null) {
                throw new CorruptFileException("a data page is expected");
            }
            values.startPage(data, dictionary);
            return decode(data);
        } catch (IndexOutOfBoundsException | NegativeArraySizeException | ArithmeticException e) {
            throw defect(reader, e);
        }
    }

    private PageRows decode(DataPage page) {
        LevelDecoder definitions = page.decoder(page.definition(), column.maxDefinitionLevel());
        LevelDecoder repetitions = page.decoder(page.repetition(), column.maxRepetitionLevel());
        int rows = 0;
        int stored = 0;
        boolean startsAtRow = true;
        for (int done = 0; done < page.numValues(); ) {
            int count = Math.min(STEP, page.numValues() - done);
            counter.accept(count);
            int present = count;
            int begun = count;
            if (repetitions != null) {
                repetitions.read(repetition, 0, count);
                begun = count - LevelBits.countAtLeast(repetition, 0, count, 1);
                startsAtRow &= done > 0 || repetition[0] == 0;
            }
            if (definitions != null) {
                definitions.read(definition, 0, count);
                present = LevelBits.countAtLeast(definition, 0, count, column.maxDefinitionLevel());
            }
            values.clear();
            values.read(present);
            rows += begun;
            stored += present;
            done += count;
        }
        // Only the header of version 2 has the lengths of levels, which no checksum covers.
        boolean levelsFilled = !page.startsAtRow()
                || (isFilled(page.definition(), definitions) && isFilled(page.repetition(), repetitions));
        return new PageRows(rows, startsAtRow, page.numValues(), levelsFilled && isFilled(page, stored));
    }

    private static boolean isFilled(LevelRun run, @Nullable LevelDecoder levels) {
        return levels == null ? run.start() == run.end() : levels.fillsBytes();
    }

    private boolean isFilled(DataPage page, int stored) {
        int bytes = page.valuesEnd() - page.valuesStart();
        if (page.encoding() == Encoding.PLAIN && column.field().physicalType() == PhysicalType.BYTE_ARRAY) {
            return plainLength(page, stored) == bytes;
        } else if (page.encoding() == Encoding.PLAIN || page.encoding() == Encoding.BYTE_STREAM_SPLIT) {
            return bitsPerValue() < 0 || (bitsPerValue() * stored + 7) / 8 == bytes;
        }
        return true;
    }

    private long bitsPerValue() {
        return switch (column.field().physicalType()) {
            case BOOLEAN -> 1;
            case INT32, FLOAT -> 32;
            case INT64, DOUBLE -> 64;
            case INT96 -> 96;
            case FIXED_LEN_BYTE_ARRAY -> 8L * column.field().typeLength();
            case BYTE_ARRAY -> -1;
        };
    }

    /** Returns the number of bytes of PLAIN byte arrays, which were decoded before. */
    private static int plainLength(DataPage page, int stored) {
        int at = page.valuesStart();
        for (int i = 0; i < stored; i++) {
            at += Integer.BYTES + LittleEndian.getInt(page.values(), at);
        }
        return at - page.valuesStart();
    }

    private PageReader reader(ColumnChunkBytes page) {
        return new PageReader(page, decompressor, buffer, verifyChecksums);
    }

    /** Decoders check the bytes of a page before they read them, so this is a defect of a decoder. */
    private static InternalErrorException defect(PageReader reader, RuntimeException e) {
        FileLocation location = reader.location();
        return new InternalErrorException(location, e);
    }

    @Override
    public void close() {
        decompressor.close();
    }
}
