package io.pq2.write;

import io.pq2.vector.Batch;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.ListVector;
import io.pq2.vector.MapVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Replaces binary vectors by dictionary vectors with the same values, at random. */
final class RandomDictionaries {

    private final Random random;

    RandomDictionaries(long seed) {
        random = new Random(seed);
    }

    Batch rewrite(Batch batch) {
        return new Batch(
                batch.rowCount(), batch.columns().stream().map(this::rewrite).toList());
    }

    private Vector rewrite(Vector vector) {
        if (vector instanceof StructVector struct) {
            return new StructVector(
                    struct.length(),
                    struct.children().stream().map(this::rewrite).toList(),
                    struct.validity());
        } else if (vector instanceof ListVector list) {
            return new ListVector(list.length(), list.offsets(), rewrite(list.elements()), list.validity());
        } else if (vector instanceof MapVector map) {
            return new MapVector(
                    map.length(), map.offsets(), rewrite(map.keys()), rewrite(map.values()), map.validity());
        } else if (random.nextBoolean() && vector instanceof BinaryVector binary) {
            return encoded(binary);
        } else if (random.nextBoolean() && vector instanceof FixedBinaryVector fixed) {
            return encoded(fixed);
        }
        return vector;
    }

    /** Returns a dictionary vector whose entries have a random order; equal values have different entries. */
    private DictionaryVector encoded(BinaryVector binary) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < binary.length(); i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        int[] ids = new int[binary.length()];
        int[] starts = new int[ids.length];
        int[] lengths = new int[ids.length];
        for (int entry = 0; entry < ids.length; entry++) {
            ids[order.get(entry)] = entry;
            starts[entry] = binary.starts()[order.get(entry)];
            lengths[entry] = binary.lengths()[order.get(entry)];
        }
        BinaryVector entries = new BinaryVector(ids.length, binary.bytes(), starts, lengths, null);
        return new DictionaryVector(binary.length(), ids, entries, binary.validity());
    }

    private static DictionaryVector encoded(FixedBinaryVector fixed) {
        int[] ids = new int[fixed.length()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = i;
        }
        FixedBinaryVector entries =
                new FixedBinaryVector(fixed.length(), fixed.width(), fixed.bytes(), fixed.offset(), null);
        return new DictionaryVector(fixed.length(), ids, entries, fixed.validity());
    }
}
