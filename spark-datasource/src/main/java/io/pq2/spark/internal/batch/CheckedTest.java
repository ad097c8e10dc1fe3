package io.pq2.spark.internal.batch;

import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;

/**
 * Tests a condition with arithmetic. Where an intermediate result could overflow, the rows of the batch are tested one
 * by one with the code that Spark generates, which throws Spark's error or returns its result.
 */
@NullUnmarked // the code is absent before the first test
final class CheckedTest extends RowTest {

    private final RowTest onBatch;
    private final Supplier<RowTest> code;
    private RowTest rowByRow;

    /** @param code generates code for the same condition */
    CheckedTest(RowTest onBatch, Supplier<RowTest> code) {
        this.onBatch = onBatch;
        this.code = code;
    }

    @Override
    boolean isCertain() {
        return false;
    }

    @Override
    int select(BatchColumns batch, int[] rows, int count, int[] selected) {
        if (onBatch.canTest(batch)) {
            return onBatch.select(batch, rows, count, selected);
        }
        if (rowByRow == null) {
            rowByRow = code.get();
        }
        return rowByRow.select(batch, rows, count, selected);
    }
}
