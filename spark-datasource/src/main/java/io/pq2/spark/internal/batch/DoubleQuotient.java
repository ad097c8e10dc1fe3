package io.pq2.spark.internal.batch;

import org.jspecify.annotations.NullUnmarked;

/** Divides DOUBLEs by a constant. */
@NullUnmarked // Scala's parser of Java sources rejects annotations of array types
final class DoubleQuotient extends DoubleNode {

    private final DoubleNode dividend;
    private final double divisor;
    private final DoubleValues result = new DoubleValues();

    /** @param divisor not 0, for which Spark returns null or an error */
    DoubleQuotient(DoubleNode dividend, double divisor) {
        this.dividend = dividend;
        this.divisor = divisor;
    }

    @Override
    boolean isCertain() {
        return dividend.isCertain();
    }

    @Override
    DoubleValues compute(BatchColumns batch) {
        DoubleValues dividends = dividend.evaluate(batch);
        if (dividends == null) {
            return null;
        }
        double[] target = result.buffer(batch.rows());
        for (int i = 0; i < batch.rows(); i++) {
            target[i] = dividends.values[i] / divisor;
        }
        result.nulls = dividends.nulls;
        return result;
    }
}
