package io.pq2.internal.write.options;

import io.pq2.metadata.Encoding;
import io.pq2.schema.PhysicalType;
import io.pq2.write.Profile;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The dictionaries and encodings of columns.
 *
 * @param dictionary whether a column may be dictionary encoded
 * @param dictionaryBytes the maximum size of a dictionary in PLAIN encoding, in bytes
 * @param profile the readers that the file addresses, which limits the encodings to choose from
 * @param encoding the required encoding of values without a dictionary; null to choose by size
 * @param encodingByType the same by physical type; stronger than the general value of {@code encoding}
 * @param forbidden the encodings that must not be chosen; a column excludes its own and the general ones
 */
public record EncodingOptions(
        PerColumn<Boolean> dictionary,
        int dictionaryBytes,
        Profile profile,
        PerColumn<@Nullable Encoding> encoding,
        Map<PhysicalType, @Nullable Encoding> encodingByType,
        PerColumn<Set<Encoding>> forbidden) {

    /** Dictionaries of at most 1 MiB, and encodings by size among those that all current readers know. */
    public static final EncodingOptions DEFAULT = new EncodingOptions(
            PerColumn.all(true),
            1 << 20,
            Profile.COMPATIBLE,
            PerColumn.<@Nullable Encoding>all(null),
            Map.of(),
            PerColumn.all(Set.of()));

    /** Returns these options with another use of dictionaries. */
    public EncodingOptions withDictionary(PerColumn<Boolean> value) {
        return new EncodingOptions(value, dictionaryBytes, profile, encoding, encodingByType, forbidden);
    }

    /** Returns these options with another maximum size of dictionaries, in bytes. */
    public EncodingOptions withDictionaryBytes(int value) {
        return new EncodingOptions(dictionary, value, profile, encoding, encodingByType, forbidden);
    }

    /** Returns these options with another profile. */
    public EncodingOptions withProfile(Profile value) {
        return new EncodingOptions(dictionary, dictionaryBytes, value, encoding, encodingByType, forbidden);
    }

    /** Returns these options with other required encodings. */
    public EncodingOptions withEncoding(PerColumn<@Nullable Encoding> value) {
        return new EncodingOptions(dictionary, dictionaryBytes, profile, value, encodingByType, forbidden);
    }

    /** Returns these options with another required encoding for a physical type; null to choose by size. */
    public EncodingOptions withEncoding(PhysicalType type, @Nullable Encoding value) {
        Map<PhysicalType, @Nullable Encoding> changed = new EnumMap<>(PhysicalType.class);
        changed.putAll(encodingByType);
        changed.put(type, value);
        return new EncodingOptions(dictionary, dictionaryBytes, profile, encoding, changed, forbidden);
    }

    /** Returns these options with one more encoding that no column may choose. */
    public EncodingOptions withForbidden(Encoding value) {
        return withForbidden(forbidden.with(union(forbidden.general(), Set.of(value))));
    }

    /** Returns these options with one more encoding that one column must not choose. */
    public EncodingOptions withForbidden(String dottedPath, Encoding value) {
        Set<Encoding> before = forbidden.byColumn().getOrDefault(dottedPath, Set.of());
        return withForbidden(forbidden.with(dottedPath, union(before, Set.of(value))));
    }

    private EncodingOptions withForbidden(PerColumn<Set<Encoding>> value) {
        return new EncodingOptions(dictionary, dictionaryBytes, profile, encoding, encodingByType, value);
    }

    private static Set<Encoding> union(Set<Encoding> one, Set<Encoding> other) {
        Set<Encoding> all = EnumSet.noneOf(Encoding.class);
        all.addAll(one);
        all.addAll(other);
        return all;
    }

    /** Returns the encoding that is required for one column itself; absent when there is none. */
    public @Nullable Encoding required(String dottedPath) {
        return encoding.byColumn().get(dottedPath);
    }

    /** Returns the encoding that is required for a physical type or for all columns; absent when there is none. */
    public @Nullable Encoding required(PhysicalType type) {
        return encodingByType.getOrDefault(type, encoding.general());
    }

    /** Returns the encodings that a column must not choose. The set is the caller's. */
    public Set<Encoding> forbidden(String dottedPath) {
        return union(forbidden.general(), forbidden.byColumn().getOrDefault(dottedPath, Set.of()));
    }

    /** Returns the dotted paths of the columns that have encodings required or forbidden, sorted. */
    public Set<String> columns() {
        Set<String> columns = encoding.columns();
        columns.addAll(forbidden.columns());
        return columns;
    }
}
