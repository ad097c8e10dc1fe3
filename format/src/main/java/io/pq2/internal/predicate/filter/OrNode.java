package io.pq2.internal.predicate.filter;

import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import java.util.List;
import java.util.Set;

/** Keeps the rows that pass at least one operand. Operands do not check rows that another operand already passed. */
final class OrNode extends FilterNode {

    private final FilterOperands operands;
    private long[] open = new long[0];
    private long[] passing = new long[0];

    OrNode(List<FilterNode> operands) {
        this.operands = new FilterOperands(operands);
    }

    @Override
    void keep(Batch batch, long[] selection, int words) {
        if (open.length < words) {
            open = new long[words];
            passing = new long[words];
        }
        System.arraycopy(selection, 0, open, 0, words);
        int left = count(open, words);
        long start = System.nanoTime();
        for (int i = 0; i < operands.size() && left > 0; i++) {
            System.arraycopy(open, 0, passing, 0, words);
            operands.get(i).keep(batch, passing, words);
            for (int k = 0; k < words; k++) {
                open[k] &= ~passing[k];
            }
            int undecided = count(open, words);
            long end = System.nanoTime();
            operands.measured(i, end - start, left, left - undecided);
            start = end;
            left = undecided;
        }
        for (int k = 0; k < words; k++) {
            selection[k] &= ~open[k];
        }
        operands.endBatch();
    }

    @Override
    void bind(Shape.Struct shape) {
        for (int i = 0; i < operands.size(); i++) {
            operands.get(i).bind(shape);
        }
    }

    @Override
    void collectColumns(Set<Column> columns) {
        for (int i = 0; i < operands.size(); i++) {
            operands.get(i).collectColumns(columns);
        }
    }
}
