package io.pq2.internal.write.encode;

/**
 * Decides while a column chunk is written whether to keep its dictionary: at 8,192 values and after each doubling of
 * their number.
 *
 * <p>Looking up distinct values is expensive and saves nothing, so a useless dictionary must end early. But sorted
 * values with repetitions look distinct at first. The first 32,768 values are therefore always looked up, unless the
 * previous chunk gave up its dictionary.
 *
 * <p>A dictionary that is too large for its values by then can pay off later, when it contains most values of the
 * chunk. To predict this, the trial estimates the number of all distinct values: {@code n} values drawn from {@code D}
 * equally likely ones are expected to have {@code d = D * (1 - exp(-n / D))} distinct values.
 */
public final class DictionaryTrial {

    /** Values before the first decision. */
    private static final int FIRST_DECISION = 8_192;
    /** Values that are always looked up. */
    private static final int MIN_VALUES = 32_768;
    /**
     * How far the decision looks ahead, as a multiple of the current number of values: a dictionary is kept if it is
     * expected to make the chunk smaller by then.
     */
    private static final int HORIZON = 32;

    private final long limit;
    private long minValues = MIN_VALUES;
    private long nextDecision = FIRST_DECISION;

    /**
     * Creates the trial of a column.
     *
     * @param limit the maximum size of the dictionary in PLAIN encoding, in bytes
     */
    public DictionaryTrial(long limit) {
        this.limit = limit;
    }

    /**
     * Starts the next chunk of the column.
     *
     * @param hadDictionary whether the chunk that ends has a dictionary
     */
    public void endChunk(boolean hadDictionary) {
        minValues = hadDictionary ? MIN_VALUES : FIRST_DECISION;
        nextDecision = FIRST_DECISION;
    }

    /**
     * Whether to keep the dictionary. Call it after each look-up.
     *
     * @param values the number of values that were looked up
     * @param distinct the number of distinct values among them
     * @param dictionaryBytes the size of the dictionary in PLAIN encoding, in bytes
     * @param plainBytes the size of the values in PLAIN encoding, in bytes
     * @param ratios the ratios of sizes in the file to these sizes
     */
    public boolean shouldContinue(long values, int distinct, long dictionaryBytes, long plainBytes, SizeRatios ratios) {
        if (dictionaryBytes > limit) {
            return false;
        }
        if (values < nextDecision) {
            return true;
        }
        while (nextDecision <= values) {
            nextDecision *= 2;
        }
        return values < minValues
                || isWorthIt(values, distinct, dictionaryBytes, plainBytes, ratios)
                || willBeWorthIt(values, distinct, dictionaryBytes, plainBytes, ratios);
    }

    private boolean willBeWorthIt(long values, int distinct, long dictionaryBytes, long plainBytes, SizeRatios ratios) {
        if (distinct >= values) {
            return false;
        }
        double population = population(values, distinct);
        double entryBytes = (double) dictionaryBytes / distinct;
        double later = (double) values * HORIZON;
        double mostEntries = limit / entryBytes;
        if (mostEntries < population) {
            later = Math.min(later, -population * Math.log1p(-mostEntries / population));
        }
        double distinctLater = population * -Math.expm1(-later / population);
        return distinctLater * entryBytes * ratios.dictionary() + idBytes(later, distinctLater) * ratios.ids()
                < plainBytes * (later / values) * ratios.values();
    }

    /** Whether dictionary and ids together are smaller than the values without a dictionary. */
    public static boolean isWorthIt(
            long values, int distinct, long dictionaryBytes, long plainBytes, SizeRatios ratios) {
        return dictionaryBytes * ratios.dictionary() + idBytes((double) values, distinct) * ratios.ids()
                < plainBytes * ratios.values();
    }

    /** Returns the size of bit-packed dictionary ids in bytes. */
    public static double idBytes(double values, double distinct) {
        int width = distinct <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros((int) distinct - 1);
        return values * width / Byte.SIZE;
    }

    /**
     * Estimates how many equally likely values there are if {@code values} draws show {@code distinct} ones, which are
     * fewer.
     */
    private static double population(long values, int distinct) {
        double low = distinct;
        double high = (double) values * values;
        for (int i = 0; i < 60; i++) {
            double middle = Math.sqrt(low * high);
            if (middle * -Math.expm1(-values / middle) < distinct) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
