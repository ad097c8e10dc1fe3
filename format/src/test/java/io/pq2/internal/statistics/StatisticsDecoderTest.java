package io.pq2.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.internal.writer.WriterVersion;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.ColumnMetaDataBuilder;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.Statistics;
import io.pq2.predicate.ByteString;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.TimeUnit;
import io.pq2.statistics.ColumnStatistics;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticsDecoderTest {

    private static final WriterVersion MODERN = WriterVersion.parse("parquet-mr version 1.13.1 (build x)");
    private static final WriterVersion OLD = WriterVersion.parse("parquet-mr version 1.6.0 (build x)");
    private static final Column INT = column(PhysicalType.INT32, 0, null);
    private static final Column TEXT = column(PhysicalType.BYTE_ARRAY, 0, new LogicalType.StringType());

    @Test
    void readsMinAndMaxInTypeOrder() {
        ColumnStatistics statistics = of(INT, current(int32(-3), int32(7), 2L), ColumnOrder.TYPE_ORDER);
        assertThat(statistics.min()).isEqualTo(new BigDecimal(-3));
        assertThat(statistics.max()).isEqualTo(new BigDecimal(7));
        assertThat(statistics.nullCount()).isEqualTo(2);
        assertThat(statistics.nanCount()).isZero();
        assertThat(statistics.valueCount()).isEqualTo(10);
    }

    @Test
    void ignoresMinAndMaxOfUnsuitableOrdersAndKeepsCounts() {
        for (ColumnOrder order : new ColumnOrder[] {
            ColumnOrder.UNKNOWN, ColumnOrder.IEEE_754_TOTAL_ORDER, ColumnOrder.INT96_TIMESTAMP_ORDER
        }) {
            ColumnStatistics statistics = of(INT, current(int32(-3), int32(7), 2L), order);
            assertThat(statistics.min()).isNull();
            assertThat(statistics.max()).isNull();
            assertThat(statistics.nullCount()).isEqualTo(2);
        }
    }

    @Test
    void readsMinAndMaxWithoutColumnOrdersOnlyOfTypesWithOneOrder() {
        assertThat(of(INT, current(int32(-3), int32(7), 0L), null).min()).isEqualTo(new BigDecimal(-3));
        assertThat(of(TEXT, current(utf8("a"), utf8("b"), 0L), null).min()).isNull();
        Column unsigned = column(PhysicalType.INT32, 0, new LogicalType.IntType(32, false));
        assertThat(of(unsigned, current(int32(1), int32(2), 0L), null).min()).isNull();
    }

    @Test
    void ordersUnsignedIntegersWithoutSign() {
        Column unsigned = column(PhysicalType.INT32, 0, new LogicalType.IntType(32, false));
        ColumnStatistics statistics = of(unsigned, current(int32(1), int32(-1), 0L), ColumnOrder.TYPE_ORDER);
        assertThat(statistics.max()).isEqualTo(new BigDecimal(4294967295L));
        Column wide = column(PhysicalType.INT64, 0, new LogicalType.IntType(64, false));
        assertThat(of(wide, current(int64(0), int64(-1), 0L), ColumnOrder.TYPE_ORDER)
                        .max())
                .isEqualTo(new BigDecimal("18446744073709551615"));
    }

    @Test
    void readsDeprecatedMinAndMaxOfSignedNumbers() {
        ColumnStatistics statistics = of(INT, deprecated(int32(-3), int32(7)), null, OLD);
        assertThat(statistics.min()).isEqualTo(new BigDecimal(-3));
        assertThat(statistics.max()).isEqualTo(new BigDecimal(7));
    }

    @Test
    void readsDeprecatedMinAndMaxOfBytesOnlyIfEqualAndFromATrustedWriter() {
        assertThat(of(TEXT, deprecated(utf8("a"), utf8("b")), null, MODERN).min())
                .isNull();
        assertThat(of(TEXT, deprecated(utf8("a"), utf8("a")), null, MODERN).min())
                .isEqualTo(ByteString.of("a"));
        assertThat(of(TEXT, deprecated(utf8("a"), utf8("a")), null, OLD).min()).isNull();
        assertThat(of(TEXT, deprecated(utf8("a"), utf8("a")), null, WriterVersion.UNKNOWN)
                        .min())
                .isNull();
        assertThat(of(TEXT, deprecated(utf8("a"), utf8("a")), null, WriterVersion.parse("impala version 1.0"))
                        .min())
                .isEqualTo(ByteString.of("a"));
    }

    @Test
    void ignoresMinAndMaxOfDecimalsFromWritersThatComparedBytes() {
        LogicalType decimal = new LogicalType.DecimalType(4, 2);
        Column fixed = column(PhysicalType.FIXED_LEN_BYTE_ARRAY, 2, decimal);
        Column variable = column(PhysicalType.BYTE_ARRAY, 0, decimal);
        Column number = column(PhysicalType.INT32, 0, decimal);
        Statistics bytes = current(new byte[] {0, 1}, new byte[] {0, 2}, 3L);
        for (String writer : new String[] {
            "parquet-cpp version 1.5.1-SNAPSHOT",
            "parquet-cpp-arrow version 3.0.0",
            "github.com/parquet-go/parquet-go version 0.32.0(build x)",
            "Polars"
        }) {
            WriterVersion version = WriterVersion.parse(writer);
            assertThat(of(fixed, bytes, ColumnOrder.TYPE_ORDER, version).min()).isNull();
            assertThat(of(variable, bytes, ColumnOrder.TYPE_ORDER, version).max())
                    .isNull();
            assertThat(of(variable, bytes, ColumnOrder.TYPE_ORDER, version).nullCount())
                    .isEqualTo(3);
            assertThat(of(number, current(int32(1), int32(2), 0L), ColumnOrder.TYPE_ORDER, version)
                            .min())
                    .isEqualTo(new BigDecimal("0.01"));
        }
        WriterVersion rust = WriterVersion.parse("parquet-rs version 57.0.0");
        assertThat(of(fixed, bytes, ColumnOrder.TYPE_ORDER, rust).min()).isEqualTo(new BigDecimal("0.01"));
        assertThat(of(variable, bytes, ColumnOrder.TYPE_ORDER, rust).min()).isNull();
        WriterVersion arrow = WriterVersion.parse("parquet-cpp-arrow version 4.0.0");
        assertThat(of(variable, bytes, ColumnOrder.TYPE_ORDER, arrow).max()).isEqualTo(new BigDecimal("0.02"));
    }

    @Test
    void ignoresMinAndMaxIfOneIsNan() {
        Column floats = column(PhysicalType.FLOAT, 0, null);
        ColumnStatistics statistics = of(floats, current(float32(Float.NaN), float32(1), 0L), ColumnOrder.TYPE_ORDER);
        assertThat(statistics.min()).isNull();
        assertThat(statistics.max()).isNull();
        assertThat(statistics.nanCount()).isNull();
        assertThat(statistics.mayHaveNan()).isTrue();
    }

    @Test
    void treatsNegativeZeroAsZero() {
        Column floats = column(PhysicalType.FLOAT, 0, null);
        ColumnStatistics statistics =
                of(floats, current(float32(0.0f), float32(-0.0f), 0L), ColumnOrder.IEEE_754_TOTAL_ORDER);
        assertThat(statistics.min()).isEqualTo(0.0).isEqualTo(statistics.max());
    }

    @Test
    void ignoresInvalidMinAndMax() {
        assertThat(of(INT, current(new byte[3], int32(1), 0L), ColumnOrder.TYPE_ORDER)
                        .max())
                .isNull();
        assertThat(of(INT, current(int32(2), int32(1), 0L), ColumnOrder.TYPE_ORDER)
                        .min())
                .isNull();
        Column time = column(PhysicalType.INT32, 0, new LogicalType.TimeType(TimeUnit.MILLIS, true));
        assertThat(of(time, current(int32(0), int32(86_400_000), 0L), ColumnOrder.TYPE_ORDER)
                        .min())
                .isNull();
    }

    @Test
    void ignoresImpossibleNullCounts() {
        assertThat(of(INT, current(null, null, -1L), ColumnOrder.TYPE_ORDER).nullCount())
                .isNull();
        assertThat(of(INT, current(null, null, 11L), ColumnOrder.TYPE_ORDER).nullCount())
                .isNull();
        assertThat(of(INT, current(null, null, 11L), ColumnOrder.TYPE_ORDER).mayHaveNull())
                .isTrue();
    }

    @Test
    void reportsNoNullsInRequiredColumns() {
        Column required =
                new Column(0, List.of("c"), new PrimitiveField("c", Repetition.REQUIRED, PhysicalType.INT32), 0, 0);
        assertThat(ColumnStatistics.unknown(required).mayHaveNull()).isFalse();
    }

    @Test
    void readsTimestampsExactly() {
        Column utc = column(PhysicalType.INT64, 0, new LogicalType.TimestampType(TimeUnit.NANOS, true));
        Column local = column(PhysicalType.INT64, 0, new LogicalType.TimestampType(TimeUnit.MILLIS, false));
        assertThat(of(utc, current(int64(-1), int64(Long.MAX_VALUE), 0L), ColumnOrder.TYPE_ORDER))
                .extracting(ColumnStatistics::min, ColumnStatistics::max)
                .containsExactly(
                        Instant.parse("1969-12-31T23:59:59.999999999Z"),
                        Instant.parse("2262-04-11T23:47:16.854775807Z"));
        assertThat(of(local, current(int64(1), int64(Long.MAX_VALUE), 0L), ColumnOrder.TYPE_ORDER)
                        .min())
                .isEqualTo(LocalDateTime.parse("1970-01-01T00:00:00.001"));
    }

    @Test
    void readsInt96OnlyInInt96TimestampOrder() {
        Column int96 = column(PhysicalType.INT96, 0, null);
        byte[] epoch = ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(1)
                .putInt(2_440_588)
                .array();
        assertThat(of(int96, current(epoch, epoch, 0L), ColumnOrder.TYPE_ORDER).min())
                .isNull();
        assertThat(of(int96, current(epoch, epoch, 0L), ColumnOrder.INT96_TIMESTAMP_ORDER)
                        .min())
                .isEqualTo(Instant.EPOCH.plusNanos(1));
    }

    @Test
    void ignoresMinAndMaxOfTypesWithoutAnOrder() {
        for (LogicalType type : List.of(
                new LogicalType.GeometryType(null),
                new LogicalType.GeographyType(null, null),
                new LogicalType.UnrecognizedType(99, "new"))) {
            Column column = column(PhysicalType.BYTE_ARRAY, 0, type);
            assertThat(of(column, current(utf8("a"), utf8("b"), 0L), ColumnOrder.TYPE_ORDER)
                            .min())
                    .isNull();
        }
        Column interval = column(PhysicalType.FIXED_LEN_BYTE_ARRAY, 12, new LogicalType.IntervalType());
        assertThat(of(interval, current(new byte[12], new byte[12], 0L), ColumnOrder.TYPE_ORDER)
                        .min())
                .isNull();
    }

    private static ColumnStatistics of(Column column, Statistics statistics, ColumnOrder order) {
        return of(column, statistics, order, MODERN);
    }

    private static ColumnStatistics of(Column column, Statistics statistics, ColumnOrder order, WriterVersion writer) {
        ColumnMetaData metadata = ColumnMetaDataBuilder.of(column.field().physicalType(), column.path())
                .values(10)
                .statistics(statistics)
                .build();
        return StatisticsDecoder.chunk(column, metadata, order, WriterTrust.known(writer));
    }

    private static Statistics current(byte[] min, byte[] max, Long nullCount) {
        return new Statistics(null, null, nullCount, null, max, min, null, null, null);
    }

    private static Statistics deprecated(byte[] min, byte[] max) {
        return new Statistics(max, min, 0L, null, null, null, null, null, null);
    }

    private static Column column(PhysicalType type, int length, LogicalType logicalType) {
        PrimitiveField field = new PrimitiveField("c", Repetition.OPTIONAL, type, length, logicalType, null);
        return new Column(0, List.of("c"), field, 1, 0);
    }

    private static byte[] int32(int value) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array();
    }

    private static byte[] int64(long value) {
        return ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
    }

    private static byte[] float32(float value) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putFloat(value)
                .array();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
