package io.pq2.cli.internal.convert.arrow;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.compression.Codecs;
import io.pq2.internal.compression.Decompressor;
import io.pq2.internal.io.DecodeLimits;
import io.pq2.metadata.CompressionCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.flatbuf.BodyCompression;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.RecordBatch;
import org.jspecify.annotations.Nullable;

/** The nodes and buffers of a batch in their order, which is that of the fields, depth first. */
final class ArrowBuffers implements AutoCloseable {

    /** The most bytes that a compressed byte can become: a ZSTD block of 128 KiB takes 4 bytes. */
    private static final long MAX_EXPANSION = 32_768;
    /** Larger buffers are checked before memory for them is allocated. */
    private static final int UNCHECKED_BYTES = 1 << 20;
    /** The most bytes of the buffers of a batch after decompression. */
    private static final long MAX_DECOMPRESSED = DecodeLimits.defaultDecodingBytes();

    private final RecordBatch batch;
    private final ByteBuffer body;
    private final @Nullable Decompressor decompressor;
    private int node;
    private int buffer;
    private int variadic;
    private long decompressed;

    /** @param body the bytes of the body */
    ArrowBuffers(RecordBatch batch, ByteBuffer body) {
        this.batch = batch;
        this.body = body;
        BodyCompression compression = batch.compression();
        this.decompressor = compression == null ? null : decompressor(compression);
    }

    private static Decompressor decompressor(BodyCompression compression) {
        return switch (compression.codec()) {
            case CompressionType.LZ4_FRAME -> Codecs.decompressor(CompressionCodec.LZ4);
            case CompressionType.ZSTD -> Codecs.decompressor(CompressionCodec.ZSTD);
            default ->
                throw new UnsupportedFeatureException("buffers are compressed with codec " + compression.codec()
                        + ", and this version knows LZ4_FRAME (0) and ZSTD (1)");
        };
    }

    /** Returns the next node. */
    FieldNode node() {
        if (node >= batch.nodesLength()) {
            throw new CorruptFileException("RecordBatch.nodes has " + batch.nodesLength() + ", too few for the schema");
        }
        return batch.nodes(node++);
    }

    /** Returns the number of data buffers of the next column of views. */
    int variadicCount() {
        if (variadic >= batch.variadicBufferCountsLength()) {
            throw new CorruptFileException("RecordBatch.variadicBufferCounts is too short for the schema");
        }
        long count = batch.variadicBufferCounts(variadic++);
        if (count < 0 || count > batch.buffersLength() - buffer) {
            throw new CorruptFileException("RecordBatch.variadicBufferCounts has " + count + ", but "
                    + (batch.buffersLength() - buffer) + " buffers are left");
        }
        return (int) count;
    }

    /**
     * Returns the next buffer, little-endian.
     *
     * @param least the number of bytes that it needs
     */
    ByteBuffer next(long least) {
        int index = buffer++;
        if (index >= batch.buffersLength()) {
            throw new CorruptFileException(
                    "RecordBatch.buffers has " + batch.buffersLength() + ", too few for the schema");
        }
        Buffer place = batch.buffers(index);
        long offset = place.offset();
        long length = place.length();
        if (offset < 0 || length < 0 || offset > body.limit() || length > body.limit() - offset) {
            throw new CorruptFileException("buffer " + index + " is at " + offset + " with " + length
                    + " bytes, and the body has " + body.limit());
        }
        ByteBuffer bytes = body.slice((int) offset, (int) length).order(ByteOrder.LITTLE_ENDIAN);
        if (decompressor != null && length > 0) {
            bytes = decompress(bytes, index, decompressor);
        }
        if (bytes.limit() < least) {
            throw new CorruptFileException(
                    "buffer " + index + " has " + bytes.limit() + " bytes, and its values need " + least);
        }
        return bytes;
    }

    private ByteBuffer decompress(ByteBuffer bytes, int index, Decompressor codec) {
        if (bytes.limit() < Long.BYTES) {
            throw new CorruptFileException(
                    "compressed buffer " + index + " has " + bytes.limit() + " bytes, too few for its length");
        }
        long length = bytes.getLong(0);
        int compressed = bytes.limit() - Long.BYTES;
        if (length == -1) {
            return bytes.slice(Long.BYTES, compressed).order(ByteOrder.LITTLE_ENDIAN);
        }
        // An array can have a few bytes less than Integer.MAX_VALUE.
        if (length < 0 || length > Math.min(Integer.MAX_VALUE - 8L, compressed * MAX_EXPANSION)) {
            throw new CorruptFileException("compressed buffer " + index + " claims " + length
                    + " bytes, and its compressed bytes are " + compressed);
        }
        byte[] source = bytes.array();
        int start = bytes.arrayOffset() + Long.BYTES;
        decompressed += length;
        if (decompressed > MAX_DECOMPRESSED) {
            throw new UnsupportedFeatureException("the buffers of a batch have more than " + MAX_DECOMPRESSED
                    + " bytes after decompression, half of the JVM's maximum heap; write the file with smaller batches,"
                    + " or give the JVM more memory (-Xmx)");
        }
        if (length > UNCHECKED_BYTES) {
            codec.justify(source, start, compressed, (int) length);
        }
        byte[] values = new byte[(int) length];
        codec.decompress(source, start, compressed, values, 0, values.length);
        return ByteBuffer.wrap(values).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void close() {
        if (decompressor != null) {
            decompressor.close();
        }
    }
}
