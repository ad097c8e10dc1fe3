package io.pq2.internal.write.options;

import io.pq2.metadata.CompressionCodec;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Which codecs and levels columns have: all of them, and single ones that are named by their dotted paths. */
public final class CompressionRules {

    private CompressionCodec codec;
    /** Null for the codec's default. */
    private Integer level;

    private final Map<String, CompressionCodec> codecs = new HashMap<>();
    private final Map<String, Integer> levels = new HashMap<>();

    public CompressionRules(CompressionCodec codec) {
        this.codec = codec;
    }

    public CompressionRules(CompressionRules other) {
        codec = other.codec;
        level = other.level;
        codecs.putAll(other.codecs);
        levels.putAll(other.levels);
    }

    public void codec(CompressionCodec value) {
        codec = Objects.requireNonNull(value, "codec");
    }

    public void codec(String dottedPath, CompressionCodec value) {
        codecs.put(Objects.requireNonNull(dottedPath, "dottedPath"), Objects.requireNonNull(value, "codec"));
    }

    public void level(Integer value) {
        level = value;
    }

    public void level(String dottedPath, Integer value) {
        levels.put(Objects.requireNonNull(dottedPath, "dottedPath"), value);
    }

    /** Of columns that are not named. */
    public Compression ofAll() {
        return new Compression(codec, level);
    }

    /** Of a column. The level for all columns is one of the codec for all, and says nothing of another. */
    public Compression of(String dottedPath) {
        CompressionCodec own = codecs.getOrDefault(dottedPath, codec);
        if (levels.containsKey(dottedPath)) {
            return new Compression(own, levels.get(dottedPath));
        }
        return new Compression(own, own == codec ? level : null);
    }

    /** The columns that are named. */
    public Set<String> columns() {
        Set<String> columns = new TreeSet<>(codecs.keySet());
        columns.addAll(levels.keySet());
        return columns;
    }
}
