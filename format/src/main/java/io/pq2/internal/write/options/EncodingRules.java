package io.pq2.internal.write.options;

import io.pq2.metadata.Encoding;
import io.pq2.schema.PhysicalType;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Which encodings are wanted and which are forbidden: for all columns, for those of a type, for single ones. */
public final class EncodingRules {

    /** Null if none is wanted. */
    private Encoding wanted;

    private final Map<PhysicalType, Encoding> wantedByType = new EnumMap<>(PhysicalType.class);
    private final Map<String, Encoding> wantedByColumn = new HashMap<>();
    private final Set<Encoding> forbidden = EnumSet.noneOf(Encoding.class);
    private final Map<String, Set<Encoding>> forbiddenByColumn = new HashMap<>();

    public EncodingRules() {}

    public EncodingRules(EncodingRules other) {
        wanted = other.wanted;
        wantedByType.putAll(other.wantedByType);
        wantedByColumn.putAll(other.wantedByColumn);
        forbidden.addAll(other.forbidden);
        other.forbiddenByColumn.forEach(
                (column, encodings) -> forbiddenByColumn.put(column, EnumSet.copyOf(encodings)));
    }

    public void want(Encoding encoding) {
        wanted = encoding;
    }

    public void want(PhysicalType type, Encoding encoding) {
        wantedByType.put(Objects.requireNonNull(type, "type"), encoding);
    }

    public void want(String dottedPath, Encoding encoding) {
        wantedByColumn.put(dottedPath, encoding);
    }

    public void forbid(Encoding encoding) {
        forbidden.add(Objects.requireNonNull(encoding, "encoding"));
    }

    public void forbid(String dottedPath, Encoding encoding) {
        forbiddenByColumn
                .computeIfAbsent(dottedPath, column -> EnumSet.noneOf(Encoding.class))
                .add(Objects.requireNonNull(encoding, "encoding"));
    }

    /** The encoding that is wanted for that very column, null if none is. */
    public Encoding wanted(String dottedPath) {
        return wantedByColumn.get(dottedPath);
    }

    /** The encoding that is wanted for columns of that type or else for all, null if none is. */
    public Encoding wanted(PhysicalType type) {
        return wantedByType.getOrDefault(type, wanted);
    }

    /** The encodings that are forbidden for that column or for all. */
    public Set<Encoding> forbidden(String dottedPath) {
        Set<Encoding> all = EnumSet.copyOf(forbidden);
        all.addAll(forbiddenByColumn.getOrDefault(dottedPath, Set.of()));
        return all;
    }

    /** The columns that are named. */
    public Set<String> columns() {
        Set<String> columns = new TreeSet<>(wantedByColumn.keySet());
        columns.addAll(forbiddenByColumn.keySet());
        return columns;
    }
}
