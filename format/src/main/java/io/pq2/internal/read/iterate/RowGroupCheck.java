package io.pq2.internal.read.iterate;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.FileLocation;
import io.pq2.internal.io.DecodeBudget;
import io.pq2.internal.predicate.prune.RowRanges;
import io.pq2.internal.read.decode.ColumnReader;
import io.pq2.internal.read.decode.VectorNode;
import io.pq2.internal.read.fetch.RowGroupColumns;
import io.pq2.internal.read.plan.ReadPlan;
import io.pq2.internal.read.plan.ScanListener;
import io.pq2.internal.read.source.OpenFile;
import io.pq2.internal.read.source.ReadLimits;
import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decodes the rows of row groups and drops them, to find out whether they can be read. */
final class RowGroupCheck implements AutoCloseable {

    private final OpenFile file;
    private final int batchSize;
    private final ScanColumns columns;
    /** By the columns that a row group has: the nodes that assemble them. */
    private final Map<Set<Column>, List<VectorNode>> fields = new HashMap<>();

    /**
     * Damage that decoding ran into.
     *
     * @param row the index in the row group of the first row of the batch with the damage
     */
    record Failure(long row, CorruptFileException damage) {}

    /**
     * Creates the check.
     *
     * @param plan the plan with the columns to decode
     * @param batchSize the largest number of rows that are decoded at once
     */
    RowGroupCheck(OpenFile file, ReadPlan plan, int batchSize) {
        this.file = file;
        this.batchSize = batchSize;
        DecodeBudget budget = new DecodeBudget(ReadLimits.of(file.options()), 2 * plan.storedBytes());
        this.columns = new ScanColumns(file, plan, budget, ScanListener.NONE);
    }

    /**
     * Decodes rows of a row group.
     *
     * @param rows the rows, by their index in the row group
     * @return null if no damage was found
     */
    @Nullable
    Failure run(RowGroupColumns rowGroup, RowRanges rows) throws IOException {
        int rowsPerBatch = BatchRows.of(rowGroup.plan(), batchSize, file.options());
        long row = 0;
        try {
            columns.start(rowGroup);
            List<VectorNode> assembled = fields();
            for (int i = 0; i < rows.size(); i++) {
                row = rows.from(i);
                columns.moveTo(rowGroup, row);
                while (row < rows.to(i)) {
                    int count = (int) Math.min(rows.to(i) - row, rowsPerBatch);
                    decode(assembled, count);
                    row += count;
                }
            }
            if (rows.count() == rowGroup.plan().rowGroupRows()) {
                columns.checkEnd(rowGroup);
            }
            return null;
        } catch (CorruptFileException e) {
            e.locate(new FileLocation(file.location(), rowGroup.plan().ordinal(), null, -1, -1));
            return new Failure(row, e);
        } finally {
            columns.endRuns(rowGroup.plan().ordinal());
        }
    }

    private void decode(List<VectorNode> assembled, int rows) {
        for (ColumnReader reader : columns.active()) {
            reader.read(rows);
        }
        for (VectorNode field : assembled) {
            field.assemble(rows);
        }
    }

    private List<VectorNode> fields() {
        Set<Column> decoded = new HashSet<>();
        columns.active().forEach(reader -> decoded.add(reader.column()));
        return fields.computeIfAbsent(decoded, wanted -> {
            Shape.Struct shape = file.schema().shape().select(wanted::contains);
            return shape == null
                    ? List.of()
                    : shape.children().stream()
                            .map(field -> VectorNode.of(field, columns.bySchema()))
                            .toList();
        });
    }

    @Override
    public void close() {
        columns.close();
    }
}
