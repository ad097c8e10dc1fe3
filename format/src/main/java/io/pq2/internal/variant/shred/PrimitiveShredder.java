package io.pq2.internal.variant.shred;

import io.pq2.internal.io.LittleEndian;
import io.pq2.internal.variant.EncodedValue;
import io.pq2.internal.variant.ValueCheck;
import io.pq2.variant.VariantType;
import io.pq2.vector.BinaryVectorBuilder;
import io.pq2.vector.BooleanVectorBuilder;
import io.pq2.vector.DoubleVectorBuilder;
import io.pq2.vector.FixedBinaryVectorBuilder;
import io.pq2.vector.FloatVectorBuilder;
import io.pq2.vector.IntVectorBuilder;
import io.pq2.vector.LongVectorBuilder;
import io.pq2.vector.VectorBuilder;

/** Shreds values of one primitive type other than exact numbers. */
final class PrimitiveShredder implements TypedShredder {

    private static final int UUID_BYTES = 16;

    private final VariantType type;
    private final VectorBuilder builder;
    private final Sink sink;

    /** Appends a value of the type. */
    private interface Sink {
        void append(EncodedValue value);
    }

    private PrimitiveShredder(VariantType type, VectorBuilder builder, Sink sink) {
        this.type = type;
        this.builder = builder;
        this.sink = sink;
    }

    static PrimitiveShredder of(VariantType type) {
        return switch (type) {
            case BOOLEAN -> {
                BooleanVectorBuilder booleans = new BooleanVectorBuilder();
                yield new PrimitiveShredder(type, booleans, value -> booleans.append(value.isTrue()));
            }
            case FLOAT -> {
                FloatVectorBuilder floats = new FloatVectorBuilder();
                yield new PrimitiveShredder(
                        type,
                        floats,
                        value -> floats.append(
                                Float.intBitsToFloat(LittleEndian.getInt(value.bytes(), value.payload()))));
            }
            case DOUBLE -> {
                DoubleVectorBuilder doubles = new DoubleVectorBuilder();
                yield new PrimitiveShredder(
                        type, doubles, value -> doubles.append(Double.longBitsToDouble(value.number())));
            }
            case DATE -> {
                IntVectorBuilder ints = new IntVectorBuilder();
                yield new PrimitiveShredder(type, ints, value -> ints.append((int) value.number()));
            }
            case BINARY, STRING -> {
                BinaryVectorBuilder bytes = new BinaryVectorBuilder();
                yield new PrimitiveShredder(
                        type, bytes, value -> bytes.append(value.bytes(), value.payload(), value.payloadSize()));
            }
            case UUID -> {
                FixedBinaryVectorBuilder fixed = new FixedBinaryVectorBuilder(UUID_BYTES);
                yield new PrimitiveShredder(type, fixed, value -> fixed.append(value.bytes(), value.payload()));
            }
            default -> {
                LongVectorBuilder longs = new LongVectorBuilder();
                yield new PrimitiveShredder(type, longs, value -> longs.append(value.number()));
            }
        };
    }

    @Override
    public VectorBuilder builder() {
        return builder;
    }

    @Override
    public boolean append(EncodedValue value, MetadataNames names, BinaryVectorBuilder rest) {
        // A column of type TIME cannot store an invalid time.
        if (value.type() != type || type == VariantType.TIME && !ValueCheck.isTime(value.number())) {
            return false;
        }
        sink.append(value);
        rest.appendNull();
        return true;
    }
}
