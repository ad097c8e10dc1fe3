package io.pq2.internal.read.decode;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.exception.InternalErrorException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.compression.Codecs;
import io.pq2.internal.compression.Decompressor;
import io.pq2.internal.encoding.level.LevelDecoder;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.page.ColumnChunkBytes;
import io.pq2.internal.page.DataPage;
import io.pq2.internal.page.DictionaryPage;
import io.pq2.internal.page.PageBuffer;
import io.pq2.internal.page.PageReader;
import io.pq2.schema.Column;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/**
 * Decodes single pages of a column chunk as a whole: their levels, and their values without gaps for nulls. For
 * inspection, not for scans.
 */
public final class PageEntries implements AutoCloseable {

    /** The most entries of a page. Some virtual machines cannot allocate longer arrays. */
    private static final int MAX_ENTRIES = Integer.MAX_VALUE - 8;

    private final Column column;
    private final boolean verifyChecksums;
    private final ColumnValues values;
    private final Decompressor decompressor;
    private final PageBuffer buffer;
    private final DecodeBudget budget;
    private @Nullable Vector dictionary;
    /** The levels of the last page, in arrays that the next page reuses. */
    private byte[] repetition = new byte[0];

    private byte[] definition = new byte[0];

    /**
     * The entries of a data page. Valid until the next page is decoded.
     *
     * @param count the number of entries, nulls included
     * @param repetitionLevels by entry: the repetition level; null if the maximum level is 0. It can be longer
     * @param definitionLevels by entry: the definition level; null if the maximum level is 0. It can be longer
     * @param values the values of the entries with the maximum definition level; a {@code DictionaryVector} if the page
     *     has ids of a dictionary
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Entries(
            int count, byte @Nullable [] repetitionLevels, byte @Nullable [] definitionLevels, Vector values) {}

    /**
     * Creates the decoder of a chunk.
     *
     * @param verifyChecksums whether the checksums of pages are verified
     * @param budget limits the memory and the work
     * @throws io.pq2.exception.UnsupportedFeatureException if this version cannot read the column's type or codec
     */
    public PageEntries(ColumnChunkBytes chunk, boolean verifyChecksums, DecodeBudget budget) {
        this.budget = budget;
        this.buffer = new PageBuffer(budget);
        this.column = chunk.column();
        this.verifyChecksums = verifyChecksums;
        this.values = ColumnValues.of(column.field(), budget);
        this.decompressor = Codecs.decompressor(chunk.metadata());
        values.startChunk(chunk.writer());
    }

    /**
     * Decodes the dictionary page of the chunk, which the next data pages use.
     *
     * @param page the dictionary page alone
     * @return its entries, without nulls
     * @throws CorruptFileException if it is damaged
     */
    public Vector readDictionary(ColumnChunkBytes page) {
        PageReader reader = reader(page);
        try {
            reader.findDictionary();
            DictionaryPage encoded = reader.dictionary();
            if (encoded == null) {
                throw new CorruptFileException("the chunk has no dictionary page where one is expected");
            }
            Vector entries = encoded.entries(column.field(), budget);
            dictionary = entries;
            return entries;
        } catch (CorruptFileException e) {
            throw e.locate(reader.location());
        } catch (IndexOutOfBoundsException | NegativeArraySizeException | ArithmeticException e) {
            throw defect(reader, e);
        }
    }

    /**
     * Decodes a data page.
     *
     * @param page the data page alone
     * @throws CorruptFileException if it is damaged
     * @throws io.pq2.exception.UnsupportedFeatureException if it uses a feature that this version does not support
     * @throws io.pq2.exception.LimitExceededException if its levels or values need more memory than the budget has
     */
    public Entries decode(ColumnChunkBytes page) {
        PageReader reader = reader(page);
        try {
            values.clear();
            values.leavePage();
            DataPage data = reader.next();
            if (data == null) {
                throw new CorruptFileException("a data page is expected");
            }
            int count = data.numValues();
            if (count > MAX_ENTRIES) {
                throw new UnsupportedFeatureException(
                        "a page of " + count + " values, decoded as a whole (at most " + MAX_ENTRIES + ")");
            }
            values.startPage(data, dictionary);
            LevelDecoder repetitions = data.decoder(data.repetition(), column.maxRepetitionLevel());
            LevelDecoder definitions = data.decoder(data.definition(), column.maxDefinitionLevel());
            if (repetitions != null) {
                repetition = levels(repetitions, repetition, count);
            }
            int present = count;
            if (definitions != null) {
                definition = levels(definitions, definition, count);
                present = LevelBits.countAtLeast(definition, 0, count, column.maxDefinitionLevel());
            }
            values.read(present);
            return new Entries(
                    count,
                    repetitions == null ? null : repetition,
                    definitions == null ? null : definition,
                    values.vector(present, null));
        } catch (CorruptFileException e) {
            throw e.locate(reader.location());
        } catch (IndexOutOfBoundsException | NegativeArraySizeException | ArithmeticException e) {
            throw defect(reader, e);
        }
    }

    /** Reads levels into an array, or into a larger one. */
    private byte[] levels(LevelDecoder decoder, byte[] array, int count) {
        byte[] levels = array;
        if (levels.length < count) {
            budget.release(levels.length);
            budget.replace(0, count);
            levels = new byte[count];
        }
        decoder.read(levels, 0, count);
        return levels;
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
