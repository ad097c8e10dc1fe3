package io.pq2.spark.internal.columns.leaf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.TimeUnit;
import io.pq2.spark.internal.vectors.LateErrors;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.Vector;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.ZoneId;
import java.util.List;
import org.apache.spark.sql.execution.datasources.SchemaColumnConvertNotSupportedException;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.junit.jupiter.api.Test;

/** Tests leaves that Spark does not write. The Scala suites compare the others with Spark's own reader. */
class LeafSourcesTest {

    private static Column column(PhysicalType physicalType, int width, LogicalType logicalType) {
        PrimitiveField field = new PrimitiveField("v", Repetition.OPTIONAL, physicalType, width, logicalType, null);
        return new Column(0, List.of("v"), field, 1, 0);
    }

    private static ColumnVector read(Column column, DataType type, DateTimeRules rules, Vector vector) {
        ColumnSource source = LeafSources.of(column, type, rules, false, LateErrors.UNCHANGED);
        source.show(vector, vector.length());
        assertThat(source.column()).isInstanceOf(FileColumns.classOf(type));
        return source.column();
    }

    private static ColumnVector read(Column column, DataType type, Vector vector) {
        return read(column, type, DateTimeRules.CORRECTED, vector);
    }

    @Test
    void unsignedIntegersKeepTheirValue() {
        Column unsigned32 = column(PhysicalType.INT32, 0, new LogicalType.IntType(32, false));
        IntVector ints = new IntVector(2, new int[] {-1, 7}, null);
        assertThat(read(unsigned32, DataTypes.LongType, ints).getLong(0)).isEqualTo(0xffff_ffffL);
        Column unsigned64 = column(PhysicalType.INT64, 0, new LogicalType.IntType(64, false));
        LongVector longs = new LongVector(2, new long[] {-1, 7}, null);
        ColumnVector decimals = read(unsigned64, DataTypes.createDecimalType(20, 0), longs);
        assertThat(decimals.getDecimal(0, 20, 0)).isEqualTo(Decimal.apply("18446744073709551615"));
        assertThat(decimals.getDecimal(1, 20, 0)).isEqualTo(Decimal.apply("7"));
    }

