package io.pq2.internal.write.chunk;

import io.pq2.internal.encoding.EncodedBytes;
import io.pq2.internal.write.options.WriteSettings;
import io.pq2.internal.write.values.LeafValues;
import io.pq2.internal.write.work.ColumnBuffers;
import io.pq2.metadata.Encoding;
import io.pq2.schema.Column;

/** The values of a column, the current encoding, and the encoded values of the open page. */
final class PageValues {

    private final EncodedBytes encoded = new EncodedBytes(64);
    private final LeafValues leaf;
    private Encoding encoding;

    PageValues(Column column, WriteSettings settings, Encoding encoding, ColumnBuffers buffers) {
        this.leaf = LeafValues.of(column, settings, encoding, encoded, buffers);
        this.encoding = encoding;
    }

    /** Returns the values. */
    LeafValues leaf() {
        return leaf;
    }

    /** Returns the encoded values of the open page. */
    EncodedBytes encoded() {
        return encoded;
    }

    /** Returns the encoding of values without a dictionary. */
    Encoding encoding() {
        return encoding;
    }

    /** Sets the encoding of values without a dictionary. The open page must be empty. */
    void setEncoding(Encoding value) {
        if (encoding != value) {
            encoding = value;
            leaf.setEncoding(value);
        }
    }

    /** Returns the bytes of the open page's values that are not dictionary encoded. */
    long openBytes() {
        return (long) encoded.size() + leaf.pendingBytes();
    }

    /** Frees the memory of the open page and of the encoder. */
    void release() {
        encoded.release();
        leaf.setEncoding(encoding);
    }
}
