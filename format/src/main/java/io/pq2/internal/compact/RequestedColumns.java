package io.pq2.internal.compact;

import io.pq2.compact.CompactionOptions;
import io.pq2.exception.InvalidDataException;
import io.pq2.internal.exception.NearestName;
import io.pq2.internal.rewrite.ColumnOrder;
import io.pq2.internal.rewrite.ZOrder;
import io.pq2.schema.Column;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.Schema;
import io.pq2.write.SortedBy;
import java.util.List;

/**
 * The columns that the options of a compaction name, with their names in the files of one schema.
 *
 * @param sortedBy the order of the rows, the most significant column first
 * @param zOrderedBy the dotted paths of the columns of the Z-order
 * @param bloomFilters the dotted paths of the columns that get bloom filters
 */
public record RequestedColumns(List<SortedBy> sortedBy, List<String> zOrderedBy, List<String> bloomFilters) {

    private static final int CHARACTERS_PER_DIFFERENCE = 3;
    private static final int LISTED_COLUMNS = 20;

    /** Whether the options name a column. */
    public static boolean areIn(CompactionOptions options) {
        return !options.sortedBy().isEmpty()
                || !options.zOrderedBy().isEmpty()
                || !options.bloomFilters().isEmpty();
    }

    /**
     * Finds the columns in the schema of files.
     *
     * @throws InvalidDataException if a column does not exist, or has a type that the request cannot have
     */
    public static RequestedColumns of(CompactionOptions options, Schema schema) {
        List<SortedBy> sortedBy = options.sortedBy().stream()
                .map(by -> new SortedBy(
                        path(options, schema, by.dottedPath(), "to sort by"), by.descending(), by.nullsFirst()))
                .toList();
        List<String> zOrderedBy = options.zOrderedBy().stream()
                .map(name -> path(options, schema, name, "for the Z-order"))
                .toList();
        List<String> bloomFilters = options.bloomFilters().stream()
                .map(name -> filtered(schema, path(options, schema, name, "for a bloom filter")))
                .toList();
        // Both check the types.
        new ColumnOrder(schema, sortedBy);
        if (!zOrderedBy.isEmpty()) {
            ZOrder.check(zOrderedBy);
            new ZOrder(schema, zOrderedBy);
        }
        return new RequestedColumns(sortedBy, zOrderedBy, bloomFilters);
    }

    private static String path(CompactionOptions options, Schema schema, String name, String purpose) {
        List<String> paths = schema.columns().stream().map(Column::dottedPath).toList();
        if (paths.contains(name)) {
            return name;
        }
        List<String> similar = options.caseSensitive()
                ? List.of()
                : paths.stream().filter(path -> path.equalsIgnoreCase(name)).toList();
        if (similar.size() == 1) {
            return similar.get(0);
        }
        if (similar.size() > 1) {
            throw new InvalidDataException(
                    "several columns are named " + name + " " + purpose + ": " + String.join(", ", similar));
        }
        List<String> below = paths.stream()
                .filter(path -> path.regionMatches(!options.caseSensitive(), 0, name + ".", 0, name.length() + 1))
                .toList();
        if (!below.isEmpty()) {
            throw new InvalidDataException(
                    name + " is a group, not a column " + purpose + "; its columns are " + listed(below));
        }
        String nearest = NearestName.of(name, paths, CHARACTERS_PER_DIFFERENCE);
        throw new InvalidDataException("there is no column " + name + " " + purpose
                + (nearest == null ? "." : "; did you mean " + nearest + "?") + " The columns of the files are "
                + listed(paths));
    }

    private static String listed(List<String> paths) {
        String first = String.join(", ", paths.subList(0, Math.min(LISTED_COLUMNS, paths.size())));
        return paths.size() <= LISTED_COLUMNS ? first : first + " and " + (paths.size() - LISTED_COLUMNS) + " others";
    }

    private static String filtered(Schema schema, String path) {
        for (Column column : schema.columns()) {
            if (column.dottedPath().equals(path) && column.field().physicalType() == PhysicalType.BOOLEAN) {
                throw new InvalidDataException(path + " is BOOLEAN, a type without bloom filters");
            }
        }
        return path;
    }
}
