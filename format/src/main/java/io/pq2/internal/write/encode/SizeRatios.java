package io.pq2.internal.write.encode;

/**
 * The sizes of the parts of a column chunk after encoding and compression, as ratios that were measured on a sample.
 *
 * @param values values in the best encoding without a dictionary, relative to PLAIN without compression; slightly too
 *     large where a dictionary is preferred
 * @param ids dictionary ids, relative to bit-packed ids without compression
 * @param dictionary dictionary entries, relative to PLAIN without compression
 */
public record SizeRatios(double values, double ids, double dictionary) {

    /** The ratios before the first sample. */
    static final SizeRatios UNKNOWN = new SizeRatios(1, 1, 1);
}
