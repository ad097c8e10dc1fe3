package io.pq2.spark.internal.expressions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pq2.predicate.Literal;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.TimeUnit;
import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import io.pq2.spark.internal.settings.PushdownSettings;
import io.pq2.spark.internal.versions.SparkVersion;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.YearMonthIntervalType;
import org.junit.jupiter.api.Test;

/** Tests the literals of Spark's filter values for each type in the file and each type in Spark. */
class FilterLiteralsTest {

    private static final PushdownSettings ALL = new PushdownSettings(true, true, true, true, true, 10, false);

    private static final DateTimeRules JULIAN = new DateTimeRules(
            new DateTimeRules.Calendar(DateTimeRules.RebaseMode.LEGACY, "UTC"),
            new DateTimeRules.Calendar(DateTimeRules.RebaseMode.LEGACY, "UTC"),
            null);

    private static PrimitiveField leaf(PhysicalType physicalType, LogicalType logicalType, int width) {
        return new PrimitiveField("v", Repetition.OPTIONAL, physicalType, width, logicalType, null);
    }

    private static PrimitiveField leaf(PhysicalType physicalType, LogicalType logicalType) {
        return leaf(physicalType, logicalType, 0);
    }

    private static PrimitiveField int32(int bits, boolean signed) {
        return leaf(PhysicalType.INT32, new LogicalType.IntType(bits, signed));
    }

    private static PrimitiveField timestamp(TimeUnit unit, boolean utc) {
        return leaf(PhysicalType.INT64, new LogicalType.TimestampType(unit, utc));
    }

    private static Literal literal(Object value, PrimitiveField leaf, DataType type) {
        return new FilterLiterals(ALL, DateTimeRules.CORRECTED)
                .of(value, leaf, type)
                .orElse(null);
    }

    private static Literal inOldFile(Object value, PrimitiveField leaf, DataType type) {
        return new FilterLiterals(ALL, JULIAN).of(value, leaf, type).orElse(null);
    }

    @Test
    void integersOfEachWidthAreTheSameNumbers() {
        Literal five = new Literal.IntegerLiteral(5);
        PrimitiveField plain = leaf(PhysicalType.INT32, null);
        assertThat(literal(5, plain, DataTypes.IntegerType)).isEqualTo(five);
        assertThat(literal(5L, plain, DataTypes.LongType)).isEqualTo(five);
        assertThat(literal((byte) 5, int32(8, true), DataTypes.ByteType)).isEqualTo(five);
        assertThat(literal((short) 5, int32(8, false), DataTypes.ShortType)).isEqualTo(five);
        assertThat(literal(5, int32(16, false), DataTypes.IntegerType)).isEqualTo(five);
        assertThat(literal(4_000_000_000L, int32(32, false), DataTypes.LongType))
                .isEqualTo(new Literal.IntegerLiteral(4_000_000_000L));
        assertThat(literal(5L, leaf(PhysicalType.INT64, null), DataTypes.LongType))
                .isEqualTo(five);
    }

    @Test
    void integersThatSparkReadsAsOtherNumbersAreNotTranslated() {
        assertThat(literal((byte) 5, leaf(PhysicalType.INT32, null), DataTypes.ByteType))
                .isNull();
        assertThat(literal((short) 5, int32(32, true), DataTypes.ShortType)).isNull();
        assertThat(literal((byte) 5, int32(8, false), DataTypes.ByteType)).isNull();
        assertThat(literal(5, int32(32, false), DataTypes.IntegerType)).isNull();
        PrimitiveField unsigned = leaf(PhysicalType.INT64, new LogicalType.IntType(64, false));
        assertThat(literal(5L, unsigned, DataTypes.LongType)).isNull();
        assertThat(literal(5, leaf(PhysicalType.INT32, new LogicalType.DateType()), DataTypes.IntegerType))
                .isNull();
    }

    @Test
    void decimalsCompareAtAnyScaleAndWithIntegers() {
        BigDecimal value = new BigDecimal("1.50");
        Literal expected = new Literal.DecimalLiteral(value);
        DataType wide = DataTypes.createDecimalType(30, 2);
        LogicalType scale1 = new LogicalType.DecimalType(9, 1);
        assertThat(literal(value, leaf(PhysicalType.INT32, scale1), wide)).isEqualTo(expected);
        assertThat(literal(value, leaf(PhysicalType.INT64, scale1), wide)).isEqualTo(expected);
        assertThat(literal(value, leaf(PhysicalType.BYTE_ARRAY, scale1), wide)).isEqualTo(expected);
        assertThat(literal(value, leaf(PhysicalType.FIXED_LEN_BYTE_ARRAY, scale1, 4), wide))
                .isEqualTo(expected);
        assertThat(literal(value, leaf(PhysicalType.INT64, null), wide)).isEqualTo(expected);
        BigDecimal greatest = new BigDecimal("18446744073709551615");
        PrimitiveField unsigned = leaf(PhysicalType.INT64, new LogicalType.IntType(64, false));
        assertThat(literal(greatest, unsigned, DataTypes.createDecimalType(20, 0)))
                .isEqualTo(new Literal.DecimalLiteral(greatest));
        assertThat(literal(value, leaf(PhysicalType.FIXED_LEN_BYTE_ARRAY, null, 4), wide))
                .isNull();
    }

