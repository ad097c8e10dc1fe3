package io.pq2.cli.internal.command;

import io.pq2.cli.internal.files.TableFile;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.read.BatchReader;
import io.pq2.read.ParquetFile;
import io.pq2.read.ScanBuilder;
import io.pq2.read.ScanExplanation;
import io.pq2.record.Row;
import io.pq2.record.RowReader;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The selected rows of a table's files. Columns that a file does not have are null, as long as another file has them.
 */
final class RowScan {

    private final List<TableFile> files;
    private final List<String> columns;
    private final @Nullable Predicate filter;
    private final List<String> fields;
    /** Names of columns that some file is known to have. */
    private final Set<String> known = new LinkedHashSet<>();

    /** The file that the fields are from; empty if no file can be read or columns are named. */
    private String first = "";

    private @Nullable String unshown;

    /** The reader of the visited file; null outside of visits. */
    private @Nullable RowReader current;

    /**
     * Creates the scan. Opens files until each named column is found.
     *
     * @param columns the names of the selected columns; empty for all columns of the first file
     * @param filter the filter; null if all rows are selected
     * @throws InvalidDataException if no file has a column; the message suggests the most similar name
     */
    RowScan(List<TableFile> files, List<String> columns, @Nullable Predicate filter) {
        this.files = files;
        this.columns = columns;
        this.filter = filter;
        Set<String> needed = new LinkedHashSet<>(columns);
        addPaths(filter, needed);
        this.fields = columns.isEmpty() ? fieldsOfFirst() : List.copyOf(columns);
        find(needed);
    }

    /** Returns the fields of the first file that can be read. The visit of the others reports why they cannot. */
    private List<String> fieldsOfFirst() {
        for (TableFile candidate : files) {
            try (ParquetFile file = candidate.open()) {
                List<String> names = new ArrayList<>();
                file.schema().shape().children().forEach(child -> names.add(child.name()));
                candidate.partitions().keySet().stream()
                        .filter(name -> !names.contains(name))
                        .forEach(names::add);
                first = candidate.name();
                return names;
            } catch (ParquetException | IOException e) {
                // The next file may be readable.
            }
        }
        return List.of();
    }

    /** Looks for columns in one file after another, until all are found. */
    private void find(Set<String> needed) {
        boolean allRead = true;
        for (TableFile file : files) {
            if (known.containsAll(needed)) {
                return;
            }
            known.addAll(file.partitions().keySet());
            try (ParquetFile opened = file.open()) {
                known.addAll(ColumnNames.paths(opened.schema()));
            } catch (ParquetException | IOException e) {
                allRead = false;
            }
        }
        for (String name : needed) {
            if (allRead && !files.isEmpty() && !known.contains(name)) {
                throw ColumnNames.unknown(
                        name, known, files.size() == 1 ? files.get(0).name() : "any of " + files.size() + " files");
            }
        }
    }

    private static void addPaths(@Nullable Predicate predicate, Set<String> paths) {
        if (predicate instanceof Predicate.Leaf leaf) {
            paths.add(String.join(".", leaf.path()));
        } else if (predicate instanceof Predicate.Not not) {
            addPaths(not.operand(), paths);
        } else if (predicate instanceof Predicate.And and) {
            and.operands().forEach(operand -> addPaths(operand, paths));
        } else if (predicate instanceof Predicate.Or or) {
            or.operands().forEach(operand -> addPaths(operand, paths));
        }
    }

    /** Returns the names of the fields of each row. */
    List<String> fields() {
        return fields;
    }

    /** Returns the index in its file of the row that is visited. */
    long rowIndex() {
        return current == null ? -1 : current.rowIndex();
    }

    /** Returns a sentence about a column that is not shown because the first file lacks it; null if there is none. */
    @Nullable
    String unshown() {
        return unshown;
    }

    /** Receives rows. */
    interface Visitor {

        /**
         * Receives a row.
         *
         * @param row the values of the file, valid during the call; null if no column of the file is selected
         * @param indexes by field: the index in the row; -1 for a field that is not in the file
         * @return whether to continue
         */
        boolean row(@Nullable Row row, int[] indexes);
    }

