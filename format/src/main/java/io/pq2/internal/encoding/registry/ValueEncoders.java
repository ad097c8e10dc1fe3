package io.pq2.internal.encoding.registry;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.encoding.BinaryEncoder;
import io.pq2.internal.encoding.BooleanEncoder;
import io.pq2.internal.encoding.DoubleEncoder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.FixedBinaryEncoder;
import io.pq2.internal.encoding.FloatEncoder;
import io.pq2.internal.encoding.IntEncoder;
import io.pq2.internal.encoding.LongEncoder;
import io.pq2.internal.encoding.ValueEncoder;
import io.pq2.internal.encoding.alp.AlpDoubleEncoder;
import io.pq2.internal.encoding.alp.AlpFloatEncoder;
import io.pq2.internal.encoding.bytestreamsplit.ByteStreamSplitDoubleEncoder;
import io.pq2.internal.encoding.bytestreamsplit.ByteStreamSplitFixedBinaryEncoder;
import io.pq2.internal.encoding.bytestreamsplit.ByteStreamSplitFloatEncoder;
import io.pq2.internal.encoding.bytestreamsplit.ByteStreamSplitIntEncoder;
import io.pq2.internal.encoding.bytestreamsplit.ByteStreamSplitLongEncoder;
import io.pq2.internal.encoding.deltabinarypacked.DeltaIntEncoder;
import io.pq2.internal.encoding.deltabinarypacked.DeltaLongEncoder;
import io.pq2.internal.encoding.deltabytearray.DeltaByteArrayBinaryEncoder;
import io.pq2.internal.encoding.deltabytearray.DeltaByteArrayFixedBinaryEncoder;
import io.pq2.internal.encoding.deltalengthbytearray.DeltaLengthBinaryEncoder;
import io.pq2.internal.encoding.dictionary.DictionaryIdEncoder;
import io.pq2.internal.encoding.plain.PlainBinaryEncoder;
import io.pq2.internal.encoding.plain.PlainBooleanEncoder;
import io.pq2.internal.encoding.plain.PlainDoubleEncoder;
import io.pq2.internal.encoding.plain.PlainFixedBinaryEncoder;
import io.pq2.internal.encoding.plain.PlainFloatEncoder;
import io.pq2.internal.encoding.plain.PlainIntEncoder;
import io.pq2.internal.encoding.plain.PlainLongEncoder;
import io.pq2.internal.encoding.rle.RleBooleanEncoder;
import io.pq2.internal.schema.Int96;
import io.pq2.metadata.Encoding;
import io.pq2.schema.PhysicalType;

/**
 * Creates encoders for the values of a column, which append page after page to {@code out}. Dictionary builders and
 * {@link DictionaryIdEncoder} implement dictionary encoding.
 *
 * <p>Each method throws {@link UnsupportedFeatureException} if this version cannot write the encoding or the format
 * does not define it for the type.
 */
public final class ValueEncoders {

    private ValueEncoders() {}

    /**
     * Creates an encoder for values of any type.
     *
     * @param typeLength the length of FIXED_LEN_BYTE_ARRAY values; ignored for other types
     */
    public static ValueEncoder open(PhysicalType type, int typeLength, Encoding encoding, EncodedBytes out) {
        return switch (type) {
            case BOOLEAN -> booleans(encoding, out);
            case INT32 -> ints(encoding, out);
            case INT64 -> longs(encoding, out);
            case FLOAT -> floats(encoding, out);
            case DOUBLE -> doubles(encoding, out);
            case BYTE_ARRAY -> binaries(encoding, out);
            case INT96 -> {
                if (encoding == Encoding.BYTE_STREAM_SPLIT) {
                    throw unsupported(encoding, type);
                }
                yield fixedBinaries(encoding, Int96.WIDTH, out);
            }
            case FIXED_LEN_BYTE_ARRAY -> fixedBinaries(encoding, typeLength, out);
        };
    }

