package io.pq2.internal.vector;

import io.pq2.exception.InvalidDataException;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.ListVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.MapVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Validity;
import io.pq2.vector.Vector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies slots of vectors. Results share the bytes and dictionaries of their sources, and have new arrays otherwise.
 */
public final class Gather {

    private Gather() {}

    /**
     * Returns a vector of some slots of another vector.
     *
     * @param slots indexes of slots, in the order of the result; an index may occur more than once
     * @param count number of indexes
     * @throws InvalidDataException if the result would exceed the maximum array length
     */
    public static Vector slots(Vector source, int[] slots, int count) {
        if (source instanceof IntVector ints) {
            return new IntVector(count, pick(ints.values(), slots, count), validity(source, slots, count));
        } else if (source instanceof LongVector longs) {
            long[] values = new long[count];
            for (int i = 0; i < count; i++) {
                values[i] = longs.values()[slots[i]];
            }
            return new LongVector(count, values, validity(source, slots, count));
        } else if (source instanceof DictionaryVector encoded) {
            return encoded(encoded, pick(encoded.ids(), slots, count), validity(source, slots, count));
        } else if (source instanceof BinaryVector binary) {
            return new BinaryVector(
                    count,
                    binary.bytes(),
                    pick(binary.starts(), slots, count),
                    pick(binary.lengths(), slots, count),
                    validity(source, slots, count));
        } else if (source instanceof DoubleVector doubles) {
            double[] values = new double[count];
            for (int i = 0; i < count; i++) {
                values[i] = doubles.values()[slots[i]];
            }
            return new DoubleVector(count, values, validity(source, slots, count));
        } else if (source instanceof FloatVector floats) {
            float[] values = new float[count];
            for (int i = 0; i < count; i++) {
                values[i] = floats.values()[slots[i]];
            }
            return new FloatVector(count, values, validity(source, slots, count));
        } else if (source instanceof BooleanVector booleans) {
            boolean[] values = new boolean[count];
            for (int i = 0; i < count; i++) {
                values[i] = booleans.values()[slots[i]];
            }
            return new BooleanVector(count, values, validity(source, slots, count));
        } else if (source instanceof FixedBinaryVector fixed) {
            return fixed(fixed, slots, count);
        }
        return nested(source, slots, count);
    }

    private static Vector encoded(DictionaryVector source, int[] ids, long @Nullable [] validity) {
        return isNumeric(source.dictionary())
                ? lookUp(source.dictionary(), ids, ids.length, validity)
                : new DictionaryVector(ids.length, ids, source.dictionary(), validity);
    }

    /** Returns a vector with values instead of ids of numbers; any other vector unchanged. */
    public static Vector withoutNumericIds(Vector source) {
        return source instanceof DictionaryVector encoded && isNumeric(encoded.dictionary())
                ? lookUp(encoded.dictionary(), encoded.ids(), encoded.length(), encoded.validity())
                : source;
    }

    private static boolean isNumeric(Vector dictionary) {
        return !(dictionary instanceof BinaryVector || dictionary instanceof FixedBinaryVector);
    }

    private static Vector lookUp(Vector dictionary, int[] ids, int count, long @Nullable [] validity) {
        Vector values = slots(dictionary, ids, count);
        if (validity == null) {
            return values;
        } else if (values instanceof IntVector ints) {
            return new IntVector(count, ints.values(), validity);
        } else if (values instanceof LongVector longs) {
            return new LongVector(count, longs.values(), validity);
        } else if (values instanceof FloatVector floats) {
            return new FloatVector(count, floats.values(), validity);
        }
        return new DoubleVector(count, ((DoubleVector) values).values(), validity);
    }

    private static @Nullable Vector slotsIfPresent(@Nullable Vector source, int[] slots, int count) {
        return source == null ? null : slots(source, slots, count);
    }

    private static Vector nested(Vector source, int[] slots, int count) {
        if (source instanceof StructVector struct) {
            List<Vector> children = new ArrayList<>(struct.children().size());
            for (Vector child : struct.children()) {
                children.add(slots(child, slots, count));
            }
            return new StructVector(count, children, validity(source, slots, count));
        } else if (source instanceof ListVector list) {
            int[] offsets = offsets(list.offsets(), slots, count);
            int[] elements = elements(list.offsets(), slots, count, offsets[count]);
            return new ListVector(
                    count, offsets, slots(list.elements(), elements, elements.length), validity(source, slots, count));
        }
        MapVector map = (MapVector) source;
        int[] offsets = offsets(map.offsets(), slots, count);
        int[] entries = elements(map.offsets(), slots, count, offsets[count]);
        return new MapVector(
                count,
                offsets,
                slotsIfPresent(map.keys(), entries, entries.length),
                slotsIfPresent(map.values(), entries, entries.length),
                validity(source, slots, count));
    }

    private static FixedBinaryVector fixed(FixedBinaryVector source, int[] slots, int count) {
        int width = source.width();
        if ((long) width * count > Integer.MAX_VALUE - 8) {
            throw new InvalidDataException(
                    count + " values of " + width + " bytes exceed the maximum size of a vector");
        }
        byte[] bytes = new byte[width * count];
        for (int i = 0; i < count; i++) {
            System.arraycopy(source.bytes(), source.offset() + slots[i] * width, bytes, i * width, width);
        }
        return new FixedBinaryVector(count, width, bytes, 0, validity(source, slots, count));
    }

    private static int[] pick(int[] values, int[] slots, int count) {
        int[] picked = new int[count];
        for (int i = 0; i < count; i++) {
            picked[i] = values[slots[i]];
        }
        return picked;
    }

    private static long[] bits(long[] words, int[] slots, int count) {
        long[] bits = new long[Validity.words(count)];
        for (int i = 0; i < count; i++) {
            bits[i >>> 6] |= (words[slots[i] >>> 6] >>> slots[i] & 1) << i;
        }
        return bits;
    }

    private static long @Nullable [] validity(Vector source, int[] slots, int count) {
        long[] words = source.validity();
        if (words == null) {
            return null;
        }
        long[] bits = bits(words, slots, count);
        return Validity.count(bits, 0, count) == count ? null : bits;
    }

    private static int[] offsets(int[] offsets, int[] slots, int count) {
        int[] picked = new int[count + 1];
        long end = 0;
        for (int i = 0; i < count; i++) {
            end += offsets[slots[i] + 1] - offsets[slots[i]];
            if (end > Integer.MAX_VALUE - 8) {
                throw new InvalidDataException("lists or maps with more than 2^31 elements in total");
            }
            picked[i + 1] = (int) end;
        }
        return picked;
    }

    private static int[] elements(int[] offsets, int[] slots, int count, int total) {
        int[] elements = new int[total];
        int next = 0;
        for (int i = 0; i < count; i++) {
            for (int element = offsets[slots[i]]; element < offsets[slots[i] + 1]; element++) {
                elements[next++] = element;
            }
        }
        return elements;
    }
}
