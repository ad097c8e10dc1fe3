package io.pq2.cli.internal.convert.arrow;

import io.pq2.cli.internal.convert.RowSource;
import io.pq2.cli.internal.convert.SourceTable;
import io.pq2.cli.internal.convert.UnfitValueException;
import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.ParquetException;
import io.pq2.io.InputFile;
import io.pq2.record.RecordValue;
import io.pq2.schema.Schema;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Arrow IPC files with equal schemas. */
public final class ArrowTable implements SourceTable {

    private final List<InputFile> files;

    /** Creates the table. */
    public ArrowTable(List<InputFile> files) {
        this.files = List.copyOf(files);
    }

    @Override
    public Schema schema() throws IOException {
        Schema first = null;
        for (InputFile file : files) {
            try (ArrowReader reader = new ArrowReader(file)) {
                Schema schema = ArrowSchemas.of(reader.columns());
                if (first != null && !first.equals(schema)) {
                    throw new InvalidDataException(file.location() + " has another schema than "
                            + files.get(0).location() + "; convert the files separately, or give a schema (--schema)");
                }
                first = schema;
            }
        }
        if (first == null || first.fields().isEmpty()) {
            throw new InvalidDataException(files.get(0).location() + ": there are no columns");
        }
        return first;
    }

    @Override
    public RowSource open(InputFile file, Schema schema) throws IOException {
        return new Rows(file.location(), new ArrowReader(file));
    }

    /** The rows of a file, from one batch after another. */
    private static final class Rows implements RowSource {

        private final String name;
        private final ArrowReader reader;
        private final List<String> columns;
        private ArrowReader.@Nullable Batch batch;
        private int next;
        private long rows;

        Rows(String name, ArrowReader reader) {
            this.name = name;
            this.reader = reader;
            this.columns = reader.columns().stream().map(ArrowField::name).toList();
        }

        @Override
        public boolean next(RecordValue record) throws IOException {
            while (batch == null || next == batch.rows()) {
                batch = reader.next();
                next = 0;
                if (batch == null) {
                    return false;
                }
            }
            rows++;
            try {
                StructVector.copy(columns, batch.columns(), next++, record);
                return true;
            } catch (UnfitValueException e) {
                throw new InvalidDataException(
                        place() + ", column " + e.path() + ": " + e.getMessage()
                                + ". Give a schema with another type (--schema)",
                        e);
            } catch (CorruptFileException e) {
                throw new CorruptFileException(place() + ": " + e.getMessage(), e);
            } catch (ParquetException e) {
                throw new InvalidDataException(place() + ": " + e.getMessage(), e);
            }
        }

        @Override
        public String place() {
            return name + ", row " + (rows - 1) + " (batch " + (reader.batchesRead() - 1) + ")";
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
