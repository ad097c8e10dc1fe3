package io.pq2.internal.encoding.scatter;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.vector.Validity;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ScatterTest {

    private static final int[] WIDTHS = {1, 3, 4, 7, 8, 12, 16, 17, 70};

    /** Returns the presence of each slot, in runs of null, mixed and present slots. */
    private static boolean[] presence(Random random, int length) {
        boolean[] present = new boolean[length];
        int i = 0;
        while (i < length) {
            int end = Math.min(length, i + 1 + random.nextInt(random.nextBoolean() ? 5 : 200));
            int kind = random.nextInt(3);
            for (; i < end; i++) {
                present[i] = kind == 0 || kind == 1 && random.nextBoolean();
            }
        }
        return present;
    }

    @Property(tries = 250)
    void scattersValuesToTheirSlotsAndCompactionRestoresThem(
            @ForAll @IntRange(max = 150) int from, @ForAll @IntRange(max = 600) int length, @ForAll long seed) {
        Random random = new Random(seed);
        int to = from + length;
        boolean[] present = presence(random, to + 70);
        long[] validity = new long[Validity.words(to + 70)];
        for (int i = 0; i < present.length; i++) {
            if (present[i]) {
                Validity.set(validity, i);
            }
        }
        int count = Validity.count(validity, from, to);
        int size = to + 3;
        int[] ints = new int[size];
        long[] longs = new long[size];
        float[] floats = new float[size];
        double[] doubles = new double[size];
        boolean[] booleans = new boolean[size];
        int width = WIDTHS[random.nextInt(WIDTHS.length)];
        byte[] bytes = new byte[5 + width * size];
        for (int i = 0; i < size; i++) {
            ints[i] = i + 1;
            longs[i] = -i - 1L;
            floats[i] = i + 1;
            doubles[i] = i + 1;
            booleans[i] = i % 3 != 0;
            for (int k = 0; k < width; k++) {
                bytes[5 + width * i + k] = (byte) (i + k + 1);
            }
        }
        int[] denseInts = ints.clone();
        long[] denseLongs = longs.clone();
        float[] denseFloats = floats.clone();
        double[] denseDoubles = doubles.clone();
        boolean[] denseBooleans = booleans.clone();
        byte[] denseBytes = bytes.clone();
        IntScatter.scatter(ints, validity, from, to, count);
        LongScatter.scatter(longs, validity, from, to, count);
        FloatScatter.scatter(floats, validity, from, to, count);
        DoubleScatter.scatter(doubles, validity, from, to, count);
        BooleanScatter.scatter(booleans, validity, from, to, count);
        FixedBinaryScatter.scatter(bytes, 5, width, validity, from, to, count);

        int source = from;
        for (int i = 0; i < size; i++) {
            boolean within = i >= from && i < to;
            boolean isPresent = !within || present[i];
            int expected = within && present[i] ? source++ : i;
            assertThat(ints[i]).isEqualTo(isPresent ? expected + 1 : 0);
            assertThat(longs[i]).isEqualTo(isPresent ? -expected - 1 : 0);
            assertThat(floats[i]).isEqualTo(isPresent ? expected + 1 : 0);
            assertThat(doubles[i]).isEqualTo(isPresent ? expected + 1 : 0);
            assertThat(booleans[i]).isEqualTo(isPresent && expected % 3 != 0);
            for (int k = 0; k < width; k++) {
                assertThat(bytes[5 + width * i + k]).isEqualTo((byte) (isPresent ? expected + k + 1 : 0));
            }
        }

        int[] compactInts = new int[length + 1];
        assertThat(IntCompaction.compact(ints, validity, from, to, compactInts, 1))
                .isEqualTo(count);
        assertThat(Arrays.equals(compactInts, 1, 1 + count, denseInts, from, from + count))
                .isTrue();
        long[] compactLongs = new long[length + 1];
        assertThat(LongCompaction.compact(longs, validity, from, to, compactLongs, 1))
                .isEqualTo(count);
        assertThat(Arrays.equals(compactLongs, 1, 1 + count, denseLongs, from, from + count))
                .isTrue();
        float[] compactFloats = new float[length + 1];
        assertThat(FloatCompaction.compact(floats, validity, from, to, compactFloats, 1))
                .isEqualTo(count);
        assertThat(Arrays.equals(compactFloats, 1, 1 + count, denseFloats, from, from + count))
                .isTrue();
        double[] compactDoubles = new double[length + 1];
        assertThat(DoubleCompaction.compact(doubles, validity, from, to, compactDoubles, 1))
                .isEqualTo(count);
        assertThat(Arrays.equals(compactDoubles, 1, 1 + count, denseDoubles, from, from + count))
                .isTrue();
        boolean[] compactBooleans = new boolean[length + 1];
        assertThat(BooleanCompaction.compact(booleans, validity, from, to, compactBooleans, 1))
                .isEqualTo(count);
        assertThat(Arrays.equals(compactBooleans, 1, 1 + count, denseBooleans, from, from + count))
                .isTrue();
        byte[] compactBytes = new byte[width * length + 2];
        assertThat(FixedBinaryCompaction.compact(bytes, 5, width, validity, from, to, compactBytes, 2))
                .isEqualTo(count);
        assertThat(Arrays.equals(
                        compactBytes, 2, 2 + width * count, denseBytes, 5 + width * from, 5 + width * (from + count)))
                .isTrue();
    }
}
