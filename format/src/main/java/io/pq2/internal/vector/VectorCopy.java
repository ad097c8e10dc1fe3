package io.pq2.internal.vector;

import io.pq2.vector.Batch;
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
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies vectors. Copies share nothing with their sources, and have arrays of the necessary length. */
public final class VectorCopy {

    private VectorCopy() {}

    /** Returns a copy of a batch. */
    public static Batch of(Batch batch) {
        return new Batch(batch.rowCount(), all(batch.columns()));
    }

    private static List<Vector> all(List<Vector> vectors) {
        List<Vector> copies = new ArrayList<>(vectors.size());
        for (Vector vector : vectors) {
            copies.add(of(vector));
        }
        return copies;
    }

    private static Vector of(Vector source) {
        int length = source.length();
        long[] validity = validity(source);
        if (source instanceof BinaryVector binary) {
            return binary(binary, validity);
        } else if (source instanceof FixedBinaryVector fixed) {
            int from = fixed.offset();
            byte[] bytes = Arrays.copyOfRange(fixed.bytes(), from, from + length * fixed.width());
            return new FixedBinaryVector(length, fixed.width(), bytes, 0, validity);
        } else if (source instanceof DictionaryVector encoded) {
            int[] ids = Arrays.copyOf(encoded.ids(), length);
            return new DictionaryVector(length, ids, of(encoded.dictionary()), validity);
        } else if (source instanceof IntVector ints) {
            return new IntVector(length, Arrays.copyOf(ints.values(), length), validity);
        } else if (source instanceof LongVector longs) {
            return new LongVector(length, Arrays.copyOf(longs.values(), length), validity);
        } else if (source instanceof FloatVector floats) {
            return new FloatVector(length, Arrays.copyOf(floats.values(), length), validity);
        } else if (source instanceof DoubleVector doubles) {
            return new DoubleVector(length, Arrays.copyOf(doubles.values(), length), validity);
        } else if (source instanceof BooleanVector booleans) {
            return new BooleanVector(length, Arrays.copyOf(booleans.values(), length), validity);
        } else if (source instanceof StructVector struct) {
            return new StructVector(length, all(struct.children()), validity);
        } else if (source instanceof ListVector list) {
            int[] offsets = Arrays.copyOf(list.offsets(), length + 1);
            return new ListVector(length, offsets, of(list.elements()), validity);
        }
        MapVector map = (MapVector) source;
        int[] offsets = Arrays.copyOf(map.offsets(), length + 1);
        return new MapVector(length, offsets, ofNullable(map.keys()), ofNullable(map.values()), validity);
    }

    private static @Nullable Vector ofNullable(@Nullable Vector source) {
        return source == null ? null : of(source);
    }

    private static long @Nullable [] validity(Vector source) {
        long[] words = source.validity();
        return words == null ? null : Arrays.copyOf(words, Validity.words(source.length()));
    }

    /** Copies the bytes of present slots one after another. */
    private static BinaryVector binary(BinaryVector source, long @Nullable [] validity) {
        int length = source.length();
        int[] starts = new int[length];
        int[] lengths = new int[length];
        int size = 0;
        for (int i = 0; i < length; i++) {
            starts[i] = size;
            lengths[i] = source.isNull(i) ? 0 : source.lengths()[i];
            size = Math.addExact(size, lengths[i]);
        }
        byte[] bytes = new byte[size];
        for (int i = 0; i < length; i++) {
            System.arraycopy(source.bytes(), source.isNull(i) ? 0 : source.starts()[i], bytes, starts[i], lengths[i]);
        }
        return new BinaryVector(length, bytes, starts, lengths, validity);
    }

    /** Returns the size of the values of a batch, in bytes. */
    public static long bytes(Batch batch) {
        long bytes = 0;
        for (Vector vector : batch.columns()) {
            bytes += bytes(vector);
        }
        return bytes;
    }

    private static long bytes(@Nullable Vector vector) {
        if (vector == null) {
            return 0;
        } else if (vector instanceof BinaryVector binary) {
            long bytes = 0;
            for (int i = 0; i < binary.length(); i++) {
                bytes += 2 * Integer.BYTES + (binary.isNull(i) ? 0 : binary.lengths()[i]);
            }
            return bytes;
        } else if (vector instanceof StructVector struct) {
            return struct.children().stream().mapToLong(VectorCopy::bytes).sum();
        } else if (vector instanceof ListVector list) {
            return (long) list.length() * Integer.BYTES + bytes(list.elements());
        } else if (vector instanceof MapVector map) {
            return (long) map.length() * Integer.BYTES + bytes(map.keys()) + bytes(map.values());
        } else if (vector instanceof DictionaryVector encoded) {
            return (long) encoded.length() * Integer.BYTES + bytes(encoded.dictionary());
        }
        int width = vector instanceof FixedBinaryVector fixed
                ? fixed.width()
                : vector instanceof IntVector || vector instanceof FloatVector
                        ? Integer.BYTES
                        : vector instanceof BooleanVector ? 1 : Long.BYTES;
        return (long) vector.length() * width;
    }
}
