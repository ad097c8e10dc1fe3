package io.pq2.internal.write.encode;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.page.PageWriter;
import io.pq2.internal.write.values.PlainSample;
import io.pq2.metadata.Encoding;
import io.pq2.schema.Column;
import java.util.List;

/**
 * Chooses the encoding of a column's values where they are in no dictionary: the one that makes them smallest, compressed as they
 * will be, out of those that the options allow.
 *
 * <p>That is judged on the first values of a page. They come PLAIN, so that page is written PLAIN at first and encoded anew. What
 * was found holds until so many values have passed that looking again costs next to nothing, in this chunk or one of the next.
 */
public final class EncodingChoice {

    /** How many values, and about how many bytes of them, are tried. */
    private static final int SAMPLE_VALUES = 8_192;

    private static final int SAMPLE_BYTES = 128 << 10;
    /** Fewer tell nothing. */
    private static final int LEAST_VALUES = 32;
    /** How many times the values of a sample have to pass before the next one. A small sample soon gets another chance. */
    private static final int REST = 256;

    private static final int REST_OF_SMALL = 16;
    /** By what part ids and their dictionary may be larger: readers can make use of them, and a sample is not exact. */
    private static final double DICTIONARY_MARGIN = 0.02;

    private final Column column;
    private final List<Encoding> candidates;
    private final boolean judging;

    private Encoding encoding;
    private SizeRatios ratios = SizeRatios.UNKNOWN;
    private boolean dictionaryBeaten;
    private long rest;

    /**
     * @param candidates what may be chosen, the cheapest to read first; one of them if that is settled
     * @param dictionary whether the column may have a dictionary, so that it must be known what it competes with
     */
    public EncodingChoice(Column column, List<Encoding> candidates, boolean dictionary) {
        this.column = column;
        this.candidates = candidates;
        this.encoding = candidates.get(0);
        this.judging = dictionary || candidates.size() > 1;
    }

    /** The encoding of values, as far as is known. */
    public Encoding encoding() {
        return encoding;
    }

    /** What came of the last trial. */
    public SizeRatios ratios() {
        return ratios;
    }

    /** Whether values are smaller without a dictionary even if that took no room itself. */
    public boolean dictionaryBeaten() {
        return dictionaryBeaten;
    }

    /** Whether the page that is being filled is to be tried. */
    public boolean isDue() {
        return judging && rest <= 0;
    }

    /** The encoding in which the page that is being filled has to come: PLAIN if it is to be tried. */
    public Encoding pageEncoding() {
        return isDue() ? Encoding.PLAIN : encoding;
    }

    /** Takes note of a page with so many values. */
    public void pass(int values) {
        rest -= values;
    }

    /** How many of a page's values make a sample. */
    public static int sampleSize(int values, long plainBytes) {
        long fitting = values * (long) SAMPLE_BYTES / Math.max(plainBytes, 1);
        return (int) Math.min(Math.min(values, SAMPLE_VALUES), Math.max(fitting, 1));
    }

    /**
     * Tries a page that is not to have a dictionary, and encodes it as was found best.
     *
     * @param page its values, PLAIN; on return in the encoding that is returned
     * @param values how many they are
     * @param pageWriter what compresses as the page will be
     */
    public Encoding settle(EncodedBytes page, int values, PageWriter pageWriter) {
        PlainSample all = PlainSample.of(column.field(), page, values);
        if (values >= LEAST_VALUES) {
            int size = sampleSize(values, page.size());
            double tried = tryOut(all, size, page.size() * (double) size / values, pageWriter);
            ratios = new SizeRatios(tried * (1 + DICTIONARY_MARGIN), ratios.ids(), ratios.dictionary());
        }
        if (encoding != Encoding.PLAIN) {
            EncodedBytes encoded = new EncodedBytes(page.size() / 2);
            all.encode(encoding, values, encoded);
            page.reset();
            page.putBytes(encoded);
        }
        return encoding;
    }

    /**
     * Tries a page that may have a dictionary.
     *
     * @param sample the first values of the page, PLAIN
     * @param values how many they are
     * @param ids the same values as ids
     * @param idWidth bits an id
     * @param entries the first entries of the dictionary, PLAIN
     * @param pageWriter what compresses as the page will be
     */
    public void compare(
            EncodedBytes sample,
            int values,
            EncodedBytes ids,
            int idWidth,
            EncodedBytes entries,
            PageWriter pageWriter) {
        if (values < LEAST_VALUES) {
            return;
        }
        double tried = tryOut(PlainSample.of(column.field(), sample, values), values, sample.size(), pageWriter);
        double idBytes = compressed(ids, pageWriter);
        double packed = Math.max(1, (double) values * idWidth / Byte.SIZE);
        double dictionary = (double) compressed(entries, pageWriter) / Math.max(1, entries.size());
        ratios = new SizeRatios(tried * (1 + DICTIONARY_MARGIN), idWidth == 0 ? 1 : idBytes / packed, dictionary);
        double margin = Math.max(DICTIONARY_MARGIN, margin(encoding));
        dictionaryBeaten = tried * sample.size() < idBytes * (1 - margin);
    }

    /** Chooses, and returns the size of what was chosen against PLAIN. */
    private double tryOut(PlainSample sample, int values, double plainBytes, PageWriter pageWriter) {
        EncodedBytes encoded = new EncodedBytes((int) plainBytes);
        double least = 0;
        Encoding best = null;
        for (Encoding candidate : candidates) {
            encoded.reset();
            sample.encode(candidate, values, encoded);
            double size = compressed(encoded, pageWriter);
            if (best == null || size < least * (1 - margin(candidate))) {
                best = candidate;
                least = size;
            }
        }
        encoding = best;
        rest = (long) values * (values < SAMPLE_VALUES / 8 ? REST_OF_SMALL : REST);
        return least / Math.max(1, plainBytes);
    }

    private static int compressed(EncodedBytes bytes, PageWriter pageWriter) {
        return pageWriter.compressedSize(bytes.array(), bytes.size());
    }

    /** By what part an encoding must be smaller than one that is cheaper to read. */
    private static double margin(Encoding candidate) {
        return switch (candidate) {
            case DELTA_BYTE_ARRAY -> 0.15;
            case RLE, DELTA_BINARY_PACKED, BYTE_STREAM_SPLIT -> 0.03;
            default -> 0.01;
        };
    }
}