    /** Creates an encoder for BOOLEAN values, encoded PLAIN or RLE. */
    public static BooleanEncoder booleans(Encoding encoding, EncodedBytes out) {
        return switch (encoding) {
            case PLAIN -> new PlainBooleanEncoder(out);
            case RLE -> new RleBooleanEncoder(out);
            default -> throw unsupported(encoding, PhysicalType.BOOLEAN);
        };
    }

    /** Creates an encoder for INT32 values. */
    public static IntEncoder ints(Encoding encoding, EncodedBytes out) {
        return switch (encoding) {
            case PLAIN -> new PlainIntEncoder(out);
            case DELTA_BINARY_PACKED -> new DeltaIntEncoder(out);
            case BYTE_STREAM_SPLIT -> new ByteStreamSplitIntEncoder(out);
            default -> throw unsupported(encoding, PhysicalType.INT32);
        };
    }

    /** Creates an encoder for INT64 values. */
    public static LongEncoder longs(Encoding encoding, EncodedBytes out) {
        return switch (encoding) {
            case PLAIN -> new PlainLongEncoder(out);
            case DELTA_BINARY_PACKED -> new DeltaLongEncoder(out);
            case BYTE_STREAM_SPLIT -> new ByteStreamSplitLongEncoder(out);
            default -> throw unsupported(encoding, PhysicalType.INT64);
        };
    }

    /** Creates an encoder for FLOAT values. */
    public static FloatEncoder floats(Encoding encoding, EncodedBytes out) {
        return switch (encoding) {
            case PLAIN -> new PlainFloatEncoder(out);
            case BYTE_STREAM_SPLIT -> new ByteStreamSplitFloatEncoder(out);
            case ALP -> new AlpFloatEncoder(out);
            default -> throw unsupported(encoding, PhysicalType.FLOAT);
        };
    }

    /** Creates an encoder for DOUBLE values. */
    public static DoubleEncoder doubles(Encoding encoding, EncodedBytes out) {
        return switch (encoding) {
            case PLAIN -> new PlainDoubleEncoder(out);
            case BYTE_STREAM_SPLIT -> new ByteStreamSplitDoubleEncoder(out);
            case ALP -> new AlpDoubleEncoder(out);
            default -> throw unsupported(encoding, PhysicalType.DOUBLE);
        };
    }

    /** Creates an encoder for BYTE_ARRAY values. */
    public static BinaryEncoder binaries(Encoding encoding, EncodedBytes out) {
        return switch (encoding) {
            case PLAIN -> new PlainBinaryEncoder(out);
            case DELTA_LENGTH_BYTE_ARRAY -> new DeltaLengthBinaryEncoder(out);
            case DELTA_BYTE_ARRAY -> new DeltaByteArrayBinaryEncoder(out);
            default -> throw unsupported(encoding, PhysicalType.BYTE_ARRAY);
        };
    }

    /**
     * Creates an encoder for FIXED_LEN_BYTE_ARRAY values of {@code width} bytes, or INT96 values with a width of 12,
     * for which the format does not define BYTE_STREAM_SPLIT.
     */
    public static FixedBinaryEncoder fixedBinaries(Encoding encoding, int width, EncodedBytes out) {
        return switch (encoding) {
            case PLAIN -> new PlainFixedBinaryEncoder(out, width);
            case DELTA_BYTE_ARRAY -> new DeltaByteArrayFixedBinaryEncoder(out, width);
            case BYTE_STREAM_SPLIT -> new ByteStreamSplitFixedBinaryEncoder(out, width);
            default -> throw unsupported(encoding, PhysicalType.FIXED_LEN_BYTE_ARRAY);
        };
    }

    private static UnsupportedFeatureException unsupported(Encoding encoding, PhysicalType type) {
        return new UnsupportedFeatureException("writing " + type + " values in encoding " + encoding);
    }
}
