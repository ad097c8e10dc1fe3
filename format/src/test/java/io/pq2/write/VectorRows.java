package io.pq2.write;

import io.pq2.io.MemoryInputFile;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Converts vectors to the plain values of {@link TestRows}. Keys or values of maps that were not read are null. */
public final class VectorRows {

    private VectorRows() {}

    /** Reads a file with pq2. */
    public static List<List<Object>> read(byte[] file, int batchSize) {
        List<List<Object>> rows = new ArrayList<>();
        try (ParquetFile open = ParquetFile.open(new MemoryInputFile("test.parquet", file));
                BatchReader reader = open.scan().batchSize(batchSize).open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                rows.addAll(rows(batch));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    /** Returns the rows of a batch. */
    public static List<List<Object>> rows(Batch batch) {
        List<List<Object>> rows = new ArrayList<>();
        for (int row = 0; row < batch.rowCount(); row++) {
            List<Object> values = new ArrayList<>();
            for (Vector column : batch.columns()) {
                values.add(value(column, row));
            }
            rows.add(values);
        }
        return rows;
    }

    private static Object value(Vector vector, int slot) {
        if (vector.isNull(slot)) {
            return null;
        } else if (vector instanceof BooleanVector booleans) {
            return booleans.values()[slot];
        } else if (vector instanceof IntVector ints) {
            return ints.values()[slot];
        } else if (vector instanceof LongVector longs) {
            return longs.values()[slot];
        } else if (vector instanceof FloatVector floats) {
            return floats.values()[slot];
        } else if (vector instanceof DoubleVector doubles) {
            return doubles.values()[slot];
        } else if (vector instanceof BinaryVector binary) {
            int start = binary.starts()[slot];
            return ByteBuffer.wrap(Arrays.copyOfRange(binary.bytes(), start, start + binary.lengths()[slot]));
        } else if (vector instanceof FixedBinaryVector fixed) {
            int start = fixed.offset() + slot * fixed.width();
            return ByteBuffer.wrap(Arrays.copyOfRange(fixed.bytes(), start, start + fixed.width()));
        } else if (vector instanceof DictionaryVector encoded) {
            return value(encoded.dictionary(), encoded.ids()[slot]);
        }
        return nested(vector, slot);
    }

    private static Object nested(Vector vector, int slot) {
        List<Object> values = new ArrayList<>();
        if (vector instanceof StructVector struct) {
            struct.children().forEach(child -> values.add(value(child, slot)));
        } else if (vector instanceof ListVector list) {
            for (int i = list.offsets()[slot]; i < list.offsets()[slot + 1]; i++) {
                values.add(value(list.elements(), i));
            }
        } else if (vector instanceof MapVector map) {
            for (int i = map.offsets()[slot]; i < map.offsets()[slot + 1]; i++) {
                Object key = map.keys() == null ? null : value(map.keys(), i);
                values.add(Arrays.asList(key, map.values() == null ? null : value(map.values(), i)));
            }
        }
        return values;
    }
}
