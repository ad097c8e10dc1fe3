package io.pq2.internal.read.iterate;

import io.pq2.exception.FileLocation;
import io.pq2.exception.ParquetException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.internal.compression.Decompressors;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.read.decode.ColumnReader;
import io.pq2.internal.read.decode.VectorNode;
import io.pq2.internal.read.fetch.RowGroupColumns;
import io.pq2.internal.read.plan.ReadPlan;
import io.pq2.internal.read.plan.ScanListener;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The readers of a scan's columns, and their positions in the row group that is read. */
final class ScanColumns implements AutoCloseable {

    private final Decompressors decompressors = new Decompressors();

    private final List<ColumnReader> readers = new ArrayList<>();
    private final @Nullable ColumnReader[] bySchema;
    private final List<VectorNode> fields = new ArrayList<>();
    private final List<String> names;
    private final boolean verifyChecksums;
    private final ScanListener listener;
    /** By column: the index of the page run that is read. */
    private final int[] runs;

    private List<ColumnReader> active = List.of();

    /**
     * Creates the readers.
     *
     * @param budget the budget of the scan
     * @throws UnsupportedFeatureException if this version cannot read the type of a column
     */
    ScanColumns(OpenFile file, ReadPlan plan, DecodeBudget budget, ScanListener listener) {
        this.verifyChecksums = file.options().verifyChecksums();
        this.listener = listener;
        this.bySchema = new ColumnReader[file.schema().columns().size()];
        for (Column column : plan.columns()) {
            try {
                ColumnReader reader = ColumnReader.of(column, decompressors, budget);
                readers.add(reader);
                bySchema[column.index()] = reader;
            } catch (ParquetException e) {
                throw e.locate(new FileLocation(file.location(), -1, column.dottedPath(), -1, -1));
            }
        }
        this.runs = new int[readers.size()];
        for (Shape field : plan.shape().children()) {
            fields.add(VectorNode.of(field, bySchema));
        }
        this.names = plan.shape().children().stream().map(Shape::name).toList();
    }

    /** Returns the readers by index in the schema; absent for columns that are not read. */
    @Nullable
    ColumnReader[] bySchema() {
        return bySchema;
    }

    /** Returns the nodes that assemble the output fields. */
    List<VectorNode> fields() {
        return fields;
    }

    /** Returns the names of the output fields. */
    List<String> names() {
        return names;
    }

    /** Returns the readers of the columns that were started last. */
    List<ColumnReader> active() {
        return active;
    }

    /** Begins the requested columns of a row group. */
    void start(RowGroupColumns columns) throws IOException {
        List<ColumnReader> started = new ArrayList<>(readers.size());
        for (int i = 0; i < readers.size(); i++) {
            runs[i] = 0;
            if (columns.has(i)) {
                readers.get(i).start(columns.chunk(i, 0), columns.firstRow(i, 0), verifyChecksums);
                begin(columns, i);
                started.add(readers.get(i));
            }
        }
        active = started;
    }

    /** Moves the requested columns to a row of the row group, which must not be before the current one. */
    void moveTo(RowGroupColumns columns, long row) throws IOException {
        for (int i = 0; i < readers.size(); i++) {
            if (columns.has(i)) {
                moveTo(columns, i, row);
            }
        }
    }

    private void moveTo(RowGroupColumns columns, int index, long row) throws IOException {
        ColumnReader reader = readers.get(index);
        int run = runs[index];
        while (columns.endRow(index, run) <= row) {
            run++;
        }
        if (run != runs[index]) {
            runs[index] = run;
            reader.endRun(columns.plan().ordinal(), index, listener);
            reader.resume(columns.chunk(index, run), columns.firstRow(index, run));
            begin(columns, index);
        }
        if (reader.row() < row) {
            reader.skip(row - reader.row());
        }
    }

    /** Moves to the first row that begins in a page run. */
    private void begin(RowGroupColumns columns, int index) {
        if (columns.startsInRow(index, runs[index])) {
            readers.get(index).skipContinuation();
        }
    }

    /** Checks that the requested columns have no values after the last row. */
    void checkEnd(RowGroupColumns columns) {
        for (int i = 0; i < readers.size(); i++) {
            if (columns.has(i)) {
                readers.get(i).checkEnd();
            }
        }
    }

    /** Ends the current page run of every column. */
    void endRuns(int rowGroup) {
        for (int i = 0; i < readers.size(); i++) {
            readers.get(i).endRun(rowGroup, i, listener);
        }
    }

    @Override
    public void close() {
        decompressors.close();
    }
}
