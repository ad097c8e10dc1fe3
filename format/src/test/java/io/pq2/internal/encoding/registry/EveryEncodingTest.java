package io.pq2.internal.encoding.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.Interleaving;
import io.pq2.internal.encoding.ValueDecoder;
import io.pq2.internal.encoding.ValueEncoder;
import io.pq2.internal.encoding.dictionary.DictionaryBuilder;
import io.pq2.internal.encoding.dictionary.DictionaryIdEncoder;
import io.pq2.internal.encoding.dictionary.PlainDictionary;
import io.pq2.metadata.Encoding;
import io.pq2.schema.PhysicalType;
import io.pq2.vector.Vector;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Writes values of every type in every encoding and reads them all at once, one by one, and in random steps. */
class EveryEncodingTest {

    /** Counts of values at which encodings change their state: bytes, groups, blocks, miniblocks, vectors. */
    private static final int[] BOUNDARIES = {0, 8, 16, 32, 64, 96, 128, 160, 256, 384, 512, 1024, 1280, 2048, 4096};

    record Pair(PhysicalType type, Encoding encoding) {}

    private static boolean isDictionary(Encoding encoding) {
        return encoding == Encoding.RLE_DICTIONARY || encoding == Encoding.PLAIN_DICTIONARY;
    }

    private static boolean isWritten(Pair pair) {
        if (isDictionary(pair.encoding())) {
            return pair.type() != PhysicalType.BOOLEAN;
        }
        try {
            ValueEncoders.open(pair.type(), TypedValues.FIXED_WIDTH, pair.encoding(), new EncodedBytes());
            return true;
        } catch (UnsupportedFeatureException e) {
            return false;
        }
    }

    @Provide
    Arbitrary<Pair> pairs() {
        return Arbitraries.of(Stream.of(PhysicalType.values())
                .flatMap(type -> Stream.of(Encoding.values()).map(encoding -> new Pair(type, encoding)))
                .filter(EveryEncodingTest::isWritten)
                .toList());
    }

    @Provide
    Arbitrary<Integer> counts() {
        return Arbitraries.oneOf(
                Arbitraries.integers().between(0, 70),
                Arbitraries.of(Arrays.stream(BOUNDARIES).boxed().toList())
                        .flatMap(boundary -> Arbitraries.integers().between(Math.max(0, boundary - 1), boundary + 2)));
    }

    @Property(tries = 1500)
    void readsTheValuesThatItWrites(
            @ForAll("pairs") Pair pair, @ForAll("counts") int count, @ForAll long seed, @ForAll boolean slack) {
        Random random = new Random(seed);
        TypedValues values = TypedValues.random(pair.type(), count, random);
        EncodedBytes page = new EncodedBytes(random.nextInt(9));
        int before = random.nextInt(40);
        page.putBytes(new byte[before], 0, before);
        Vector dictionary = null;
        if (isDictionary(pair.encoding())) {
            DictionaryBuilder builder = values.dictionary();
            int[] ids = values.addTo(builder);
            EncodedBytes entries = new EncodedBytes();
            builder.writeTo(entries);
            dictionary = PlainDictionary.read(
                    pair.type(), TypedValues.FIXED_WIDTH, entries.array(), 0, entries.size(), builder.size());
            DictionaryIdEncoder encoder = new DictionaryIdEncoder(page, builder.size());
            Interleaving.evenly(count, 1 + random.nextInt(700), (i, n) -> encoder.write(ids, i, n));
            encoder.finish();
        } else {
            ValueEncoder encoder = ValueEncoders.open(pair.type(), TypedValues.FIXED_WIDTH, pair.encoding(), page);
            Interleaving.evenly(count, 1 + random.nextInt(700), (i, n) -> values.write(encoder, i, n));
            encoder.finish();
            assertThat(encoder.encoding()).isEqualTo(pair.encoding());
        }
        int limit = page.size();
        byte[] bytes = Arrays.copyOf(page.array(), limit + (slack ? 40 : 0));
        Arrays.fill(bytes, limit, bytes.length, (byte) 0xA5);

        values.assertReads(open(pair, bytes, before, limit, dictionary), 0, count);
        ValueDecoder single = open(pair, bytes, before, limit, dictionary);
        Interleaving.evenly(Math.min(count, 200), 1, (i, n) -> values.assertReads(single, i, n));
        ValueDecoder decoder = open(pair, bytes, before, limit, dictionary);
        Interleaving.randomly(random, count, (i, n) -> values.assertReads(decoder, i, n), (i, n) -> decoder.skip(n));
        ValueDecoder last = open(pair, bytes, before, limit, dictionary);
        if (count > 0) {
            last.skip(count - 1);
            values.assertReads(last, count - 1, 1);
        }
    }

    /**
     * The padding of a last group has fewer than 512 values. Dictionary ids are not tested, because ids of bit width 0
     * take no bytes.
     */
    @Property(tries = 300)
    void reportsTheEndOfThePage(@ForAll("pairs") Pair pair, @ForAll("counts") int count, @ForAll long seed) {
        if (isDictionary(pair.encoding())) {
            return;
        }
        TypedValues values = TypedValues.random(pair.type(), count, new Random(seed));
        EncodedBytes page = new EncodedBytes();
        ValueEncoder encoder = ValueEncoders.open(pair.type(), TypedValues.FIXED_WIDTH, pair.encoding(), page);
        values.write(encoder, 0, count);
        encoder.finish();
        ValueDecoder decoder = open(pair, page.toByteArray(), 0, page.size(), null);
        decoder.skip(count);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 512; i++) {
                        decoder.skip(1);
                    }
                })
                .isInstanceOf(CorruptFileException.class);
    }

    private static ValueDecoder open(Pair pair, byte[] bytes, int offset, int limit, Vector dictionary) {
        return ValueDecoders.open(
                pair.type(), TypedValues.FIXED_WIDTH, pair.encoding(), bytes, offset, limit, dictionary);
    }
}
