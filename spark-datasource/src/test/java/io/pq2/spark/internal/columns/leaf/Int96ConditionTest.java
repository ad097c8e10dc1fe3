package io.pq2.spark.internal.columns.leaf;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.internal.predicate.filter.BatchFilter;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.spark.internal.vectors.LateErrors;
import io.pq2.vector.Batch;
import io.pq2.vector.FixedBinaryVector;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongPredicate;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.junit.jupiter.api.Test;

/** Checks that a condition on INT96 timestamps is true for exactly the timestamps whose Spark values satisfy it. */
class Int96ConditionTest {

    private static final int ROWS = 500;
    private static final long NANOS_PER_DAY = 86_400_000_000_000L;
    private static final Schema SCHEMA =
            new Schema("rows", List.of(new PrimitiveField("v", Repetition.OPTIONAL, PhysicalType.INT96)));
    private static final List<String> PATH = List.of("v");

    private static final DateTimeRules.Calendar GREGORIAN = DateTimeRules.CORRECTED.int96();
    private static final DateTimeRules.Calendar JULIAN =
            new DateTimeRules.Calendar(DateTimeRules.RebaseMode.LEGACY, "America/Los_Angeles");

    /**
     * Returns timestamps from year 1 on, including days around the change of calendars and nanoseconds outside of a
     * day.
     */
    private static FixedBinaryVector timestamps(Random random) {
        ByteBuffer bytes = ByteBuffer.allocate(ROWS * 12).order(ByteOrder.LITTLE_ENDIAN);
        int[] days = {1_721_430, 2_299_150, 2_415_000, 2_440_587, 2_440_588, 2_459_000, 5_373_484};
        for (int i = 0; i < ROWS; i++) {
            long nanos = random.nextInt(4) == 0
                    ? random.nextInt(5_000) - 2_500
                    : random.nextInt(8) == 0 ? -random.nextLong(NANOS_PER_DAY) : random.nextLong(NANOS_PER_DAY);
            bytes.putLong(nanos).putInt(days[random.nextInt(days.length)] + random.nextInt(15));
        }
        return new FixedBinaryVector(ROWS, 12, bytes.array(), 0, null);
    }

    private static List<Integer> select(Predicate predicate, FixedBinaryVector timestamps) {
        int[] rows = new int[ROWS];
        int count = BatchFilter.of(predicate, SCHEMA, SCHEMA.shape(), MissingColumns.UNKNOWN)
                .select(new Batch(ROWS, List.of(timestamps)), rows);
        return Arrays.stream(rows, 0, count).boxed().toList();
    }

    private static List<Integer> expected(ColumnVector read, LongPredicate condition) {
        List<Integer> rows = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            if (condition.test(read.getLong(row))) {
                rows.add(row);
            }
        }
        return rows;
    }

    private static void check(DateTimeRules rules) {
        Random random = new Random(7);
        FixedBinaryVector timestamps = timestamps(random);
        ColumnSource source =
                LeafSources.of(SCHEMA.column(PATH), DataTypes.TimestampType, rules, false, LateErrors.UNCHANGED);
        source.show(timestamps, ROWS);
        ColumnVector read = source.column();
        for (int i = 0; i < 50; i++) {
            long micros = read.getLong(random.nextInt(ROWS)) + random.nextInt(3) - 1;
            for (Operator operator : Operator.values()) {
                if (operator != Operator.NE) {
                    Predicate custom = new Predicate.Custom(PATH, Int96Condition.comparison(operator, micros, rules));
                    assertThat(select(custom, timestamps))
                            .as("%s %s by %s", operator, micros, rules)
                            .isEqualTo(expected(read, value -> compare(operator, Long.compare(value, micros))));
                }
            }
        }
        long[] some = {read.getLong(3), read.getLong(99), 0};
        assertThat(select(new Predicate.Custom(PATH, Int96Condition.in(some, rules)), timestamps))
                .isEqualTo(expected(read, value -> Arrays.stream(some).anyMatch(one -> one == value)));
    }

    private static boolean compare(Operator operator, int order) {
        return switch (operator) {
            case EQ -> order == 0;
            case NE -> order != 0;
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            case GE -> order >= 0;
        };
    }

    @Test
    void instantsCompareAsSparkReadsThem() {
        check(DateTimeRules.CORRECTED);
    }

    @Test
    void instantsOfTheJulianCalendarCompareAsSparkReadsThem() {
        check(new DateTimeRules(GREGORIAN, JULIAN, null));
    }

    @Test
    void localTimesOfAZoneCompareAsSparkReadsThem() {
        check(new DateTimeRules(GREGORIAN, GREGORIAN, ZoneId.of("Europe/Berlin")));
    }

    @Test
    void conditionsBeyondTheRangeOfTimestampsMatchNone() {
        FixedBinaryVector timestamps = timestamps(new Random(8));
        Int96Condition before = Int96Condition.comparison(Operator.LT, Long.MIN_VALUE, DateTimeRules.CORRECTED);
        Int96Condition afterLast = Int96Condition.comparison(Operator.GT, Long.MAX_VALUE, DateTimeRules.CORRECTED);
        assertThat(select(new Predicate.Custom(PATH, before), timestamps)).isEmpty();
        assertThat(select(new Predicate.Custom(PATH, afterLast), timestamps)).isEmpty();
    }
}
