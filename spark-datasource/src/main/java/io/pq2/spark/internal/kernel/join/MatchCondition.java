package io.pq2.spark.internal.kernel.join;

import io.pq2.spark.internal.kernel.conditions.RowCondition;
import io.pq2.spark.internal.kernel.values.BatchColumns;
import io.pq2.spark.internal.kernel.values.FieldPath;
import io.pq2.spark.internal.vectors.SelectedColumnVector;
import java.util.List;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.NullUnmarked;

/** A condition of a join besides its keys, on columns of a row and of its match. Not thread-safe. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
public final class MatchCondition {

    private final RowCondition condition;
    private final int[] ofBatch;
    private final int[] ofTable;
    private final BatchColumns columns;
    private int[] selected = {};

    /**
     * Creates a condition.
     *
     * @param condition tests pairs of a row and a match; fails for none
     * @param fields the fields of structs that the condition uses
     * @param ofBatch the indexes of the columns of rows that the condition uses
     * @param ofTable the indexes of the columns of matches that it uses, after those of rows
     */
    public MatchCondition(RowCondition condition, List<FieldPath> fields, int[] ofBatch, int[] ofTable) {
        this.condition = condition;
        this.ofBatch = ofBatch.clone();
        this.ofTable = ofTable.clone();
        this.columns = new BatchColumns(fields);
    }

    /**
     * Selects the pairs for which the condition is true.
     *
     * @param rows for each pair, the row of {@code batch}
     * @param matches for each pair, the row of {@code table}
     * @return the number of these pairs, whose indexes {@link #selected} has
     */
    int select(ColumnarBatch batch, int[] rows, JoinMatches table, int[] matches, int count) {
        if (count == 0) {
            return 0;
        }
        ColumnVector[] pairs = new ColumnVector[ofBatch.length + ofTable.length];
        for (int i = 0; i < ofBatch.length; i++) {
            pairs[i] = SelectedColumnVector.of(batch.column(ofBatch[i]), rows, count);
        }
        for (int i = 0; i < ofTable.length; i++) {
            pairs[ofBatch.length + i] = table.column(ofTable[i], matches, count);
        }
        columns.begin(new ColumnarBatch(pairs, count));
        if (selected.length < count) {
            selected = new int[count];
        }
        return condition.select(columns, columns.allRows(), count, selected);
    }

    /** Returns the indexes of the pairs of the last call of {@link #select}, ascending. */
    int[] selected() {
        return selected;
    }
}