    /** Returns the filter of a file without conditions on partition columns; null if all rows match. */
    @Nullable
    Predicate filter(TableFile file) {
        Predicate folded = filter == null ? null : PartitionFilter.apply(filter, file.partitions());
        return folded instanceof Predicate.AlwaysTrue ? null : folded;
    }

    /** Returns the meaning of filters: columns that the file does not have are null. */
    static FilterSemantics semantics() {
        return FilterSemantics.of(MissingColumns.ARE_NULL);
    }

    /**
     * Visits the rows of a file.
     *
     * @param few whether the visitor probably stops after a few rows
     * @return false if the visitor stopped
     */
    boolean visit(TableFile file, boolean few, Visitor visitor) throws IOException {
        Predicate folded = filter(file);
        if (folded instanceof Predicate.AlwaysFalse) {
            return true;
        }
        try (ParquetFile opened = file.open()) {
            note(file, opened.schema());
            ScanBuilder scan = opened.scan().fewRows(few);
            if (folded != null) {
                scan.filter(folded, MissingColumns.ARE_NULL);
            }
            return visit(opened, scan, visitor);
        }
    }

    /** Visits single rows of a file by their indexes, which ascend. */
    void visit(TableFile file, List<Long> rows, Visitor visitor) throws IOException {
        try (ParquetFile opened = file.open()) {
            note(file, opened.schema());
            for (long row : rows) {
                visit(opened, opened.scan().rows(row, 1), visitor);
            }
        }
    }

    /**
     * Explains what the scan of a file reads.
     *
     * @param explanation receives the explanation
     * @param planOnly whether to stop after the plan, which is made from the footer
     * @return false if the values of the file's partition columns exclude all its rows, so that it is not opened
     */
    boolean explain(TableFile file, ScanExplanation explanation, boolean planOnly) throws IOException {
        Predicate folded = filter(file);
        if (folded instanceof Predicate.AlwaysFalse) {
            return false;
        }
        if (!planOnly) {
            batches(file, explanation, (shape, batch) -> {});
            return true;
        }
        try (ParquetFile opened = file.open()) {
            scan(opened, folded).explanation(explanation).plan();
            return true;
        }
    }

    /** Receives batches. */
    interface BatchVisitor {

        /** Receives a batch and its shape. */
        void batch(Shape.Struct shape, Batch batch);
    }