    @Test
    void unsignedValuesThatDoNotFitIntoALongAreErrors() {
        Column unsigned64 = column(PhysicalType.INT64, 0, new LogicalType.IntType(64, false));
        LongVector fitting = new LongVector(3, new long[] {Long.MAX_VALUE, -1, 0}, new long[] {0b101});
        ColumnVector longs = read(unsigned64, DataTypes.LongType, fitting);
        assertThat(longs.getLong(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(longs.isNullAt(1)).isTrue();
        LongVector exceeding = new LongVector(2, new long[] {0, Long.MIN_VALUE}, null);
        assertThatThrownBy(() -> read(unsigned64, DataTypes.LongType, exceeding))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("column v")
                .hasMessageContaining("9223372036854775808")
                .hasMessageContaining("decimal(20,0)");
    }

    @Test
    void slotsOfNullsAreNotRead() {
        Column millis = column(PhysicalType.INT64, 0, new LogicalType.TimestampType(TimeUnit.MILLIS, true));
        LongVector longs = new LongVector(2, new long[] {Long.MAX_VALUE, 5}, new long[] {0b10});
        ColumnVector micros = read(millis, DataTypes.TimestampType, longs);
        assertThat(micros.isNullAt(0)).isTrue();
        assertThat(micros.getLong(1)).isEqualTo(5000);
        assertThat(micros.numNulls()).isEqualTo(1);
    }

    @Test
    void nanosecondsAreLongsOrRoundedDownToMicroseconds() {
        Column nanos = column(PhysicalType.INT64, 0, new LogicalType.TimestampType(TimeUnit.NANOS, true));
        LongVector longs = new LongVector(2, new long[] {123_456_789L, -1}, null);
        assertThat(read(nanos, DataTypes.LongType, longs).getLong(0)).isEqualTo(123_456_789L);
        ColumnVector micros = read(nanos, DataTypes.TimestampType, longs);
        assertThat(micros.getLong(0)).isEqualTo(123_456L);
        assertThat(micros.getLong(1)).isEqualTo(-1);
        assertThatThrownBy(() -> read(nanos, DataTypes.DateType, longs))
                .isInstanceOf(SchemaColumnConvertNotSupportedException.class)
                .hasMessageContaining("[v]")
                .hasMessageContaining("date");
    }

    @Test
    void int96IsLocalTimeIfConfigured() {
        Column int96 = column(PhysicalType.INT96, 0, null);
        byte[] bytes = ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(3_600_000_000_000L)
                .putInt(2_440_589)
                .array();
        FixedBinaryVector vector = new FixedBinaryVector(1, 12, bytes, 0, null);
        long micros = 25 * 3_600_000_000L;
        assertThat(read(int96, DataTypes.TimestampType, vector).getLong(0)).isEqualTo(micros);
        DateTimeRules local = new DateTimeRules(
                DateTimeRules.Calendar.CORRECTED, DateTimeRules.Calendar.CORRECTED, ZoneId.of("Asia/Tokyo"));
        assertThat(read(int96, DataTypes.TimestampType, local, vector).getLong(0))
                .isEqualTo(micros - 9 * 3_600_000_000L);
        assertThat(read(int96, DataTypes.TimestampNTZType, local, vector).getLong(0))
                .isEqualTo(micros);
        DictionaryVector encoded = new DictionaryVector(2, new int[] {0, 0}, vector, null);
        assertThat(read(int96, DataTypes.TimestampType, encoded).getLong(1)).isEqualTo(micros);
    }

    @Test
    void float16ValuesAreFloats() {
        Column half = column(PhysicalType.FIXED_LEN_BYTE_ARRAY, 2, new LogicalType.Float16Type());
        byte[] bytes = {0, 0x3c, 0, (byte) 0xc0, 1, 0, 0, 0x7c, 0, 0x7e, (byte) 0xff, 0x7b};
        ColumnVector floats = read(half, DataTypes.FloatType, new FixedBinaryVector(6, 2, bytes, 0, null));
        assertThat(floats.getFloats(0, 6))
                .containsExactly(1f, -2f, 0x1p-24f, Float.POSITIVE_INFINITY, Float.NaN, 65504f);
    }

    @Test
    void decimalsComeFromBytesOfAnyLength() {
        Column decimal = column(PhysicalType.BYTE_ARRAY, 0, new LogicalType.DecimalType(12, 2));
        byte[] bytes = {1, (byte) 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0};
        BinaryVector slices = new BinaryVector(4, bytes, new int[] {0, 1, 2, 0}, new int[] {1, 1, 11, 0}, null);
        ColumnVector narrow = read(decimal, DataTypes.createDecimalType(13, 3), slices);
        ColumnVector wide = read(decimal, DataTypes.createDecimalType(22, 2), slices);
        String[] expected = {"0.01", "-0.01", "2.56", "0.00"};
        for (int i = 0; i < expected.length; i++) {
            assertThat(narrow.getDecimal(i, 13, 3)).isEqualByComparingTo(Decimal.apply(expected[i]));
            assertThat(wide.getDecimal(i, 22, 2)).isEqualByComparingTo(Decimal.apply(expected[i]));
        }
    }

    @Test
    void aColumnThatIsAlwaysNullCanBeReadAsAnything() {
        Column unknown = column(PhysicalType.BOOLEAN, 0, new LogicalType.UnknownType());
        Vector vector = new BooleanVector(2, new boolean[2], new long[1]);
        ColumnVector strings = read(unknown, DataTypes.StringType, vector);
        assertThat(strings.isNullAt(0)).isTrue();
        assertThat(strings.getUTF8String(1)).isNull();
    }
}
