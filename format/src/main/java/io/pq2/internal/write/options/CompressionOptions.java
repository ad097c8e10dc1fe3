package io.pq2.internal.write.options;

import io.pq2.metadata.CompressionCodec;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The codecs and levels of columns.
 *
 * @param codec the codec
 * @param level the level of the codec; null for the codec's default
 */
public record CompressionOptions(PerColumn<CompressionCodec> codec, PerColumn<@Nullable Integer> level) {

    /** SNAPPY with its default level. */
    public static final CompressionOptions DEFAULT =
            new CompressionOptions(PerColumn.all(CompressionCodec.SNAPPY), PerColumn.<@Nullable Integer>all(null));

    /** Returns these options with other codecs. */
    public CompressionOptions withCodec(PerColumn<CompressionCodec> value) {
        return new CompressionOptions(value, level);
    }

    /** Returns these options with other levels. */
    public CompressionOptions withLevel(PerColumn<@Nullable Integer> value) {
        return new CompressionOptions(codec, value);
    }

    /**
     * Returns the compression of a column. The general level belongs to the general codec, so a column with another
     * codec and no level of its own has the default level of its codec.
     */
    public Compression of(String dottedPath) {
        CompressionCodec columnCodec = codec.get(dottedPath);
        boolean hasLevel = level.isSet(dottedPath) || columnCodec == codec.general();
        return new Compression(columnCodec, hasLevel ? level.get(dottedPath) : null);
    }

    /** Returns the dotted paths of the columns that have a codec or a level of their own, sorted. */
    public Set<String> columns() {
        Set<String> columns = codec.columns();
        columns.addAll(level.columns());
        return columns;
    }
}