    /**
     * Visits the selected rows of a file in batches. A file with none of the columns has the first one in its batches.
     *
     * @param explanation receives the explanation of the scan; null to explain nothing
     */
    void batches(TableFile file, @Nullable ScanExplanation explanation, BatchVisitor visitor) throws IOException {
        Predicate folded = filter(file);
        if (folded instanceof Predicate.AlwaysFalse) {
            return;
        }
        try (ParquetFile opened = file.open();
                BatchReader batches =
                        scan(opened, folded).explanation(explanation).open()) {
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                visitor.batch(batches.shape(), batch);
            }
        }
    }

    /** Receives batches until it has enough. */
    interface SampleVisitor {

        /** Receives a batch and its shape, and returns whether to continue. */
        boolean batch(Shape.Struct shape, Batch batch) throws IOException;
    }

    /**
     * Visits the selected rows of one column of a file in batches. Visits nothing if the file does not have the column.
     *
     * @param path the dotted path of the column
     * @return false if the visitor stopped
     */
    boolean sample(TableFile file, String path, SampleVisitor visitor) throws IOException {
        Predicate folded = filter(file);
        if (folded instanceof Predicate.AlwaysFalse) {
            return true;
        }
        try (ParquetFile opened = file.open()) {
            Column column = opened.schema().columns().stream()
                    .filter(leaf -> leaf.dottedPath().equals(path))
                    .findFirst()
                    .orElse(null);
            if (column == null) {
                return true;
            }
            ScanBuilder scan = opened.scan()
                    .columns(leaf -> leaf.index() == column.index())
                    .fewRows(true);
            if (folded != null) {
                scan.filter(folded, MissingColumns.ARE_NULL);
            }
            try (BatchReader batches = scan.open()) {
                for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                    if (!visitor.batch(batches.shape(), batch)) {
                        return false;
                    }
                }
            }
            return true;
        }
    }

    /** Returns the dotted paths of the selected columns. Opens files until each selected field is found. */
    List<String> leaves() {
        Map<String, Set<String>> leaves = new LinkedHashMap<>();
        fields.forEach(field -> leaves.put(field, new LinkedHashSet<>()));
        for (TableFile file : files) {
            if (leaves.entrySet().stream()
                    .noneMatch(entry ->
                            entry.getValue().isEmpty() && !file.partitions().containsKey(entry.getKey()))) {
                break;
            }
            try (ParquetFile opened = file.open()) {
                for (Column column : opened.schema().columns()) {
                    leaves.forEach((field, paths) -> {
                        if (columns.isEmpty() ? column.path().get(0).equals(field) : column.isAtOrBelow(field)) {
                            paths.add(column.dottedPath());
                        }
                    });
                }
            } catch (ParquetException | IOException e) {
                // The visit reports it.
            }
        }
        return leaves.values().stream().flatMap(Set::stream).distinct().toList();
    }

    private ScanBuilder scan(ParquetFile opened, @Nullable Predicate folded) {
        ScanBuilder scan = opened.scan();
        if (folded != null) {
            scan.filter(folded, MissingColumns.ARE_NULL);
        }
        select(opened.schema(), scan, new int[fields.size()]);
        return scan;
    }

    private boolean visit(ParquetFile file, ScanBuilder scan, Visitor visitor) throws IOException {
        int[] indexes = new int[fields.size()];
        List<String> present = select(file.schema(), scan, indexes);
        try (RowReader reader = new RowReader(scan.open())) {
            if (!columns.isEmpty()) {
                topLevel(reader, present, indexes);
            }
            current = reader;
            RowSize sizes = new RowSize();
            while (reader.next()) {
                sizes.check(reader.row());
                if (!visitor.row(present.isEmpty() ? null : reader.row(), indexes)) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Selects the columns of this scan that a file has. Selects the first column if the file has none of them.
     *
     * @param indexes receives the index by field of its column among the returned ones; -1 for a field that is not in
     *     the file
     * @return the fields that are in the file
     */
    private List<String> select(Schema schema, ScanBuilder scan, int[] indexes) {
        List<String> present = new ArrayList<>();
        List<Column> leaves = schema.columns();
        for (int i = 0; i < indexes.length; i++) {
            String field = fields.get(i);
            boolean has = leaves.stream().anyMatch(column -> column.isAtOrBelow(field));
            indexes[i] = has ? present.size() : -1;
            if (has) {
                present.add(field);
            }
        }
        if (columns.isEmpty()) {
            // Fields of the same name are in the order of the schema.
            scan.columns(column -> fields.contains(column.path().get(0)));
        } else {
            scan.columns(present.toArray(String[]::new));
        }
        if (present.isEmpty()) {
            scan.columns(column -> column.index() == 0);
        }
        return present;
    }

    /** Replaces indexes of selected paths by those of the top-level fields that contain them. */
    private void topLevel(RowReader reader, List<String> present, int[] indexes) {
        for (int i = 0; i < indexes.length; i++) {
            if (indexes[i] >= 0) {
                String path = present.get(indexes[i]);
                int found = reader.shape().indexOf(path);
                indexes[i] = found >= 0 ? found : reader.shape().indexOf(ShownRow.firstName(path, reader.shape()));
            }
        }
    }

    private void note(TableFile file, Schema schema) {
        if (!columns.isEmpty() || unshown != null) {
            return;
        }
        for (var child : schema.shape().children()) {
            if (!fields.contains(child.name())) {
                unshown = file.name() + " has the column " + child.name() + ", which " + first
                        + " does not have. It is not shown; --columns can name it";
                return;
            }
        }
    }

    /** Returns the value of a field that is not in the file: of a partition column, otherwise null. */
    static @Nullable Object missing(String field, Map<String, @Nullable String> partitions) {
        return partitions.get(field);
    }
}
