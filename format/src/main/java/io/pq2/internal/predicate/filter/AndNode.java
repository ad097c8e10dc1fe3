package io.pq2.internal.predicate.filter;

import io.pq2.schema.Column;
import io.pq2.schema.Shape;
import io.pq2.vector.Batch;
import java.util.List;
import java.util.Set;

/** Keeps the rows that pass all operands. */
final class AndNode extends FilterNode {

    private final FilterOperands operands;

    AndNode(List<FilterNode> operands) {
        this.operands = new FilterOperands(operands);
    }

    List<FilterNode> operands() {
        return operands.nodes();
    }

    @Override
    void keep(Batch batch, long[] selection, int words) {
        int left = count(selection, words);
        long start = System.nanoTime();
        for (int i = 0; i < operands.size() && left > 0; i++) {
            operands.get(i).keep(batch, selection, words);
            int passed = count(selection, words);
            long end = System.nanoTime();
            operands.measured(i, end - start, left, left - passed);
            start = end;
            left = passed;
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
