package io.pq2.internal.write.options;

import io.pq2.metadata.CompressionCodec;
import org.jspecify.annotations.Nullable;

/**
 * The compression of a column's pages.
 *
 * @param codec the codec
 * @param level the level of the codec; absent for the codec's default
 */
public record Compression(CompressionCodec codec, @Nullable Integer level) {}
