package io.pq2.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.metadata.BoundaryOrder;
import io.pq2.metadata.BoundingBox;
import io.pq2.metadata.ColumnChunk;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.GeospatialStatistics;
import io.pq2.metadata.OffsetIndex;
import io.pq2.metadata.RowGroup;
import io.pq2.metadata.SizeStatistics;
import io.pq2.metadata.Statistics;
import io.pq2.schema.Column;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.ToIntFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.junit.jupiter.api.Test;

/** Compares written statistics, page indexes and level histograms with values that are computed from the rows. */
class WrittenStatisticsTest {

    @Property(tries = 150)
    void statisticsEqualReference(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 1000) int rowCount,
            @ForAll @IntRange(min = 1, max = 400) int batchSize,
            @ForAll @IntRange(min = 0, max = 2) int depth) {
        RandomRows random = new RandomRows(seed);
        Schema schema = random.schema(depth);
        List<List<Object>> rows = random.rows(schema, rowCount);
        Random choice = new Random(seed);
        if (depth == 0) {
            sortSome(schema, rows, choice);
        }
        WriteOptions options = WriteOptions.builder()
                .dictionary(choice.nextBoolean())
                .pageRows(1 + choice.nextInt(100))
                .rowGroupRows(450)
                .statisticsBoundBytes(1 + choice.nextInt(80))
                .columnIndexBoundBytes(1 + choice.nextInt(80))
                .totalOrder(choice.nextBoolean())
                .build();
        TestRows.Written written =
                TestRows.write(schema, rows, options, batchSize, new RandomDictionaries(seed)::rewrite);
        int from = 0;
        for (RowGroup rowGroup : written.metadata().rowGroups()) {
            int to = from + (int) rowGroup.numRows();
            for (Column column : schema.columns()) {
                ColumnChunk chunk = rowGroup.columns().get(column.index());
                new Reference(schema, column, options).check(written.bytes(), chunk, rows.subList(from, to));
            }
            from = to;
        }
    }

    /** Sorts some columns in ascending or descending order, independently of the other columns. */
    private static void sortSome(Schema schema, List<List<Object>> rows, Random choice) {
        for (Column column : schema.columns()) {
            int kind = choice.nextInt(3);
            if (kind < 2) {
                Comparator<Object> order = ReferenceOrder.order(column.field());
                List<Object> values = new ArrayList<>();
                rows.forEach(row -> values.add(row.get(column.index())));
                values.sort(Comparator.nullsLast(kind == 0 ? order : order.reversed()));
                for (int i = 0; i < rows.size(); i++) {
                    rows.get(i).set(column.index(), values.get(i));
                }
            }
        }
    }

    /** Compares the metadata of a column with counts, min and max that are computed from the rows. */
    private record Reference(Schema schema, Column column, WriteOptions options) {

        void check(byte[] file, ColumnChunk chunk, List<List<Object>> rows) {
            List<ReferenceEntries.Entry> entries = ReferenceEntries.entries(schema, column, rows);
            Statistics statistics = chunk.metadata().statistics();
            assertThat(chunk.metadata().numValues()).isEqualTo(entries.size());
            assertThat(statistics.nullCount()).isEqualTo(nulls(entries));
            assertThat(statistics.min()).isNull();
            assertThat(statistics.max()).isNull();
            assertThat(statistics.nanCount()).isEqualTo(isFloating() ? (Long) nans(entries) : null);
            boolean hasMinMax = canHaveMinMax(entries) && hasNumbers(entries) && !misleads(entries);
            assertThat(statistics.minValue() != null).isEqualTo(hasMinMax);
            assertThat(statistics.maxValue() != null).isEqualTo(hasMinMax);
            if (hasMinMax) {
                int limit = options.statisticsBoundBytes();
                assertThat(checkMin(statistics.minValue(), entries, limit)).isEqualTo(statistics.isMinValueExact());
                assertThat(checkMax(statistics.maxValue(), entries, limit)).isEqualTo(statistics.isMaxValueExact());
            }
            checkSizes(chunk.metadata().sizeStatistics(), entries);
            checkPages(file, chunk, rows);
        }

        private void checkPages(byte[] file, ColumnChunk chunk, List<List<Object>> rows) {
            OffsetIndex offsets = WrittenIndexes.offsetIndex(file, chunk);
            List<List<ReferenceEntries.Entry>> pages = new ArrayList<>();
            for (int i = 0; i < offsets.pageLocations().size(); i++) {
                int from = (int) offsets.pageLocations().get(i).firstRowIndex();
                boolean last = i + 1 == offsets.pageLocations().size();
                int to = last
                        ? rows.size()
                        : (int) offsets.pageLocations().get(i + 1).firstRowIndex();
                pages.add(ReferenceEntries.entries(schema, column, rows.subList(from, to)));
            }
            List<Long> sizes = pages.stream().map(Reference::byteCount).toList();
            assertThat(offsets.unencodedByteArrayDataBytes()).isEqualTo(isByteArray() ? sizes : null);
            boolean indexed =
                    isOrdered() && pages.stream().allMatch(page -> canHaveMinMax(page) || nulls(page) == page.size());
            assertThat(chunk.columnIndexOffset() != null).isEqualTo(indexed);
            if (indexed) {
                checkIndex(WrittenIndexes.columnIndex(file, chunk), pages);
            }
        }

        private void checkIndex(ColumnIndex index, List<List<ReferenceEntries.Entry>> pages) {
            List<Long> repetition = new ArrayList<>();
            List<Long> definition = new ArrayList<>();
            for (int i = 0; i < pages.size(); i++) {
                List<ReferenceEntries.Entry> page = pages.get(i);
                boolean empty = nulls(page) == page.size();
                assertThat(index.nullPages().get(i)).isEqualTo(empty);
                assertThat(index.nullCounts().get(i)).isEqualTo(nulls(page));
                if (isFloating()) {
                    assertThat(index.nanCounts().get(i)).isEqualTo(nans(page));
                }
                if (!empty) {
                    checkMin(index.minValues().get(i), page, options.columnIndexBoundBytes());
                    checkMax(index.maxValues().get(i), page, options.columnIndexBoundBytes());
                }
                repetition.addAll(histogram(page, ReferenceEntries.Entry::repetition, column.maxRepetitionLevel()));
                definition.addAll(histogram(page, ReferenceEntries.Entry::definition, column.maxDefinitionLevel()));
            }
            assertThat(index.repetitionLevelHistograms())
                    .isEqualTo(column.maxRepetitionLevel() > 0 ? repetition : null);
            assertThat(index.definitionLevelHistograms())
                    .isEqualTo(column.maxDefinitionLevel() > 1 ? definition : null);
            checkOrder(index);
        }

        private void checkOrder(ColumnIndex index) {
            boolean ascending = true;
            boolean descending = true;
            Object min = null;
            Object max = null;
            for (int i = 0; i < index.nullPages().size(); i++) {
                if (!index.nullPages().get(i)) {
                    Object nextMin = ReferenceOrder.plain(
                            column.field(), index.minValues().get(i));
                    Object nextMax = ReferenceOrder.plain(
                            column.field(), index.maxValues().get(i));
                    if (min != null) {
                        int mins = order().compare(min, nextMin);
                        int maxs = order().compare(max, nextMax);
                        ascending &= mins <= 0 && maxs <= 0;
                        descending &= mins >= 0 && maxs >= 0;
                    }
                    min = nextMin;
                    max = nextMax;
                }
            }
            assertThat(index.boundaryOrder())
                    .isEqualTo(
                            ascending
                                    ? BoundaryOrder.ASCENDING
                                    : descending ? BoundaryOrder.DESCENDING : BoundaryOrder.UNORDERED);
        }

        private void checkSizes(SizeStatistics sizes, List<ReferenceEntries.Entry> entries) {
            boolean repeated = column.maxRepetitionLevel() > 0;
            boolean nested = column.maxDefinitionLevel() > 1;
            assertThat(sizes != null).isEqualTo(isByteArray() || repeated || nested);
            if (sizes != null) {
                assertThat(sizes.unencodedByteArrayDataBytes())
                        .isEqualTo(isByteArray() ? (Long) byteCount(entries) : null);
                assertThat(sizes.repetitionLevelHistogram())
                        .isEqualTo(
                                repeated
                                        ? histogram(
                                                entries,
                                                ReferenceEntries.Entry::repetition,
                                                column.maxRepetitionLevel())
                                        : null);
                assertThat(sizes.definitionLevelHistogram())
                        .isEqualTo(
                                nested
                                        ? histogram(
                                                entries,
                                                ReferenceEntries.Entry::definition,
                                                column.maxDefinitionLevel())
                                        : null);
            }
        }

        /** Checks a min value and returns whether it is exact. */
        private boolean checkMin(byte[] minOrMax, List<ReferenceEntries.Entry> entries, int limit) {
            int comparison = order().compare(
                            ReferenceOrder.plain(column.field(), minOrMax), Collections.min(numbers(entries), order()));
            if (comparison != 0) {
                assertThat(comparison).isNegative();
                assertThat(isByteArray()).isTrue();
                assertThat(minOrMax).hasSizeLessThanOrEqualTo(limit);
            }
            return comparison == 0;
        }

        /** Checks a max value and returns whether it is exact. */
        private boolean checkMax(byte[] minOrMax, List<ReferenceEntries.Entry> entries, int limit) {
            int comparison = order().compare(
                            ReferenceOrder.plain(column.field(), minOrMax), Collections.max(numbers(entries), order()));
            if (comparison != 0) {
                assertThat(comparison).isPositive();
                assertThat(isByteArray()).isTrue();
                assertThat(minOrMax).hasSizeLessThanOrEqualTo(limit + 3);
            }
            return comparison == 0;
        }

        /** Returns the values for min and max: all except NaNs. In total order, NaNs if there are no others. */
        private List<Object> numbers(List<ReferenceEntries.Entry> entries) {
            List<Object> present = entries.stream()
                    .map(ReferenceEntries.Entry::value)
                    .filter(Objects::nonNull)
                    .toList();
            List<Object> numbers = present.stream()
                    .filter(value -> !ReferenceOrder.isNan(column.field(), value))
                    .toList();
            return numbers.isEmpty() && isTotal() ? present : numbers;
        }

        private boolean hasNumbers(List<ReferenceEntries.Entry> entries) {
            return !numbers(entries).isEmpty();
        }

        /**
         * Whether the chunk has NaNs and otherwise equal numbers. Readers that do not know total order would trust this
         * min and max.
         */
        private boolean misleads(List<ReferenceEntries.Entry> entries) {
            List<Object> numbers = numbers(entries);
            return nans(entries) > 0
                    && !ReferenceOrder.isNan(column.field(), numbers.get(0))
                    && order().compare(Collections.min(numbers, order()), Collections.max(numbers, order())) == 0;
        }

        /** Whether present values lead to min and max. */
        private boolean canHaveMinMax(List<ReferenceEntries.Entry> entries) {
            return isOrdered() && (isTotal() || nans(entries) == 0);
        }

        private boolean isOrdered() {
            return column.field().physicalType() != PhysicalType.INT96
                    && !(column.field().logicalType() instanceof LogicalType.IntervalType);
        }

        private boolean isTotal() {
            return options.totalOrder() && isFloating();
        }

        private boolean isFloating() {
            return ReferenceOrder.isFloating(column.field());
        }

        private boolean isByteArray() {
            return column.field().physicalType() == PhysicalType.BYTE_ARRAY;
        }

        private Comparator<Object> order() {
            return isTotal() ? ReferenceOrder.totalOrder(column.field()) : ReferenceOrder.order(column.field());
        }

        private static long nulls(List<ReferenceEntries.Entry> entries) {
            return entries.stream().filter(entry -> entry.value() == null).count();
        }

        private long nans(List<ReferenceEntries.Entry> entries) {
            return entries.stream()
                    .filter(entry -> entry.value() != null && ReferenceOrder.isNan(column.field(), entry.value()))
                    .count();
        }

        private static long byteCount(List<ReferenceEntries.Entry> entries) {
            return entries.stream()
                    .mapToLong(entry -> entry.value() instanceof ByteBuffer bytes ? bytes.remaining() : 0)
                    .sum();
        }

        private static List<Long> histogram(
                List<ReferenceEntries.Entry> entries, ToIntFunction<ReferenceEntries.Entry> level, int max) {
            Long[] counts = new Long[max + 1];
            Arrays.fill(counts, 0L);
            entries.forEach(entry -> counts[level.applyAsInt(entry)]++);
            return List.of(counts);
        }
    }

    @Test
    void writesZerosAsMinusZeroInMinAndZeroInMax() {
        Statistics positive = statistics(PhysicalType.DOUBLE, null, 0.0, 0.0);
        assertThat(plainDouble(positive.minValue())).isEqualTo(-0.0);
        assertThat(plainDouble(positive.maxValue())).isEqualTo(0.0);
        Statistics negative = statistics(PhysicalType.DOUBLE, null, -0.0, -0.0);
        assertThat(plainDouble(negative.minValue())).isEqualTo(-0.0);
        assertThat(plainDouble(negative.maxValue())).isEqualTo(0.0);
        assertThat(negative.nanCount()).isZero();
    }

    private static Double plainDouble(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getDouble();
    }

    @Test
    void writesNoMinMaxOfOnlyNans() {
        Statistics statistics = statistics(PhysicalType.DOUBLE, null, Double.NaN, null);
        assertThat(statistics.minValue()).isNull();
        assertThat(statistics.maxValue()).isNull();
        assertThat(statistics.nanCount()).isEqualTo(1);
        assertThat(statistics.nullCount()).isEqualTo(1);
    }

    @Test
    void writesMinMaxWithNansOnlyInTotalOrder() {
        assertThat(statistics(PhysicalType.DOUBLE, null, 1.0, Double.NaN).maxValue())
                .isNull();
        WriteOptions total = WriteOptions.builder().totalOrder(true).build();
        TestRows.Written written = write(PhysicalType.DOUBLE, null, total, -0.0, 0.0, Double.NaN);
        assertThat(written.metadata().columnOrders()).containsExactly(ColumnOrder.IEEE_754_TOTAL_ORDER);
        Statistics statistics = statistics(written);
        assertThat(plainDouble(statistics.minValue())).isEqualTo(-0.0);
        assertThat(plainDouble(statistics.maxValue())).isEqualTo(0.0);
        assertThat(statistics.nanCount()).isEqualTo(1);
    }

    @Test
    void omitsDisabledStatisticsOfColumn() {
        WriteOptions options = WriteOptions.builder()
                .statistics("x", false)
                .sizeStatistics("x", false)
                .build();
        TestRows.Written written = write(PhysicalType.BYTE_ARRAY, null, options, text("a"), null);
        ColumnChunk chunk = written.metadata().rowGroups().get(0).columns().get(0);
        assertThat(chunk.metadata().statistics().minValue()).isNull();
        assertThat(chunk.metadata().statistics().nullCount()).isEqualTo(1);
        assertThat(chunk.metadata().sizeStatistics()).isNull();
        assertThat(chunk.columnIndexOffset()).isNull();
        assertThat(WrittenIndexes.offsetIndex(written.bytes(), chunk).unencodedByteArrayDataBytes())
                .isNull();
    }

    @Test
    void writesEmptyStringAsMinAndMax() {
        Statistics statistics = statistics(PhysicalType.BYTE_ARRAY, new LogicalType.StringType(), text(""), null);
        assertThat(statistics.minValue()).isEmpty();
        assertThat(statistics.maxValue()).isEmpty();
        assertThat(statistics.isMaxValueExact()).isTrue();
    }

    @Test
    void truncatesMinMaxOfTextToValidUtf8() {
        String prefix = "a".repeat(63);
        Statistics statistics = statistics(
                PhysicalType.BYTE_ARRAY,
                new LogicalType.StringType(),
                text(prefix + "\u20AC\u20AC"),
                text(prefix + "\u20AC"));
        assertThat(new String(statistics.minValue(), StandardCharsets.UTF_8)).isEqualTo(prefix);
        assertThat(new String(statistics.maxValue(), StandardCharsets.UTF_8)).isEqualTo("a".repeat(62) + "b");
        assertThat(statistics.isMinValueExact()).isFalse();
        assertThat(statistics.isMaxValueExact()).isFalse();
    }

    @Test
    void keepsMaxThatCannotBeTruncated() {
        byte[] largest = new byte[100];
        Arrays.fill(largest, (byte) 0xFF);
        Statistics statistics = statistics(PhysicalType.BYTE_ARRAY, null, ByteBuffer.wrap(largest));
        assertThat(statistics.maxValue()).isEqualTo(largest);
        assertThat(statistics.isMaxValueExact()).isTrue();
    }

    @Test
    void writesNoMinMaxWithoutOrder() {
        for (LogicalType type :
                List.of(new LogicalType.GeometryType(null), new LogicalType.GeographyType(null, null))) {
            Statistics statistics = statistics(PhysicalType.BYTE_ARRAY, type, text("x"));
            assertThat(statistics.minValue()).isNull();
            assertThat(statistics.nullCount()).isZero();
        }
        ByteBuffer interval = ByteBuffer.wrap(new byte[12]);
        assertThat(statistics(PhysicalType.FIXED_LEN_BYTE_ARRAY, new LogicalType.IntervalType(), interval)
                        .minValue())
                .isNull();
    }

    @Test
    void writesBoundingBoxOfGeometriesForParquetJava() throws IOException {
        LogicalType type = new LogicalType.GeometryType(null);
        for (boolean dictionary : new boolean[] {true, false}) {
            WriteOptions options = WriteOptions.builder().dictionary(dictionary).build();
            Object[] values = new Object[1_000];
            for (int i = 0; i < values.length; i++) {
                values[i] = i % 7 == 0 ? null : point(i % 10, -(i % 5));
            }
            TestRows.Written written = write(PhysicalType.BYTE_ARRAY, type, options, values);
            ColumnChunk chunk = written.metadata().rowGroups().get(0).columns().get(0);
            assertThat(chunk.metadata().geospatialStatistics())
                    .isEqualTo(
                            new GeospatialStatistics(new BoundingBox(0, 9, -4, 0, null, null, null, null), List.of(1)));
            try (ParquetFileReader peer = ParquetFileReader.open(
                    ParquetJavaRows.inputFile(written.bytes()),
                    ParquetReadOptions.builder().build())) {
                var found = peer.getRowGroups().get(0).getColumns().get(0).getGeospatialStatistics();
                assertThat(found.getBoundingBox().getXMax()).isEqualTo(9);
                assertThat(found.getGeospatialTypes().getTypes()).containsExactly(1);
            }
            WriteOptions none = options.toBuilder().statistics("x", false).build();
            TestRows.Written without = write(PhysicalType.BYTE_ARRAY, type, none, values);
            assertThat(without.metadata()
                            .rowGroups()
                            .get(0)
                            .columns()
                            .get(0)
                            .metadata()
                            .geospatialStatistics())
                    .isNull();
        }
    }

    private static ByteBuffer point(double x, double y) {
        return ByteBuffer.allocate(21)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 1)
                .putInt(1)
                .putDouble(x)
                .putDouble(y)
                .flip();
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Statistics statistics(PhysicalType type, LogicalType logical, Object... values) {
        return statistics(write(type, logical, WriteOptions.DEFAULT, values));
    }

    private static Statistics statistics(TestRows.Written written) {
        return written.metadata().rowGroups().get(0).columns().get(0).metadata().statistics();
    }

    private static TestRows.Written write(
            PhysicalType type, LogicalType logical, WriteOptions options, Object... values) {
        int length = type == PhysicalType.FIXED_LEN_BYTE_ARRAY ? ((ByteBuffer) values[0]).remaining() : 0;
        Schema schema =
                new Schema("test", List.of(new PrimitiveField("x", Repetition.OPTIONAL, type, length, logical, null)));
        List<List<Object>> rows = new ArrayList<>();
        for (Object value : values) {
            rows.add(Collections.singletonList(value));
        }
        return TestRows.write(schema, rows, options, 100);
    }
}
