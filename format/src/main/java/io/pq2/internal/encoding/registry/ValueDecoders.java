package io.pq2.internal.encoding.registry;

import io.pq2.exception.CorruptFileException;
import io.pq2.internal.encoding.BinaryDecoder;
import io.pq2.internal.encoding.BooleanDecoder;
import io.pq2.internal.encoding.DoubleDecoder;
import io.pq2.internal.encoding.FixedBinaryDecoder;
import io.pq2.internal.encoding.FloatDecoder;
import io.pq2.internal.encoding.IntDecoder;
import io.pq2.internal.encoding.LongDecoder;
import io.pq2.internal.encoding.ValueDecoder;
import io.pq2.internal.encoding.alp.AlpDoubleDecoder;
import io.pq2.internal.encoding.alp.AlpFloatDecoder;
import io.pq2.internal.encoding.bytestreamsplit.ByteStreamSplitDoubleDecoder;
import io.pq2.internal.encoding.bytestreamsplit.ByteStreamSplitFixedBinaryDecoder;
import io.pq2.internal.encoding.bytestreamsplit.ByteStreamSplitFloatDecoder;
import io.pq2.internal.encoding.bytestreamsplit.ByteStreamSplitIntDecoder;
import io.pq2.internal.encoding.bytestreamsplit.ByteStreamSplitLongDecoder;
import io.pq2.internal.encoding.deltabinarypacked.DeltaIntDecoder;
import io.pq2.internal.encoding.deltabinarypacked.DeltaLongDecoder;
import io.pq2.internal.encoding.deltabytearray.DeltaByteArrayBinaryDecoder;
import io.pq2.internal.encoding.deltabytearray.DeltaByteArrayFixedBinaryDecoder;
import io.pq2.internal.encoding.deltalengthbytearray.DeltaLengthBinaryDecoder;
import io.pq2.internal.encoding.dictionary.DictionaryBinaryDecoder;
import io.pq2.internal.encoding.dictionary.DictionaryDoubleDecoder;
import io.pq2.internal.encoding.dictionary.DictionaryFixedBinaryDecoder;
import io.pq2.internal.encoding.dictionary.DictionaryFloatDecoder;
import io.pq2.internal.encoding.dictionary.DictionaryIntDecoder;
import io.pq2.internal.encoding.dictionary.DictionaryLongDecoder;
import io.pq2.internal.encoding.dictionary.PlainDictionary;
import io.pq2.internal.encoding.plain.PlainBinaryDecoder;
import io.pq2.internal.encoding.plain.PlainBooleanDecoder;
import io.pq2.internal.encoding.plain.PlainDoubleDecoder;
import io.pq2.internal.encoding.plain.PlainFixedBinaryDecoder;
import io.pq2.internal.encoding.plain.PlainFloatDecoder;
import io.pq2.internal.encoding.plain.PlainIntDecoder;
import io.pq2.internal.encoding.plain.PlainLongDecoder;
import io.pq2.internal.encoding.rle.RleBooleanDecoder;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.schema.Int96;
import io.pq2.metadata.Encoding;
import io.pq2.schema.PhysicalType;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.FloatVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import org.jspecify.annotations.Nullable;

/**
 * Creates decoders for the values of a data page, the bytes after the levels: {@code bytes} from {@code offset}
 * (inclusive) to {@code limit} (exclusive). Decoders do not copy the bytes, which must not change while values are
 * read.
 *
 * <p>Each method throws {@link CorruptFileException} if the format does not define the encoding for the type, if the
 * header of the values is malformed, or if the encoding needs a dictionary and the column chunk has none.
 */
public final class ValueDecoders {

    private ValueDecoders() {}

    /**
     * Creates a decoder for values of any type.
     *
     * @param typeLength the length of FIXED_LEN_BYTE_ARRAY values; ignored for other types
     * @param dictionary the result of {@link PlainDictionary#read}; absent when the column chunk has no dictionary
     *     page
     */
    public static ValueDecoder open(
            PhysicalType type,
            int typeLength,
            Encoding encoding,
            byte[] bytes,
            int offset,
            int limit,
            @Nullable Vector dictionary) {
        return switch (type) {
            case BOOLEAN -> booleans(encoding, bytes, offset, limit);
            case INT32 -> ints(encoding, bytes, offset, limit, (IntVector) dictionary);
            case INT64 -> longs(encoding, bytes, offset, limit, (LongVector) dictionary);
            case FLOAT -> floats(encoding, bytes, offset, limit, (FloatVector) dictionary);
            case DOUBLE -> doubles(encoding, bytes, offset, limit, (DoubleVector) dictionary);
            case BYTE_ARRAY -> binaries(encoding, bytes, offset, limit, (BinaryVector) dictionary);
            case INT96 -> {
                if (encoding == Encoding.BYTE_STREAM_SPLIT) {
                    throw notFor(encoding, type);
                }
                yield fixedBinaries(encoding, bytes, offset, limit, Int96.WIDTH, (FixedBinaryVector) dictionary);
            }
            case FIXED_LEN_BYTE_ARRAY ->
                fixedBinaries(encoding, bytes, offset, limit, typeLength, (FixedBinaryVector) dictionary);
        };
    }

    /** Creates a decoder for BOOLEAN values, encoded PLAIN or RLE. */
    public static BooleanDecoder booleans(Encoding encoding, byte[] bytes, int offset, int limit) {
        return switch (encoding) {
            case PLAIN -> new PlainBooleanDecoder(bytes, offset, limit);
            case RLE -> new RleBooleanDecoder(bytes, offset, limit);
            default -> throw notFor(encoding, PhysicalType.BOOLEAN);
        };
    }

