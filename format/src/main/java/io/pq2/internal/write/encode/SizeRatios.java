package io.pq2.internal.write.encode;

/**
 * What is left of a chunk's parts once they are encoded and compressed, as far as a sample of their values tells.
 *
 * @param values the best encoding without dictionary, against PLAIN without a codec; a little more where a dictionary is preferred
 * @param ids ids of a dictionary, against all of them packed to the same width without a codec
 * @param dictionary the entries of a dictionary, against PLAIN without a codec
 */
record SizeRatios(double values, double ids, double dictionary) {

    /** Those of data of which nothing is known. */
    static final SizeRatios UNKNOWN = new SizeRatios(1, 1, 1);
}
