package io.pq2.cli.internal.command;

import io.pq2.cli.internal.files.TableFile;
import io.pq2.cli.internal.output.Format;
import io.pq2.cli.internal.output.ValueText;
import io.pq2.inspect.RowComparison;
import io.pq2.inspect.RowFingerprint;
import io.pq2.predicate.Predicate;
import io.pq2.read.ParquetFile;
import io.pq2.record.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One table of a comparison. */
final class DiffSide implements RowComparison.Source {

    private final String name;
    private final RowScan scan;
    private final List<TableFile> files;
    private final Set<String> texts;

    private @Nullable TableFile file;
    private @Nullable Row row;
    private int[] indexes = new int[0];

    /**
     * Creates a side.
     *
     * @param name how the listing calls it
     * @param columns the columns to compare
     * @param texts the columns among them that are compared as text, because they are partition columns of a file
     */
    DiffSide(String name, List<TableFile> files, List<String> columns, Set<String> texts, @Nullable Predicate filter) {
        this.name = name;
        this.files = files;
        this.texts = texts;
        this.scan = new RowScan(files, columns, filter);
    }

    /** Returns the names of the top-level fields and partition columns of files. */
    static Set<String> columns(List<TableFile> files) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        for (TableFile file : files) {
            try (ParquetFile opened = file.open()) {
                opened.schema().shape().children().forEach(child -> names.add(child.name()));
            }
            names.addAll(file.partitions().keySet());
        }
        return names;
    }

    @Override
    public void visit(RowFingerprint fingerprint, RowComparison.Visitor visitor) throws IOException {
        for (TableFile next : files) {
            file = next;
            boolean more = scan.visit(next, false, (visited, fields) -> {
                row = visited;
                indexes = fields;
                for (int i = 0; i < fields.length; i++) {
                    add(i, next, fingerprint);
                }
                return visitor.row();
            });
            if (!more) {
                return;
            }
        }
    }

    private void add(int field, TableFile of, RowFingerprint fingerprint) {
        String column = scan.fields().get(field);
        Row values = row;
        if (values == null || indexes[field] < 0) {
            fingerprint.addText(of.partitions().get(column));
        } else if (texts.contains(column)) {
            Object value = values.get(indexes[field]);
            fingerprint.addText(value == null ? null : ValueText.of(ShownValues.leaf(value)));
        } else {
            fingerprint.add(values, indexes[field]);
        }
    }

    /** Returns the visited row as a record: side, file, index in the file, values. */
    List<@Nullable Object> record(Format format) {
        TableFile of = Objects.requireNonNull(file);
        List<@Nullable Object> record = new ArrayList<>();
        record.add(name);
        record.add(of.name());
        record.add(scan.rowIndex());
        record.addAll(ShownRow.of(row, scan.fields(), indexes, of.partitions(), format));
        return record;
    }
}
