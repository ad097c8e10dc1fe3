package io.pq2.internal.write.values;

import io.pq2.internal.encoding.BinaryEncoder;
import io.pq2.internal.encoding.BooleanEncoder;
import io.pq2.internal.encoding.DoubleEncoder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.FixedBinaryEncoder;
import io.pq2.internal.encoding.FloatEncoder;
import io.pq2.internal.encoding.IntEncoder;
import io.pq2.internal.encoding.LongEncoder;
import io.pq2.internal.encoding.ValueEncoder;
import io.pq2.internal.encoding.dictionary.PlainDictionary;
import io.pq2.internal.encoding.registry.ValueDecoders;
import io.pq2.internal.encoding.registry.ValueEncoders;
import io.pq2.metadata.Encoding;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;

/** Values of a page in PLAIN encoding, decoded so that other encodings can be tried on them. */
public final class PlainSample {

    private final PrimitiveField field;
    private final Vector values;

    private PlainSample(PrimitiveField field, Vector values) {
        this.field = field;
        this.values = values;
    }

    /**
     * Decodes the values of a page.
     *
     * @param plain the values in PLAIN encoding; must not change while the sample is in use
     * @param count the number of values
     */
    public static PlainSample of(PrimitiveField field, EncodedBytes plain, int count) {
        PhysicalType type = field.physicalType();
        if (type == PhysicalType.BOOLEAN) {
            boolean[] values = new boolean[count];
            ValueDecoders.booleans(Encoding.PLAIN, plain.array(), 0, plain.size())
                    .read(values, 0, count);
            return new PlainSample(field, new BooleanVector(count, values, null));
        }
        return new PlainSample(
                field, PlainDictionary.read(type, field.typeLength(), plain.array(), 0, plain.size(), count));
    }

    /** Appends the first {@code count} values to {@code out} in another encoding. */
    public void encode(Encoding encoding, int count, EncodedBytes out) {
        ValueEncoder encoder = ValueEncoders.open(field.physicalType(), field.typeLength(), encoding, out);
        if (values instanceof IntVector ints) {
            ((IntEncoder) encoder).write(ints.values(), 0, count);
        } else if (values instanceof LongVector longs) {
            ((LongEncoder) encoder).write(longs.values(), 0, count);
        } else if (values instanceof FloatVector floats) {
            ((FloatEncoder) encoder).write(floats.values(), 0, count);
        } else if (values instanceof DoubleVector doubles) {
            ((DoubleEncoder) encoder).write(doubles.values(), 0, count);
        } else if (values instanceof BooleanVector booleans) {
            ((BooleanEncoder) encoder).write(booleans.values(), 0, count);
        } else if (values instanceof BinaryVector slices) {
            ((BinaryEncoder) encoder).write(slices.bytes(), slices.starts(), slices.lengths(), 0, count);
        } else {
            FixedBinaryVector fixed = (FixedBinaryVector) values;
            ((FixedBinaryEncoder) encoder).write(fixed.bytes(), fixed.offset(), count);
        }
        encoder.finish();
    }
}
