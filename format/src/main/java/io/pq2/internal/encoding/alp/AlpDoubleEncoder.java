package io.pq2.internal.encoding.alp;

import io.pq2.internal.encoding.DoubleEncoder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.metadata.Encoding;

/** ALP DOUBLE: values that are decimal numbers of few digits as packed integers, the others as they are. */
public final class AlpDoubleEncoder implements DoubleEncoder {

    /** What an exception takes: its position and itself. */
    private static final int EXCEPTION_BITS = Short.SIZE + Double.SIZE;

    private final EncodedBytes out;
    private final AlpVectors vectors = new AlpVectors();
    private final AlpPreset preset = new AlpPreset();
    private final double[] waiting = new double[AlpVectors.VECTOR_SIZE];
    private int filled;

    private final double[] sample = new double[AlpPreset.SAMPLE];
    private final long[] encoded = new long[AlpVectors.VECTOR_SIZE];
    private final int[] deltas = new int[AlpVectors.VECTOR_SIZE];
    private final int[] positions = new int[AlpVectors.VECTOR_SIZE];

    public AlpDoubleEncoder(EncodedBytes out) {
        this.out = out;
    }

    @Override
    public void write(double[] values, int offset, int count) {
        int done = 0;
        while (done < count) {
            if (filled == 0 && count - done >= AlpVectors.VECTOR_SIZE) {
                encode(values, offset + done, AlpVectors.VECTOR_SIZE);
                done += AlpVectors.VECTOR_SIZE;
            } else {
                int n = Math.min(count - done, AlpVectors.VECTOR_SIZE - filled);
                System.arraycopy(values, offset + done, waiting, filled, n);
                filled += n;
                done += n;
                if (filled == AlpVectors.VECTOR_SIZE) {
                    encode(waiting, 0, filled);
                    filled = 0;
                }
            }
        }
    }

    @Override
    public Encoding encoding() {
        return Encoding.ALP;
    }

    @Override
    public int pendingBytes() {
        return vectors.size() + filled * Double.BYTES;
    }

    @Override
    public void finish() {
        if (filled > 0) {
            encode(waiting, 0, filled);
            filled = 0;
        }
        vectors.finish(out);
    }

    private void encode(double[] values, int offset, int length) {
        int pair = bestPair(values, offset, length);
        int exceptions = toIntegers(values, offset, length, pair);
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int i = 0; i < length; i++) {
            min = Math.min(min, encoded[i]);
            max = Math.max(max, encoded[i]);
        }
        int width = bitWidth(min, max);
        EncodedBytes bytes = vectors.add(length, pair, exceptions);
        bytes.putLong(min);
        bytes.putByte(width);
        if (width <= Integer.SIZE) {
            for (int i = 0; i < length; i++) {
                deltas[i] = (int) (encoded[i] - min);
            }
            vectors.addPacked(deltas, length, width);
        } else {
            for (int i = 0; i < length; i++) {
                encoded[i] -= min;
            }
            vectors.addPacked(encoded, length, width);
        }
        vectors.addPositions(positions, exceptions);
        for (int i = 0; i < exceptions; i++) {
            bytes.putLong(Double.doubleToRawLongBits(values[offset + positions[i]]));
        }
    }

    /** Fills {@link #encoded}, and {@link #positions} with where a value does not come back; returns how many do not. */
    private int toIntegers(double[] values, int offset, int length, int pair) {
        double exponentPower = AlpPowers.doublePower(AlpPreset.exponent(pair));
        double exponentFraction = AlpPowers.doubleFraction(AlpPreset.exponent(pair));
        double factorPower = AlpPowers.doublePower(AlpPreset.factor(pair));
        double factorFraction = AlpPowers.doubleFraction(AlpPreset.factor(pair));
        int exceptions = 0;
        for (int i = 0; i < length; i++) {
            double value = values[offset + i];
            long integer = (long) Math.rint(value * exponentPower * factorFraction);
            encoded[i] = integer;
            if (!same((double) integer * factorPower * exponentFraction, value)) {
                positions[exceptions++] = i;
            }
        }
        long placeholder = 0;
        for (int i = 0; i < length; i++) {
            if (i >= exceptions || positions[i] != i) {
                placeholder = encoded[i];
                break;
            }
        }
        for (int i = 0; i < exceptions; i++) {
            encoded[positions[i]] = placeholder;
        }
        return exceptions;
    }

    private int bestPair(double[] values, int offset, int length) {
        int step = Math.max(1, length / AlpPreset.SAMPLE);
        int size = Math.min(length, AlpPreset.SAMPLE);
        for (int i = 0; i < size; i++) {
            sample[i] = values[offset + i * step];
        }
        int best = 0;
        long bestBits = Long.MAX_VALUE;
        for (int i = 0; i < preset.size(); i++) {
            long bits = bits(size, preset.pair(i), bestBits);
            if (bits < bestBits) {
                bestBits = bits;
                best = preset.pair(i);
            }
        }
        if (!preset.searchesNext((double) bestBits / size)) {
            return best;
        }
        long bitsBefore = bestBits;
        // Of pairs that are as good as each other the higher ones come first: they more often suit other values too.
        for (int exponent = AlpPowers.MAX_DOUBLE_EXPONENT; exponent >= 0; exponent--) {
            for (int factor = exponent; factor >= 0; factor--) {
                int pair = AlpPreset.pair(exponent, factor);
                long bits = bits(size, pair, bestBits);
                if (bits < bestBits) {
                    bestBits = bits;
                    best = pair;
                }
            }
        }
        preset.found(best, (double) bestBits / size, (double) bitsBefore / size);
        return best;
    }

    /** How many bits the sample takes with a pair; no less than {@code limit} if it is found out early that there are more. */
    private long bits(int size, int pair, long limit) {
        double exponentPower = AlpPowers.doublePower(AlpPreset.exponent(pair));
        double exponentFraction = AlpPowers.doubleFraction(AlpPreset.exponent(pair));
        double factorPower = AlpPowers.doublePower(AlpPreset.factor(pair));
        double factorFraction = AlpPowers.doubleFraction(AlpPreset.factor(pair));
        long exceptionBits = 0;
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int i = 0; i < size; i++) {
            double value = sample[i];
            long integer = (long) Math.rint(value * exponentPower * factorFraction);
            if (same((double) integer * factorPower * exponentFraction, value)) {
                min = Math.min(min, integer);
                max = Math.max(max, integer);
            } else {
                exceptionBits += EXCEPTION_BITS;
                if (exceptionBits >= limit) {
                    return limit;
                }
            }
        }
        return exceptionBits + (min > max ? 0 : (long) size * bitWidth(min, max));
    }

    private static boolean same(double a, double b) {
        return Double.doubleToRawLongBits(a) == Double.doubleToRawLongBits(b);
    }

    private static int bitWidth(long min, long max) {
        return Long.SIZE - Long.numberOfLeadingZeros(max - min);
    }
}
