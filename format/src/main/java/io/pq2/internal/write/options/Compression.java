package io.pq2.internal.write.options;

import io.pq2.metadata.CompressionCodec;

/**
 * How pages are compressed.
 *
 * @param codec the codec
 * @param level the codec's level, null for its default
 */
public record Compression(CompressionCodec codec, Integer level) {}
