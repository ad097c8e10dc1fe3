package io.pq2.inspect;

import io.pq2.metadata.CompressionCodec;
import io.pq2.metadata.Encoding;
import java.util.List;

/**
 * What the values of a column need in one encoding and codec, measured by {@link EncodingCosts}.
 *
 * @param encodings the encodings of the data pages. There are two if a dictionary grew too large, so that only the
 *     first pages have it: RLE_DICTIONARY and PLAIN. Empty if there are no rows
 * @param codec the codec
 * @param bytes the bytes of the pages and their headers in a file, dictionary page included: {@code
 *     total_compressed_size} of the column chunk
 * @param encodeNanos the time to write the values, compressed, in nanoseconds; -1 if it was not measured
 * @param decodeNanos the time to read them into vectors, in nanoseconds; -1 if it was not measured
 */
public record EncodingCost(
        List<Encoding> encodings, CompressionCodec codec, long bytes, long encodeNanos, long decodeNanos) {

    public EncodingCost {
        encodings = List.copyOf(encodings);
    }
}
