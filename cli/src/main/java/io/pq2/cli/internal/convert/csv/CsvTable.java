package io.pq2.cli.internal.convert.csv;

import io.pq2.cli.internal.convert.InferredColumn;
import io.pq2.cli.internal.convert.RowSource;
import io.pq2.cli.internal.convert.SourceTable;
import io.pq2.cli.internal.output.CsvFormat;
import io.pq2.exception.InvalidDataException;
import io.pq2.io.InputFile;
import io.pq2.schema.Field;
import io.pq2.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** CSV files with the same columns. Their order may differ if the files have headings. */
public final class CsvTable implements SourceTable {

    private final List<InputFile> files;
    private final CsvFormat format;
    private final boolean decimals;
    private final long inferredRows;

    /**
     * Creates the table.
     *
     * @param decimals whether numbers with a fraction are DECIMAL rather than DOUBLE
     * @param inferredRows the number of rows from which types are inferred
     */
    public CsvTable(List<InputFile> files, CsvFormat format, boolean decimals, long inferredRows) {
        this.files = List.copyOf(files);
        this.format = format;
        this.decimals = decimals;
        this.inferredRows = inferredRows;
    }

    @Override
    public Schema schema() throws IOException {
        Map<String, InferredColumn> types = new LinkedHashMap<>();
        String first = null;
        long left = inferredRows;
        for (InputFile file : files) {
            try (CsvLines lines = new CsvLines(file, format)) {
                if (lines.names().isEmpty()) {
                    continue;
                }
                if (first == null) {
                    first = file.location();
                    lines.names().forEach(name -> types.put(name, new InferredColumn(decimals)));
                }
                checkNames(lines.names(), types, file.location(), first);
                left = infer(lines, types, left);
            }
        }
        if (types.isEmpty()) {
            throw new InvalidDataException(
                    files.get(0).location() + ": there are no columns; give a schema (--schema)");
        }
        List<Field> fields = new ArrayList<>();
        types.forEach((name, type) -> fields.add(type.field(name)));
        return new Schema("schema", fields);
    }

    private static void checkNames(List<String> names, Map<String, InferredColumn> types, String file, String first) {
        for (String name : names) {
            if (!types.containsKey(name)) {
                throw new InvalidDataException(file + " has the column " + name + ", which " + first
                        + " does not have; convert the files separately, or give a schema (--schema)");
            }
        }
        for (String name : types.keySet()) {
            if (!names.contains(name)) {
                throw new InvalidDataException(file + " does not have the column " + name + " of " + first
                        + "; convert the files separately, or give a schema (--schema)");
            }
        }
    }

    private static long infer(CsvLines lines, Map<String, InferredColumn> types, long rows) throws IOException {
        List<InferredColumn> columns = new ArrayList<>();
        for (String name : lines.names()) {
            InferredColumn type = types.get(name);
            if (type != null) {
                columns.add(type);
            }
        }
        long left = rows;
        while (left > 0) {
            List<@Nullable String> fields = lines.next();
            if (fields == null) {
                break;
            }
            for (int i = 0; i < columns.size(); i++) {
                String field = fields.get(i);
                if (field != null) {
                    columns.get(i).add(field);
                }
            }
            left--;
        }
        return left;
    }

    @Override
    public RowSource open(InputFile file, Schema schema) throws IOException {
        return new CsvRows(new CsvLines(file, format), schema, format);
    }
}
