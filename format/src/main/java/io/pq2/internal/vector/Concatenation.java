package io.pq2.internal.vector;

import io.pq2.exception.InvalidDataException;
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
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Joins batches. The result shares nothing with its sources and has no dictionaries. */
public final class Concatenation {

    private final List<? extends Vector> parts;
    private final int length;

    private Concatenation(List<? extends Vector> parts) {
        this.parts = parts;
        long slots = 0;
        for (Vector part : parts) {
            slots += part.length();
        }
        this.length = arrayLength(slots);
    }

    /**
     * Returns the rows of batches as one batch.
     *
     * @param batches at least one, all of the same shape
     * @throws InvalidDataException if the result would exceed the maximum array length
     */
    public static Batch of(List<Batch> batches) {
        List<Vector> columns = new ArrayList<>();
        for (int i = 0; i < batches.get(0).columns().size(); i++) {
            int index = i;
            columns.add(join(batches, batch -> batch.columns().get(index)));
        }
        int rows = arrayLength(batches.stream().mapToLong(Batch::rowCount).sum());
        return new Batch(rows, columns);
    }

    private static <T> Vector join(List<T> sources, Function<T, Vector> vector) {
        return new Concatenation(sources.stream().map(vector).toList()).join();
    }

    private static int arrayLength(long length) {
        if (length > Integer.MAX_VALUE - 8) {
            throw new InvalidDataException(length + " values exceed the maximum size of a vector");
        }
        return (int) length;
    }

    private Vector join() {
        Vector first = parts.get(0);
        if (first instanceof IntVector) {
            int[] values = new int[length];
            fill((part, to) -> System.arraycopy(((IntVector) part).values(), 0, values, to, part.length()));
            return new IntVector(length, values, validity());
        } else if (first instanceof LongVector) {
            long[] values = new long[length];
            fill((part, to) -> System.arraycopy(((LongVector) part).values(), 0, values, to, part.length()));
            return new LongVector(length, values, validity());
        } else if (first instanceof FloatVector) {
            float[] values = new float[length];
            fill((part, to) -> System.arraycopy(((FloatVector) part).values(), 0, values, to, part.length()));
            return new FloatVector(length, values, validity());
        } else if (first instanceof DoubleVector) {
            double[] values = new double[length];
            fill((part, to) -> System.arraycopy(((DoubleVector) part).values(), 0, values, to, part.length()));
            return new DoubleVector(length, values, validity());
        } else if (first instanceof BooleanVector) {
            boolean[] values = new boolean[length];
            fill((part, to) -> System.arraycopy(((BooleanVector) part).values(), 0, values, to, part.length()));
            return new BooleanVector(length, values, validity());
        }
        return isFixed(first)
                ? fixed()
                : first instanceof BinaryVector || first instanceof DictionaryVector ? binary() : nested(first);
    }

    /** Copies a part to an index of the result. */
    private interface PartCopy {
        void copy(Vector part, int to);
    }

    private void fill(PartCopy copy) {
        int to = 0;
        for (Vector part : parts) {
            copy.copy(part, to);
            to += part.length();
        }
    }

    private long @Nullable [] validity() {
        if (parts.stream().allMatch(part -> part.validity() == null)) {
            return null;
        }
        long[] words = new long[Validity.words(length)];
        fill((part, to) -> {
            for (int i = 0; i < part.length(); i++) {
                if (!part.isNull(i)) {
                    Validity.set(words, to + i);
                }
            }
        });
        return words;
    }

    private static boolean isFixed(Vector vector) {
        return vector instanceof FixedBinaryVector
                || (vector instanceof DictionaryVector encoded && encoded.dictionary() instanceof FixedBinaryVector);
    }

    private Vector fixed() {
        int width = width(parts.get(0));
        byte[] bytes = new byte[arrayLength((long) length * width)];
        fill((part, to) -> {
            FixedBinaryVector values = part instanceof DictionaryVector encoded
                    ? (FixedBinaryVector) encoded.dictionary()
                    : (FixedBinaryVector) part;
            for (int i = 0; i < part.length(); i++) {
                if (!part.isNull(i)) {
                    int slot = part instanceof DictionaryVector encoded ? encoded.ids()[i] : i;
                    System.arraycopy(values.bytes(), values.offset() + slot * width, bytes, (to + i) * width, width);
                }
            }
        });
        return new FixedBinaryVector(length, width, bytes, 0, validity());
    }

    private static int width(Vector vector) {
        return vector instanceof DictionaryVector encoded
                ? width(encoded.dictionary())
                : ((FixedBinaryVector) vector).width();
    }

    private Vector binary() {
        int[] starts = new int[length];
        int[] lengths = new int[length];
        long[] size = new long[1];
        fill((part, to) -> {
            BinaryVector values = values(part);
            for (int i = 0; i < part.length(); i++) {
                lengths[to + i] = part.isNull(i) ? 0 : values.lengths()[slot(part, i)];
                starts[to + i] = arrayLength(size[0]);
                size[0] += lengths[to + i];
            }
        });
        byte[] bytes = new byte[arrayLength(size[0])];
        fill((part, to) -> {
            BinaryVector values = values(part);
            for (int i = 0; i < part.length(); i++) {
                if (lengths[to + i] > 0) {
                    int start = values.starts()[slot(part, i)];
                    System.arraycopy(values.bytes(), start, bytes, starts[to + i], lengths[to + i]);
                }
            }
        });
        return new BinaryVector(length, bytes, starts, lengths, validity());
    }

    private static BinaryVector values(Vector part) {
        return (BinaryVector) (part instanceof DictionaryVector encoded ? encoded.dictionary() : part);
    }

    private static int slot(Vector part, int index) {
        return part instanceof DictionaryVector encoded ? encoded.ids()[index] : index;
    }

    private Vector nested(Vector first) {
        if (first instanceof StructVector struct) {
            List<Vector> children = new ArrayList<>();
            for (int i = 0; i < struct.children().size(); i++) {
                int index = i;
                children.add(
                        join(parts, part -> ((StructVector) part).children().get(index)));
            }
            return new StructVector(length, children, validity());
        } else if (first instanceof ListVector) {
            int[] offsets = offsets(part -> ((ListVector) part).offsets());
            return new ListVector(length, offsets, join(parts, part -> ((ListVector) part).elements()), validity());
        }
        MapVector map = (MapVector) first;
        int[] offsets = offsets(part -> ((MapVector) part).offsets());
        Vector keys =
                map.keys() == null ? null : join(parts, part -> Objects.requireNonNull(((MapVector) part).keys()));
        Vector values =
                map.values() == null ? null : join(parts, part -> Objects.requireNonNull(((MapVector) part).values()));
        return new MapVector(length, offsets, keys, values, validity());
    }

    private int[] offsets(Function<Vector, int[]> ofPart) {
        int[] offsets = new int[length + 1];
        fill((part, to) -> {
            int[] old = ofPart.apply(part);
            for (int i = 0; i < part.length(); i++) {
                offsets[to + i + 1] = arrayLength((long) offsets[to + i] + old[i + 1] - old[i]);
            }
        });
        return offsets;
    }
}
