package io.pq2.internal.write.encode;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.page.PageWriter;
import io.pq2.internal.write.values.PlainSample;
import io.pq2.metadata.Encoding;
import io.pq2.schema.Column;
import java.util.List;

/**
 * Chooses the encoding of a column's values without a dictionary: among the allowed encodings, the one with the
 * smallest compressed size.
 *
 * <p>A trial compares the encodings on the first values of a page. For it, the page is first encoded PLAIN, and then
 * again in the chosen encoding. The choice holds until enough values have passed, in this chunk or later ones, to make
 * the cost of another trial negligible.
 */
public final class EncodingChoice {

    /** The maximum number of values of a sample. */
    private static final int SAMPLE_VALUES = 8_192;

    /** The approximate maximum size of a sample in PLAIN encoding, in bytes. */
    private static final int SAMPLE_BYTES = 128 << 10;

    /** The minimum number of values of a sample. */
    private static final int MIN_VALUES = 32;

    /** Values to pass before the next trial, as a multiple of the sample. */
    private static final int INTERVAL = 256;

    /** The same after a small sample, which is less reliable. */
    private static final int SMALL_SAMPLE_INTERVAL = 16;

    /**
     * The relative size by which a dictionary and its ids may exceed other encodings. Readers use dictionaries for
     * filters, and samples are inexact.
     */
    private static final double DICTIONARY_MARGIN = 0.02;

    private final Column column;
    private final List<Encoding> candidates;
    /** Whether there is anything to choose. */
    private final boolean tries;

    private Encoding encoding;
    private SizeRatios ratios = SizeRatios.UNKNOWN;
    private boolean beatsDictionary;
    /** Values to pass before the next trial. */
    private long remaining;

    /**
     * Creates the choice of a column. It starts with the first candidate.
     *
     * @param candidates the allowed encodings, the cheapest to decode first; at least one
     * @param dictionary whether the column may have dictionaries, which compete with the candidates
     */
    public EncodingChoice(Column column, List<Encoding> candidates, boolean dictionary) {
        this.column = column;
        this.candidates = candidates;
        this.encoding = candidates.get(0);
        this.tries = dictionary || candidates.size() > 1;
    }

    /** Returns the current choice. */
    public Encoding encoding() {
        return encoding;
    }

    /** Returns the size ratios of the last trial. */
    public SizeRatios ratios() {
        return ratios;
    }

    /** Whether values without a dictionary are smaller than ids, even without counting the dictionary. */
    public boolean beatsDictionary() {
        return beatsDictionary;
    }

    /** Whether the open page is due for a trial. */
    public boolean isDue() {
        return tries && remaining <= 0;
    }

    /** Returns the encoding of the open page: PLAIN if it is due for a trial, and the current choice otherwise. */
    public Encoding pageEncoding() {
        return isDue() ? Encoding.PLAIN : encoding;
    }

    /** Counts the values of a page that ends. */
    public void countValues(int values) {
        remaining -= values;
    }

    /** Returns how many of a page's values make a sample. */
    public static int sampleSize(int values, long plainBytes) {
        long fitting = values * (long) SAMPLE_BYTES / Math.max(plainBytes, 1);
        return (int) Math.min(Math.min(values, SAMPLE_VALUES), Math.max(fitting, 1));
    }

    /**
     * Compares the encodings on a page without a dictionary, and encodes the page in the new choice.
     *
     * @param page the values in PLAIN encoding; on return in the encoding that is returned
     * @param values the number of values
     * @param pageWriter compresses samples
     */
    public Encoding choose(EncodedBytes page, int values, PageWriter pageWriter) {
        PlainSample all = PlainSample.of(column.field(), page, values);
        if (values >= MIN_VALUES) {
            int size = sampleSize(values, page.size());
            double ratio = tryCandidates(all, size, page.size() * (double) size / values, pageWriter);
            ratios = new SizeRatios(ratio * (1 + DICTIONARY_MARGIN), ratios.ids(), ratios.dictionary());
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
     * Compares the encodings with a dictionary on a page.
     *
     * @param sample the first values of the page in PLAIN encoding
     * @param values the number of values
     * @param ids the dictionary ids of the same values, encoded
     * @param idWidth bits of an id
     * @param entries the first entries of the dictionary in PLAIN encoding
     * @param pageWriter compresses samples
     */
    public void compare(
            EncodedBytes sample,
            int values,
            EncodedBytes ids,
            int idWidth,
            EncodedBytes entries,
            PageWriter pageWriter) {
        if (values < MIN_VALUES) {
            return;
        }
        double ratio = tryCandidates(PlainSample.of(column.field(), sample, values), values, sample.size(), pageWriter);
        double idBytes = compressed(ids, pageWriter);
        double packed = Math.max(1, (double) values * idWidth / Byte.SIZE);
        double dictionary = (double) compressed(entries, pageWriter) / Math.max(1, entries.size());
        ratios = new SizeRatios(ratio * (1 + DICTIONARY_MARGIN), idWidth == 0 ? 1 : idBytes / packed, dictionary);
        double margin = Math.max(DICTIONARY_MARGIN, margin(encoding));
        beatsDictionary = ratio * sample.size() < idBytes * (1 - margin);
    }

    /** Chooses an encoding and returns the ratio of its compressed size to {@code plainBytes}. */
    private double tryCandidates(PlainSample sample, int values, double plainBytes, PageWriter pageWriter) {
        EncodedBytes encoded = new EncodedBytes((int) plainBytes);
        double smallest = Double.POSITIVE_INFINITY;
        Encoding best = encoding;
        for (Encoding candidate : candidates) {
            encoded.reset();
            sample.encode(candidate, values, encoded);
            double size = compressed(encoded, pageWriter);
            if (candidate == candidates.get(0) || size < smallest * (1 - margin(candidate))) {
                best = candidate;
                smallest = size;
            }
        }
        encoding = best;
        remaining = (long) values * (values < SAMPLE_VALUES / 8 ? SMALL_SAMPLE_INTERVAL : INTERVAL);
        return smallest / Math.max(1, plainBytes);
    }

    private static int compressed(EncodedBytes bytes, PageWriter pageWriter) {
        return pageWriter.compressedSize(bytes.array(), bytes.size());
    }

    /** Returns the relative size by which an encoding must be smaller than one that is cheaper to decode. */
    private static double margin(Encoding candidate) {
        return switch (candidate) {
            case DELTA_BYTE_ARRAY -> 0.15;
            case RLE, DELTA_BINARY_PACKED, BYTE_STREAM_SPLIT -> 0.03;
            default -> 0.01;
        };
    }
}
