package io.pq2.internal.compression;

import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import java.util.EnumMap;
import java.util.Map;

/**
 * One decompressor per codec, for all columns that one thread reads. A context of ZSTD takes about 100 KiB, so a scan
 * of thousands of columns shares it. Its creator closes it. Not thread-safe.
 */
public final class Decompressors implements AutoCloseable {

    private final Map<CompressionCodec, Decompressor> byCodec = new EnumMap<>(CompressionCodec.class);

    /**
     * Returns the decompressor for the pages of a column chunk.
     *
     * @throws UnsupportedFeatureException if the codec is unknown, or its library is missing
     */
    public Decompressor of(ColumnMetaData metadata) {
        Decompressor decompressor = byCodec.get(metadata.codec());
        if (decompressor == null) {
            decompressor = Codecs.decompressor(metadata);
            byCodec.put(metadata.codec(), decompressor);
        }
        return decompressor;
    }

    @Override
    public void close() {
        byCodec.values().forEach(Decompressor::close);
        byCodec.clear();
    }
}
