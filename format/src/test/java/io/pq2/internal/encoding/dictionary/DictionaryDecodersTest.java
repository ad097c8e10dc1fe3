package io.pq2.internal.encoding.dictionary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encoding.BinaryDecoder;
import io.pq2.internal.encoding.DoubleDecoder;
import io.pq2.internal.encoding.FixedBinaryDecoder;
import io.pq2.internal.encoding.FloatDecoder;
import io.pq2.internal.encoding.IntDecoder;
import io.pq2.internal.encoding.Interleaving;
import io.pq2.internal.encoding.LongDecoder;
import io.pq2.internal.encoding.registry.ValueDecoders;
import io.pq2.internal.encoding.rle.HybridBytes;
import io.pq2.metadata.Encoding;
import io.pq2.schema.PhysicalType;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class DictionaryDecodersTest {

    @Property(tries = 200)
    void looksUpEntriesOfEveryType(
            @ForAll @IntRange(min = 1, max = 600) int size,
            @ForAll @IntRange(max = 3000) int count,
            @ForAll long seed) {
        Random random = new Random(seed);
        int width = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
        int[] ids = HybridBytes.randomRuns(random, count, width);
        for (int i = 0; i < count; i++) {
            ids[i] = Math.min(ids[i], size - 1);
        }
        byte[] page = page(width, HybridBytes.ofRandomRuns(random, ids, width));
        int[] ints = random.ints(size).toArray();
        long[] longs = random.longs(size).toArray();
        float[] floats = new float[size];
        double[] doubles = random.doubles(size).toArray();
        byte[] fixed = new byte[7 * size + 5];
        byte[] int96 = new byte[12 * size];
        random.nextBytes(fixed);
        random.nextBytes(int96);
        for (int i = 0; i < size; i++) {
            floats[i] = random.nextFloat();
        }
        IntDecoder intDecoder =
                ValueDecoders.ints(Encoding.RLE_DICTIONARY, page, 0, page.length, new IntVector(size, ints, null));
        int[] readInts = new int[count];
        Interleaving.randomly(
                random,
                count,
                (i, n) -> {
                    intDecoder.read(readInts, i, n);
                    check(ids, i, n, (slot, id) -> assertThat(readInts[slot]).isEqualTo(ints[id]));
                },
                (i, n) -> intDecoder.skip(n));
        LongDecoder longDecoder =
                ValueDecoders.longs(Encoding.PLAIN_DICTIONARY, page, 0, page.length, new LongVector(size, longs, null));
        long[] readLongs = new long[count];
        Interleaving.randomly(
                random,
                count,
                (i, n) -> {
                    longDecoder.read(readLongs, i, n);
                    check(ids, i, n, (slot, id) -> assertThat(readLongs[slot]).isEqualTo(longs[id]));
                },
                (i, n) -> longDecoder.skip(n));
        FloatDecoder floatDecoder = ValueDecoders.floats(
                Encoding.RLE_DICTIONARY, page, 0, page.length, new FloatVector(size, floats, null));
        float[] readFloats = new float[count];
        Interleaving.randomly(
                random,
                count,
                (i, n) -> {
                    floatDecoder.read(readFloats, i, n);
                    check(ids, i, n, (slot, id) -> assertThat(readFloats[slot]).isEqualTo(floats[id]));
                },
                (i, n) -> floatDecoder.skip(n));
        DoubleDecoder doubleDecoder = ValueDecoders.doubles(
                Encoding.RLE_DICTIONARY, page, 0, page.length, new DoubleVector(size, doubles, null));
        double[] readDoubles = new double[count];
        Interleaving.randomly(
                random,
                count,
                (i, n) -> {
                    doubleDecoder.read(readDoubles, i, n);
                    check(ids, i, n, (slot, id) -> assertThat(readDoubles[slot]).isEqualTo(doubles[id]));
                },
                (i, n) -> doubleDecoder.skip(n));
        readsFixed(random, page, ids, new FixedBinaryVector(size, 7, fixed, 5, null));
        readsFixed(random, page, ids, new FixedBinaryVector(size, 12, int96, 0, null));
        BinaryDecoder binaryDecoder = ValueDecoders.binaries(
                Encoding.RLE_DICTIONARY, page, 0, page.length, new BinaryVector(size, fixed, ints, ints, null));
        assertThat(binaryDecoder.bytes()).isSameAs(fixed);
        int[] starts = new int[count];
        int[] lengths = new int[count];
        Interleaving.randomly(
                random,
                count,
                (i, n) -> {
                    binaryDecoder.read(starts, lengths, i, n);
                    check(
                            ids,
                            i,
                            n,
                            (slot, id) ->
                                    assertThat(starts[slot]).isEqualTo(ints[id]).isEqualTo(lengths[slot]));
                },
                (i, n) -> binaryDecoder.skip(n));
        DictionaryIdDecoder idDecoder = new DictionaryIdDecoder(page, 0, page.length);
        int[] readIds = new int[count];
        Interleaving.randomly(
                random,
                count,
                (i, n) -> {
                    idDecoder.read(readIds, i, n, size);
                    check(ids, i, n, (slot, id) -> assertThat(readIds[slot]).isEqualTo(id));
                },
                (i, n) -> idDecoder.skip(n));
    }

    private static void readsFixed(Random random, byte[] page, int[] ids, FixedBinaryVector dictionary) {
        int width = dictionary.width();
        FixedBinaryDecoder decoder =
                ValueDecoders.fixedBinaries(Encoding.RLE_DICTIONARY, page, 0, page.length, width, dictionary);
        byte[] read = new byte[ids.length * width];
        Interleaving.randomly(
                random,
                ids.length,
                (i, n) -> {
                    decoder.read(read, i * width, n);
                    check(ids, i, n, (slot, id) -> {
                        int from = dictionary.offset() + id * width;
                        assertThat(Arrays.equals(
                                        read,
                                        slot * width,
                                        slot * width + width,
                                        dictionary.bytes(),
                                        from,
                                        from + width))
                                .isTrue();
                    });
                },
                (i, n) -> decoder.skip(n));
    }

    private interface Check {
        void that(int slot, int id);
    }

    private static void check(int[] ids, int from, int count, Check check) {
        for (int i = from; i < from + count; i++) {
            check.that(i, ids[i]);
        }
    }

    @Test
    void rejectsIdsOutsideTheDictionary() {
        IntVector dictionary = new IntVector(5, new int[5], null);
        byte[] repeated = page(3, new HybridBytes(3).repeated(5, 10).toBytes());
        byte[] packed = page(
                3,
                new HybridBytes(3)
                        .packed(new int[] {0, 1, 2, 3, 4, 5, 6, 7}, 0, 8)
                        .toBytes());
        byte[] negative = page(
                32,
                new HybridBytes(32)
                        .packed(new int[] {-1, 0, 0, 0, 0, 0, 0, 0}, 0, 8)
                        .toBytes());
        for (byte[] page : new byte[][] {repeated, packed, negative}) {
            assertThatThrownBy(() -> ValueDecoders.ints(Encoding.RLE_DICTIONARY, page, 0, page.length, dictionary)
                            .read(new int[8], 0, 8))
                    .isInstanceOf(CorruptFileException.class)
                    .hasMessageContaining("dictionary's 5 entries");
            assertThatThrownBy(() -> new DictionaryIdDecoder(page, 0, page.length).read(new int[8], 0, 8, 5))
                    .isInstanceOf(CorruptFileException.class);
        }
        assertThatThrownBy(() -> new DictionaryIdDecoder(repeated, 0, repeated.length).runLength(5))
                .isInstanceOf(CorruptFileException.class);
        assertThat(new DictionaryIdDecoder(repeated, 0, repeated.length).runLength(6))
                .isEqualTo(10);
    }

    @Test
    void readsEmptyPagesWithoutIds() {
        DictionaryIdDecoder decoder = new DictionaryIdDecoder(new byte[3], 3, 3);
        decoder.read(new int[0], 0, 0, 0);
        assertThatThrownBy(() -> decoder.read(new int[1], 0, 1, 1)).isInstanceOf(CorruptFileException.class);
    }

    @Test
    void rejectsInvalidBitWidthsAndMissingDictionaries() {
        assertThatThrownBy(() -> new DictionaryIdDecoder(new byte[] {33}, 0, 1))
                .isInstanceOf(CorruptFileException.class);
        assertThatThrownBy(() -> ValueDecoders.ints(Encoding.RLE_DICTIONARY, new byte[1], 0, 1, null))
                .isInstanceOf(CorruptFileException.class)
                .hasMessageContaining("no dictionary page");
    }

    @Test
    void checksDictionaryPagesBeforeAllocating() {
        for (PhysicalType type : PhysicalType.values()) {
            for (int count : new int[] {-1, 100, Integer.MAX_VALUE}) {
                assertThatThrownBy(() -> PlainDictionary.read(type, 9, new byte[64], 0, 64, count))
                        .isInstanceOfAny(CorruptFileException.class, UnsupportedFeatureException.class);
            }
        }
    }

    private static byte[] page(int width, byte[] runs) {
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        page.write(width);
        page.writeBytes(runs);
        return page.toByteArray();
    }
}