    @Test
    void floatingPointNumbersCompareInEachWidthAndWithIntegers() {
        Literal half = new Literal.FloatLiteral(0.5f);
        PrimitiveField float16 = leaf(PhysicalType.FIXED_LEN_BYTE_ARRAY, new LogicalType.Float16Type(), 2);
        assertThat(literal(0.5f, leaf(PhysicalType.FLOAT, null), DataTypes.FloatType))
                .isEqualTo(half);
        assertThat(literal(0.5f, float16, DataTypes.FloatType)).isEqualTo(half);
        assertThat(literal(0.1, leaf(PhysicalType.FLOAT, null), DataTypes.DoubleType))
                .isEqualTo(new Literal.DoubleLiteral(0.1));
        assertThat(literal(0.1, leaf(PhysicalType.DOUBLE, null), DataTypes.DoubleType))
                .isEqualTo(new Literal.DoubleLiteral(0.1));
        assertThat(literal(0.1, leaf(PhysicalType.INT32, null), DataTypes.DoubleType))
                .isEqualTo(new Literal.DoubleLiteral(0.1));
        assertThat(literal(0.1, int32(32, false), DataTypes.DoubleType)).isNull();
    }

    @Test
    void textsAndBytesCompareByTheirBytes() {
        Literal text = Literal.BinaryLiteral.of("ß");
        byte[] bytes = "ß".getBytes(StandardCharsets.UTF_8);
        for (LogicalType meaning : new LogicalType[] {
            null, new LogicalType.StringType(), new LogicalType.EnumType(), new LogicalType.JsonType()
        }) {
            PrimitiveField leaf = leaf(PhysicalType.BYTE_ARRAY, meaning);
            assertThat(literal("ß", leaf, DataTypes.StringType)).isEqualTo(text);
            assertThat(literal(bytes, leaf, DataTypes.BinaryType)).isEqualTo(text);
        }
        assertThat(literal(bytes, leaf(PhysicalType.BYTE_ARRAY, new LogicalType.BsonType()), DataTypes.BinaryType))
                .isEqualTo(text);
        assertThat(literal(bytes, leaf(PhysicalType.FIXED_LEN_BYTE_ARRAY, null, 2), DataTypes.BinaryType))
                .isEqualTo(text);
        PrimitiveField decimal = leaf(PhysicalType.BYTE_ARRAY, new LogicalType.DecimalType(9, 2));
        assertThat(literal(bytes, decimal, DataTypes.BinaryType)).isNull();
    }

    @Test
    void textsWithAnotherOrderOrLostBytesAreNotTranslated() {
        PrimitiveField leaf = leaf(PhysicalType.BYTE_ARRAY, new LogicalType.StringType());
        DataType lowerCase = DataType.fromDDL("v STRING COLLATE UTF8_LCASE");
        DataType collated = ((StructType) lowerCase).fields()[0].dataType();
        assertThat(literal("a", leaf, collated)).isNull();
        String invalid = new String(new byte[] {'a', (byte) 0xFF}, StandardCharsets.UTF_8);
        assertThat(literal(invalid, leaf, DataTypes.StringType)).isNull();
    }

    @Test
    void datesAndTimestampsOfEachUnitAndClassAreTranslated() {
        PrimitiveField date = leaf(PhysicalType.INT32, new LogicalType.DateType());
        LocalDate day = LocalDate.of(2020, 2, 29);
        Literal expectedDay = new Literal.DateLiteral((int) day.toEpochDay());
        assertThat(literal(day, date, DataTypes.DateType)).isEqualTo(expectedDay);
        assertThat(literal(Date.valueOf(day), date, DataTypes.DateType)).isEqualTo(expectedDay);

        Instant instant = Instant.parse("2020-02-29T12:34:56.123456Z");
        for (TimeUnit unit : new TimeUnit[] {TimeUnit.MILLIS, TimeUnit.MICROS}) {
            for (boolean utc : new boolean[] {true, false}) {
                Literal expected = new Literal.TimestampLiteral(instant.getEpochSecond(), instant.getNano(), utc);
                PrimitiveField leaf = timestamp(unit, utc);
                assertThat(literal(instant, leaf, DataTypes.TimestampType)).isEqualTo(expected);
                assertThat(literal(Timestamp.from(instant), leaf, DataTypes.TimestampType))
                        .isEqualTo(expected);
                assertThat(literal(LocalDateTime.parse("2020-02-29T12:34:56.123456"), leaf, DataTypes.TimestampNTZType))
                        .isEqualTo(expected);
            }
        }
        assertThat(literal(-1L, timestamp(TimeUnit.NANOS, true), DataTypes.LongType))
                .isEqualTo(new Literal.TimestampLiteral(-1, 999_999_999, true));
        assertThat(literal(-1L, timestamp(TimeUnit.MILLIS, false), DataTypes.LongType))
                .isEqualTo(new Literal.TimestampLiteral(-1, 999_000_000, false));
    }

