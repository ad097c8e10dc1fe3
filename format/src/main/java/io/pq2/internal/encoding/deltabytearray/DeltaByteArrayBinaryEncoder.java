package io.pq2.internal.encoding.deltabytearray;

import io.pq2.internal.encoding.BinaryEncoder;
import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.encoding.deltabinarypacked.DeltaIntEncoder;
import io.pq2.internal.encoding.deltalengthbytearray.DeltaLengthBinaryEncoder;
import io.pq2.metadata.Encoding;
import java.util.Arrays;
import java.util.Objects;

/**
 * Encodes DELTA_BYTE_ARRAY BYTE_ARRAY: prefix lengths as DELTA_BINARY_PACKED, then the suffixes as
 * DELTA_LENGTH_BYTE_ARRAY. The first value of a page has no prefix.
 */
public final class DeltaByteArrayBinaryEncoder implements BinaryEncoder {

    private static final int CHUNK = 512;

    private final DeltaIntEncoder prefixEncoder;
    private final DeltaLengthBinaryEncoder suffixEncoder;
    private final int[] prefixes = new int[CHUNK];
    private final int[] suffixStarts = new int[CHUNK];
    private final int[] suffixLengths = new int[CHUNK];
    /** The last value of the previous call. */
    private final EncodedBytes last = new EncodedBytes();

    public DeltaByteArrayBinaryEncoder(EncodedBytes out) {
        prefixEncoder = new DeltaIntEncoder(out);
        suffixEncoder = new DeltaLengthBinaryEncoder(out);
    }

    @Override
    public void write(byte[] bytes, int[] starts, int[] lengths, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, starts.length);
        byte[] before = last.array();
        int beforeFrom = 0;
        int beforeTo = last.size();
        int at = offset;
        for (int left = count; left > 0; left -= CHUNK) {
            int taken = Math.min(left, CHUNK);
            for (int i = 0; i < taken; i++) {
                int from = starts[at];
                int to = from + lengths[at];
                int mismatch = Arrays.mismatch(before, beforeFrom, beforeTo, bytes, from, to);
                int prefix = mismatch < 0 ? to - from : mismatch;
                prefixes[i] = prefix;
                suffixStarts[i] = from + prefix;
                suffixLengths[i] = to - from - prefix;
                before = bytes;
                beforeFrom = from;
                beforeTo = to;
                at++;
            }
            prefixEncoder.write(prefixes, 0, taken);
            suffixEncoder.write(bytes, suffixStarts, suffixLengths, 0, taken);
        }
        if (count > 0) {
            last.reset();
            last.putBytes(bytes, beforeFrom, beforeTo - beforeFrom);
        }
    }

    @Override
    public Encoding encoding() {
        return Encoding.DELTA_BYTE_ARRAY;
    }

    @Override
    public int pendingBytes() {
        return prefixEncoder.pendingBytes() + suffixEncoder.pendingBytes();
    }

    @Override
    public void finish() {
        prefixEncoder.finish();
        suffixEncoder.finish();
        last.reset();
    }
}
