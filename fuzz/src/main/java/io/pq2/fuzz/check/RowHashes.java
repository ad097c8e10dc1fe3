package io.pq2.fuzz.check;

import io.pq2.read.BatchReader;
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
import io.pq2.vector.Vector;
import java.util.Arrays;

/** A hash of each row of a scan, independent of batches and of the representation of values. */
public final class RowHashes {

    private static final long NULL = 0x5DEECE66DL;
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private long[] hashes = new long[64];
    private long[] indexes = new long[64];
    private int size;

    /** Returns the number of rows. */
    public int size() {
        return size;
    }

    /** Returns the hash of a row. */
    public long hash(int row) {
        return hashes[row];
    }

    /** Returns the index in the file of a row. */
    public long index(int row) {
        return indexes[row];
    }

    /** Adds the rows of the last batch of a reader. */
    void add(Batch batch, BatchReader reader) {
        for (int row = 0; row < batch.rowCount(); row++) {
            long hash = 1;
            for (Vector column : batch.columns()) {
                hash = mix(hash, value(column, row));
            }
            if (size == hashes.length) {
                hashes = Arrays.copyOf(hashes, 2 * size);
                indexes = Arrays.copyOf(indexes, 2 * size);
            }
            hashes[size] = hash;
            indexes[size++] = reader.rowIndex(row);
        }
    }

    /** Whether the rows are the first ones of another scan. */
    public boolean isPrefixOf(RowHashes other) {
        return size <= other.size && Arrays.equals(hashes, 0, size, other.hashes, 0, size);
    }

    /** Whether the rows are those of another scan. */
    public boolean isEqualTo(RowHashes other) {
        return size == other.size && isPrefixOf(other);
    }

    private static long mix(long hash, long value) {
        long mixed = (hash ^ value) * FACTOR;
        return mixed ^ mixed >>> 29;
    }

    private static long value(Vector vector, int slot) {
        if (vector.isNull(slot)) {
            return NULL;
        } else if (vector instanceof IntVector ints) {
            return ints.values()[slot];
        } else if (vector instanceof LongVector longs) {
            return longs.values()[slot];
        } else if (vector instanceof BinaryVector binary) {
            return bytes(binary.bytes(), binary.starts()[slot], binary.lengths()[slot]);
        } else if (vector instanceof FixedBinaryVector fixed) {
            return bytes(fixed.bytes(), fixed.offset() + slot * fixed.width(), fixed.width());
        } else if (vector instanceof DictionaryVector encoded) {
            return value(encoded.dictionary(), encoded.ids()[slot]);
        } else if (vector instanceof BooleanVector booleans) {
            return booleans.values()[slot] ? 1 : 2;
        } else if (vector instanceof FloatVector floats) {
            return Float.floatToRawIntBits(floats.values()[slot]);
        } else if (vector instanceof DoubleVector doubles) {
            return Double.doubleToRawLongBits(doubles.values()[slot]);
        }
        return nested(vector, slot);
    }

    private static long nested(Vector vector, int slot) {
        long hash = 3;
        if (vector instanceof StructVector struct) {
            for (Vector child : struct.children()) {
                hash = mix(hash, value(child, slot));
            }
        } else if (vector instanceof ListVector list) {
            for (int i = list.offsets()[slot]; i < list.offsets()[slot + 1]; i++) {
                hash = mix(hash, value(list.elements(), i));
            }
        } else if (vector instanceof MapVector map) {
            for (int i = map.offsets()[slot]; i < map.offsets()[slot + 1]; i++) {
                hash = mix(hash, map.keys() == null ? 0 : value(map.keys(), i));
                hash = mix(hash, map.values() == null ? 0 : value(map.values(), i));
            }
        }
        return hash;
    }

    private static long bytes(byte[] bytes, int start, int length) {
        long hash = length;
        for (int i = start; i < start + length; i++) {
            hash = hash * 31 + bytes[i];
        }
        return mix(7, hash);
    }
}
