package io.pq2.spark.internal.kernel.values;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes return the values of Java's operators, and bounds that hold for them. */
class LongNodesTest {

    private static final long SEED = 20;
    private static final int BATCHES = 500;

    private final Random random = new Random(SEED);
    private final BatchColumns batch = new BatchColumns(List.of());

    /** Numbers whose bounds are exact. */
    private static final class Numbers extends LongNode {

        private long[] numbers = {};

        void set(long[] newNumbers) {
            numbers = newNumbers;
        }

        @Override
        boolean compute(BatchColumns ignored) {
            result.values = numbers;
            return true;
        }
    }

    private final Numbers left = new Numbers();
    private final Numbers right = new Numbers();

    /** Sets both operands to numbers of 1 to 64 bits. */
    private void next() {
        batch.begin(new ColumnarBatch(new ColumnVector[0], 5));
        left.set(numbers());
        right.set(numbers());
    }

    private long[] numbers() {
        int bits = random.nextInt(Long.SIZE);
        boolean isPositive = random.nextBoolean();
        return LongStream.generate(() -> isPositive ? random.nextLong() >>> 1 >>> bits : random.nextLong() >> bits)
                .limit(5)
                .toArray();
    }

    private void check(@Nullable LongValues found, LongBinaryOperator expected) {
        assertThat(found).as("seed %d", SEED).isNotNull();
        for (int i = 0; i < batch.rows(); i++) {
            assertThat(found.values[i])
                    .as("seed %d: %d, %d", SEED, left.numbers[i], right.numbers[i])
                    .isEqualTo(expected.applyAsLong(left.numbers[i], right.numbers[i]))
                    .isBetween(found.min(), found.max());
        }
    }

    @ParameterizedTest
    @EnumSource(LongBits.Operation.class)
    void bits(LongBits.Operation operation) {
        LongNode node = new LongBits(operation, left, right);
        for (int i = 0; i < BATCHES; i++) {
            next();
            check(
                    node.evaluate(batch),
                    switch (operation) {
                        case AND -> (a, b) -> a & b;
                        case OR -> (a, b) -> a | b;
                        case XOR -> (a, b) -> a ^ b;
                    });
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 7, 1000, Long.MAX_VALUE, -1, -2, -7, -Long.MAX_VALUE})
    void divisions(long divisor) {
        check(LongDivision.Result.QUOTIENT, divisor, value -> value / divisor);
        check(LongDivision.Result.REMAINDER, divisor, value -> value % divisor);
        check(LongDivision.Result.MODULUS, divisor, value -> Math.floorMod(value, divisor));
    }

    private void check(LongDivision.Result result, long divisor, LongUnaryOperator expected) {
        if (!LongDivision.supports(result, divisor)) {
            return;
        }
        LongNode node = new LongDivision(result, left, divisor);
        for (int i = 0; i < BATCHES; i++) {
            next();
            check(node.evaluate(batch), (value, ignored) -> expected.applyAsLong(value));
        }
    }

    @Test
    void divisorsForWhichADivisionMayFail() {
        assertThat(LongDivision.supports(LongDivision.Result.QUOTIENT, -1)).isFalse();
        assertThat(LongDivision.supports(LongDivision.Result.MODULUS, -1)).isFalse();
        for (LongDivision.Result result : LongDivision.Result.values()) {
            assertThat(LongDivision.supports(result, 0)).isFalse();
            assertThat(LongDivision.supports(result, Long.MIN_VALUE)).isFalse();
        }
    }

    @Test
    void absoluteValuesThatFitTheirType() {
        LongNode node = new LongAbsolute(left, Byte.MAX_VALUE);
        batch.begin(new ColumnarBatch(new ColumnVector[0], 3));
        left.set(new long[] {-127, 5, 0});
        right.set(new long[3]);
        check(node.evaluate(batch), (value, ignored) -> Math.abs(value));
        batch.begin(new ColumnarBatch(new ColumnVector[0], 3));
        left.set(new long[] {-128, 5, 0});
        assertThat(node.evaluate(batch)).isNull();
    }
}