    /** Creates a decoder for INT32 values. */
    public static IntDecoder ints(
            Encoding encoding, byte[] bytes, int offset, int limit, @Nullable IntVector dictionary) {
        return switch (encoding) {
            case PLAIN -> new PlainIntDecoder(bytes, offset, limit);
            case PLAIN_DICTIONARY, RLE_DICTIONARY ->
                new DictionaryIntDecoder(bytes, offset, limit, required(dictionary, encoding));
            case DELTA_BINARY_PACKED -> new DeltaIntDecoder(bytes, offset, limit);
            case BYTE_STREAM_SPLIT -> new ByteStreamSplitIntDecoder(bytes, offset, limit);
            default -> throw notFor(encoding, PhysicalType.INT32);
        };
    }

    /** Creates a decoder for INT64 values. */
    public static LongDecoder longs(
            Encoding encoding, byte[] bytes, int offset, int limit, @Nullable LongVector dictionary) {
        return switch (encoding) {
            case PLAIN -> new PlainLongDecoder(bytes, offset, limit);
            case PLAIN_DICTIONARY, RLE_DICTIONARY ->
                new DictionaryLongDecoder(bytes, offset, limit, required(dictionary, encoding));
            case DELTA_BINARY_PACKED -> new DeltaLongDecoder(bytes, offset, limit);
            case BYTE_STREAM_SPLIT -> new ByteStreamSplitLongDecoder(bytes, offset, limit);
            default -> throw notFor(encoding, PhysicalType.INT64);
        };
    }

    /** Creates a decoder for FLOAT values. */
    public static FloatDecoder floats(
            Encoding encoding, byte[] bytes, int offset, int limit, @Nullable FloatVector dictionary) {
        return switch (encoding) {
            case PLAIN -> new PlainFloatDecoder(bytes, offset, limit);
            case PLAIN_DICTIONARY, RLE_DICTIONARY ->
                new DictionaryFloatDecoder(bytes, offset, limit, required(dictionary, encoding));
            case BYTE_STREAM_SPLIT -> new ByteStreamSplitFloatDecoder(bytes, offset, limit);
            case ALP -> new AlpFloatDecoder(bytes, offset, limit);
            default -> throw notFor(encoding, PhysicalType.FLOAT);
        };
    }

    /** Creates a decoder for DOUBLE values. */
    public static DoubleDecoder doubles(
            Encoding encoding, byte[] bytes, int offset, int limit, @Nullable DoubleVector dictionary) {
        return switch (encoding) {
            case PLAIN -> new PlainDoubleDecoder(bytes, offset, limit);
            case PLAIN_DICTIONARY, RLE_DICTIONARY ->
                new DictionaryDoubleDecoder(bytes, offset, limit, required(dictionary, encoding));
            case BYTE_STREAM_SPLIT -> new ByteStreamSplitDoubleDecoder(bytes, offset, limit);
            case ALP -> new AlpDoubleDecoder(bytes, offset, limit);
            default -> throw notFor(encoding, PhysicalType.DOUBLE);
        };
    }

    /** Creates a decoder for BYTE_ARRAY values with the default limits. */
    public static BinaryDecoder binaries(
            Encoding encoding, byte[] bytes, int offset, int limit, @Nullable BinaryVector dictionary) {
        return binaries(encoding, bytes, offset, limit, dictionary, DecodeBudget.ofHeap(limit - offset));
    }

    /**
     * Creates a decoder for BYTE_ARRAY values.
     *
     * @param budget limits the values that a decoder assembles
     */
    public static BinaryDecoder binaries(
            Encoding encoding,
            byte[] bytes,
            int offset,
            int limit,
            @Nullable BinaryVector dictionary,
            DecodeBudget budget) {
        return switch (encoding) {
            case PLAIN -> new PlainBinaryDecoder(bytes, offset, limit);
            case PLAIN_DICTIONARY, RLE_DICTIONARY ->
                new DictionaryBinaryDecoder(bytes, offset, limit, required(dictionary, encoding));
            case DELTA_LENGTH_BYTE_ARRAY -> new DeltaLengthBinaryDecoder(bytes, offset, limit);
            case DELTA_BYTE_ARRAY -> new DeltaByteArrayBinaryDecoder(bytes, offset, limit, budget);
            default -> throw notFor(encoding, PhysicalType.BYTE_ARRAY);
        };
    }

    /**
     * Creates a decoder for FIXED_LEN_BYTE_ARRAY values of {@code width} bytes, or INT96 values with a width of 12.
     */
    public static FixedBinaryDecoder fixedBinaries(
            Encoding encoding, byte[] bytes, int offset, int limit, int width, @Nullable FixedBinaryVector dictionary) {
        return switch (encoding) {
            case PLAIN -> new PlainFixedBinaryDecoder(bytes, offset, limit, width);
            case PLAIN_DICTIONARY, RLE_DICTIONARY ->
                new DictionaryFixedBinaryDecoder(bytes, offset, limit, required(dictionary, encoding));
            case DELTA_BYTE_ARRAY -> new DeltaByteArrayFixedBinaryDecoder(bytes, offset, limit, width);
            case BYTE_STREAM_SPLIT -> new ByteStreamSplitFixedBinaryDecoder(bytes, offset, limit, width);
            default -> throw notFor(encoding, PhysicalType.FIXED_LEN_BYTE_ARRAY);
        };
    }

    private static <V extends Vector> V required(@Nullable V dictionary, Encoding encoding) {
        if (dictionary == null) {
            throw new CorruptFileException(
                    "data page of encoding " + encoding + ": the column chunk has no dictionary page");
        }
        return dictionary;
    }

    private static CorruptFileException notFor(Encoding encoding, PhysicalType type) {
        return new CorruptFileException("the format does not define encoding " + encoding + " for " + type + " values");
    }
}