    @Test
    void timesAreTranslated() {
        assumeThat(SparkVersion.SPARK.hasTime())
                .as("this version of Spark has the type TIME")
                .isTrue();
        PrimitiveField time = leaf(PhysicalType.INT64, new LogicalType.TimeType(TimeUnit.MICROS, false));
        assertThat(literal(LocalTime.NOON, time, SparkVersion.SPARK.time(6)))
                .isEqualTo(new Literal.TimeLiteral(43_200_000_000_000L));
    }

    @Test
    void intervalsAreTranslated() {
        assertThat(literal(Period.ofMonths(14), leaf(PhysicalType.INT32, null), YearMonthIntervalType.apply()))
                .isEqualTo(new Literal.IntegerLiteral(14));
        assertThat(literal(Duration.ofSeconds(-2), leaf(PhysicalType.INT64, null), DayTimeIntervalType.apply()))
                .isEqualTo(new Literal.IntegerLiteral(-2_000_000));
    }

    @Test
    void inFilesOfTheJulianCalendarOnlyCommonDaysAreTranslated() {
        PrimitiveField date = leaf(PhysicalType.INT32, new LogicalType.DateType());
        PrimitiveField instant = timestamp(TimeUnit.MICROS, true);
        PrimitiveField local = timestamp(TimeUnit.MICROS, false);
        assertThat(inOldFile(LocalDate.of(2000, 1, 1), date, DataTypes.DateType))
                .isNotNull();
        assertThat(inOldFile(LocalDate.of(1500, 1, 1), date, DataTypes.DateType))
                .isNull();
        assertThat(inOldFile(Instant.parse("2000-01-01T00:00:00Z"), instant, DataTypes.TimestampType))
                .isNotNull();
        assertThat(inOldFile(Instant.parse("1500-01-01T00:00:00Z"), instant, DataTypes.TimestampType))
                .isNull();
        assertThat(inOldFile(LocalDateTime.parse("1500-01-01T00:00:00"), local, DataTypes.TimestampNTZType))
                .as("local times have no calendar")
                .isNotNull();
    }

    @Test
    void ambiguousDaysOfJavaSqlClassesAreNotTranslated() {
        PrimitiveField date = leaf(PhysicalType.INT32, new LogicalType.DateType());
        LocalDate leftOut = LocalDate.of(1582, 10, 10);
        assertThat(literal(leftOut, date, DataTypes.DateType)).isNotNull();
        for (int day = 5; day < 15; day++) {
            Object value =
                    DateTimeUtils.toJavaDate((int) leftOut.withDayOfMonth(day).toEpochDay());
            assertThat(literal(value, date, DataTypes.DateType))
                    .as("day %s", day)
                    .isNull();
        }
        assertThat(literal(Date.valueOf("1582-10-04"), date, DataTypes.DateType))
                .isEqualTo(
                        new Literal.DateLiteral((int) leftOut.withDayOfMonth(4).toEpochDay()));
        assertThat(literal(
                        Timestamp.valueOf("1582-10-20 00:00:00"),
                        timestamp(TimeUnit.MICROS, true),
                        DataTypes.TimestampType))
                .isNull();
    }

    @Test
    void settingsDisableKindsOfFilters() {
        PushdownSettings none = new PushdownSettings(true, false, false, false, false, 10, false);
        FilterLiterals literals = new FilterLiterals(none, DateTimeRules.CORRECTED);
        assertThat(literals.of(
                        LocalDate.EPOCH, leaf(PhysicalType.INT32, new LogicalType.DateType()), DataTypes.DateType))
                .isEmpty();
        assertThat(literals.of(Instant.EPOCH, timestamp(TimeUnit.MICROS, true), DataTypes.TimestampType))
                .isEmpty();
        assertThat(literals.of(BigDecimal.ONE, leaf(PhysicalType.INT64, null), DataTypes.createDecimalType(20, 0)))
                .isEmpty();
        assertThat(literals.of(1L, leaf(PhysicalType.INT64, null), DataTypes.LongType))
                .isPresent();
    }
}
