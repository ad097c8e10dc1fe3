package io.pq2.internal.variant.compact;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.Validity;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The places of the values and metadata of a batch in their arrays. */
final class Slots {

    private final int[] valueStarts;
    private final int[] valueLengths;
    private final int[] metadataStarts;
    private final int[] metadataLengths;
    /** The place of the metadata that was set last. */
    private int lastStart;

    private int lastLength;
    /** The bitmap of the values that are not null; absent if none is null. Shared until a value is missing. */
    private long @Nullable [] validity;

    private boolean isShared = true;

    Slots(int length, long @Nullable [] validity) {
        this.validity = validity;
        valueStarts = new int[length];
        valueLengths = new int[length];
        metadataStarts = new int[length];
        metadataLengths = new int[length];
    }

    /** Makes the value of a slot null. */
    void missing(int slot) {
        long[] bits = validity;
        if (bits == null || isShared) {
            bits = new long[Validity.words(valueStarts.length)];
            if (validity == null) {
                Arrays.fill(bits, -1);
            } else {
                System.arraycopy(validity, 0, bits, 0, bits.length);
            }
            validity = bits;
            isShared = false;
        }
        Validity.clear(bits, slot);
    }

    /** Starts the value of a slot. */
    void begin(int slot, EncodedBytes values) {
        valueStarts[slot] = values.size();
    }

    /** Ends the value of a slot. */
    void end(int slot, EncodedBytes values) {
        valueLengths[slot] = values.size() - valueStarts[slot];
    }

    void metadata(int slot, int start, int length) {
        lastStart = start;
        lastLength = length;
        repeatMetadata(slot);
    }

    /** Sets the metadata that was set last. */
    void repeatMetadata(int slot) {
        metadataStarts[slot] = lastStart;
        metadataLengths[slot] = lastLength;
    }

    CompactVariants.Variants vectors(EncodedBytes values, EncodedBytes metadata) {
        int length = valueStarts.length;
        return new CompactVariants.Variants(
                new BinaryVector(length, values.array(), valueStarts, valueLengths, validity),
                new BinaryVector(length, metadata.array(), metadataStarts, metadataLengths, validity));
    }
}
