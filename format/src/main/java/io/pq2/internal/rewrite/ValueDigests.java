package io.pq2.internal.rewrite;

import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.vector.DictionaryValues;
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
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * SHA-256 digests of the values of each top-level field of some rows. They depend on the values, nulls and lists only,
 * and not on row groups, pages, encodings and batches.
 *
 * <p>A null is the byte 0. A value is the byte 1 and then its bits, its length and bytes, its number of elements and
 * the elements, or its fields.
 */
public final class ValueDigests {

    private final DecodeBudget budget;
    private final List<Field> fields = new ArrayList<>();
    private long rows;

    /** @param budget limits the bytes of the dictionary values that are digested, once for each id */
    public ValueDigests(DecodeBudget budget) {
        this.budget = budget;
    }

    /** Adds the rows of a scan after a conversion, and closes the scan. */
    public void add(BatchReader batches, BatchConversion conversion) throws IOException {
        try (batches) {
            for (Batch read = batches.next(); read != null; read = batches.next()) {
                rows += read.rowCount();
                budget.decoded(DictionaryValues.bytes(read));
                Batch batch = conversion.convert(read, batches.firstRow());
                for (int i = 0; i < batch.columns().size(); i++) {
                    if (i == fields.size()) {
                        fields.add(new Field(batches.shape().children().get(i).name()));
                    }
                    fields.get(i).add(batch.columns().get(i), batch.rowCount());
                }
            }
        }
    }

    /** Returns how other rows differ from these; absent if they are equal. */
    public @Nullable String difference(ValueDigests other) {
        if (rows != other.rows || fields.size() != other.fields.size()) {
            return other.rows + " rows of " + other.fields.size() + " fields instead of " + rows + " rows of "
                    + fields.size();
        }
        for (int i = 0; i < fields.size(); i++) {
            if (!MessageDigest.isEqual(
                    fields.get(i).digest(), other.fields.get(i).digest())) {
                return "other values of field " + fields.get(i).name;
            }
        }
        return null;
    }

    private static final class Field {

        private final String name;
        private final MessageDigest digest;
        private final ByteBuffer buffer = ByteBuffer.allocate(1 << 13);

        Field(String name) {
            this.name = name;
            try {
                this.digest = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every JDK has SHA-256", e);
            }
        }

        void add(Vector vector, int rowCount) {
            for (int row = 0; row < rowCount; row++) {
                value(vector, row);
            }
        }

        byte[] digest() {
            flush();
            return digest.digest();
        }

        private void value(Vector vector, int slot) {
            if (vector.isNull(slot)) {
                space(1).put((byte) 0);
                return;
            }
            if (vector instanceof DictionaryVector encoded) {
                value(encoded.dictionary(), encoded.ids()[slot]);
                return;
            }
            space(1).put((byte) 1);
            if (vector instanceof BooleanVector booleans) {
                space(1).put((byte) (booleans.values()[slot] ? 1 : 0));
            } else if (vector instanceof IntVector ints) {
                space(Integer.BYTES).putInt(ints.values()[slot]);
            } else if (vector instanceof LongVector longs) {
                space(Long.BYTES).putLong(longs.values()[slot]);
            } else if (vector instanceof FloatVector floats) {
                space(Integer.BYTES).putInt(Float.floatToRawIntBits(floats.values()[slot]));
            } else if (vector instanceof DoubleVector doubles) {
                space(Long.BYTES).putLong(Double.doubleToRawLongBits(doubles.values()[slot]));
            } else if (vector instanceof BinaryVector binary) {
                bytes(binary.bytes(), binary.starts()[slot], binary.lengths()[slot]);
            } else if (vector instanceof FixedBinaryVector fixed) {
                bytes(fixed.bytes(), fixed.offset() + slot * fixed.width(), fixed.width());
            } else {
                nested(vector, slot);
            }
        }

        private void nested(Vector vector, int slot) {
            if (vector instanceof StructVector struct) {
                struct.children().forEach(child -> value(child, slot));
            } else if (vector instanceof ListVector list) {
                int from = list.offsets()[slot];
                int to = list.offsets()[slot + 1];
                space(Integer.BYTES).putInt(to - from);
                for (int i = from; i < to; i++) {
                    value(list.elements(), i);
                }
            } else {
                MapVector map = (MapVector) vector;
                int from = map.offsets()[slot];
                int to = map.offsets()[slot + 1];
                space(Integer.BYTES).putInt(to - from);
                for (int i = from; i < to; i++) {
                    part(map.keys(), i);
                    part(map.values(), i);
                }
            }
        }

        private void part(@Nullable Vector vector, int slot) {
            if (vector != null) {
                value(vector, slot);
            }
        }

        private void bytes(byte[] source, int offset, int length) {
            space(Integer.BYTES).putInt(length);
            if (length > buffer.capacity()) {
                flush();
                digest.update(source, offset, length);
            } else {
                space(length).put(source, offset, length);
            }
        }

        private ByteBuffer space(int length) {
            if (buffer.remaining() < length) {
                flush();
            }
            return buffer;
        }

        private void flush() {
            digest.update(buffer.array(), 0, buffer.position());
            buffer.clear();
        }
    }
}
