package io.pq2.internal.write.encode;

/**
 * Decides while a column chunk is written whether its dictionary pays: at 8,192 values, and whenever their number has doubled.
 *
 * <p>Looking up values that turn out to be all different is the most expensive thing that a writer can do for nothing, so it has
 * to stop early. But values that repeat in order are all different at first too, so it must not stop too early: the first 32,768
 * are always looked up, unless the chunk before has shown that it is no use.
 *
 * <p>A dictionary that has not paid by then may still do so later, once most values are in it, but not after it is full. How many
 * there will be is guessed from how many of the values so far were new: {@code d} distinct among {@code n} values drawn from
 * {@code D} that are equally likely are expected to be {@code D * (1 - exp(-n / D))}.
 */
public final class DictionaryTrial {

    private static final int FIRST = 8_192;
    private static final int PATIENCE = 32_768;
    /** A dictionary must promise to pay by the time there are so many times the values of now. */
    private static final int HORIZON = 32;

    private final long limit;
    private long patience = PATIENCE;
    private long next = FIRST;

    /** @param limit the greatest size of the dictionary in bytes */
    public DictionaryTrial(long limit) {
        this.limit = limit;
    }

    /**
     * Turns to the next chunk of the column.
     *
     * @param useful whether this one has got a dictionary
     */
    public void endChunk(boolean useful) {
        patience = useful ? PATIENCE : FIRST;
        next = FIRST;
    }

    /**
     * Whether to go on with the dictionary.
     *
     * @param values how many values were looked up
     * @param distinct how many of them were different
     * @param dictionaryBytes the size of the dictionary
     * @param plainBytes the size of the values in PLAIN encoding
     * @param ratios what is known of what becomes of these sizes
     */
    public boolean goOn(long values, int distinct, long dictionaryBytes, long plainBytes, SizeRatios ratios) {
        if (dictionaryBytes > limit) {
            return false;
        }
        if (values < next) {
            return true;
        }
        while (next <= values) {
            next *= 2;
        }
        return values < patience
                || pays(values, distinct, dictionaryBytes, plainBytes, ratios)
                || promises(values, distinct, dictionaryBytes, plainBytes, ratios);
    }

    private boolean promises(long values, int distinct, long dictionaryBytes, long plainBytes, SizeRatios ratios) {
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

    /** Whether dictionary and ids together are smaller than the values. */
    public static boolean pays(long values, int distinct, long dictionaryBytes, long plainBytes, SizeRatios ratios) {
        return dictionaryBytes * ratios.dictionary() + idBytes((double) values, distinct) * ratios.ids()
                < plainBytes * ratios.values();
    }

    /** The size of so many ids in bytes. */
    public static double idBytes(double values, double distinct) {
        int width = distinct <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros((int) distinct - 1);
        return values * width / Byte.SIZE;
    }

    /** The number of equally likely values of which {@code values} draws show {@code distinct} different ones, which are fewer. */
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
