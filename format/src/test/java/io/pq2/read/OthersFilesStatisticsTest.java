package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.SharedFiles;
import io.pq2.internal.statistics.MinMaxDecoder;
import io.pq2.internal.statistics.StatisticsDecoder;
import io.pq2.internal.statistics.ValueOrder;
import io.pq2.io.LocalInputFile;
import io.pq2.metadata.ColumnIndex;
import io.pq2.metadata.ColumnOrder;
import io.pq2.metadata.OffsetIndex;
import io.pq2.schema.Column;
import io.pq2.statistics.ColumnStatistics;
import io.pq2.vector.Batch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Checks that trusted statistics in files of other writers are true of the values. */
class OthersFilesStatisticsTest {

    /** Files that are corrupt, and one that is too large to compare value by value. */
    private static final Set<String> EXCLUDED = Set.of(
            "datapage_v1-corrupt-checksum.parquet",
            "rle-dict-uncompressed-corrupt-checksum.parquet",
            "large_string_map.brotli.parquet");

    @TestFactory
    Stream<DynamicTest> trustedStatisticsAreTrue() {
        return SharedFiles.parquetFiles("data").stream()
                .filter(path -> SharedFiles.plaintextFooter(path) != null)
                .filter(path -> !EXCLUDED.contains(path.getFileName().toString()))
                .filter(path -> !path.toString().contains("encrypt"))
                .map(path -> DynamicTest.dynamicTest(path.getFileName().toString(), () -> check(path)));
    }

    private static void check(Path path) throws IOException {
        try (ParquetFile file = ParquetFile.open(new LocalInputFile(path))) {
            for (int group = 0; group < file.metadata().rowGroups().size(); group++) {
                for (Column column : file.schema().columns()) {
                    check(file, group, column);
                }
            }
        }
    }

    private static void check(ParquetFile file, int group, Column column) throws IOException {
        List<List<ColumnEntries.Entry>> rows = rows(file, group, column);
        check(file.statistics(group, column), rows);
        ColumnIndex index = file.columnIndex(group, column);
        OffsetIndex pages = file.offsetIndex(group, column);
        if (index == null || pages == null) {
            return;
        }
        MinMaxDecoder decoder = MinMaxDecoder.of(column, order(file, column));
        for (int i = 0; i < pages.pageLocations().size(); i++) {
            boolean last = i + 1 == pages.pageLocations().size();
            int first = (int) pages.pageLocations().get(i).firstRowIndex();
            int end =
                    last ? rows.size() : (int) pages.pageLocations().get(i + 1).firstRowIndex();
            boolean nulls = index.nullPages().get(i);
            check(
                    StatisticsDecoder.decode(
                            column,
                            decoder,
                            nulls ? null : index.minValues().get(i),
                            nulls ? null : index.maxValues().get(i),
                            null,
                            null,
                            null,
                            index.nullCounts() == null
                                    ? null
                                    : index.nullCounts().get(i),
                            index.nanCounts() == null ? null : index.nanCounts().get(i)),
                    rows.subList(first, end));
        }
    }

    private static ColumnOrder order(ParquetFile file, Column column) {
        List<ColumnOrder> orders = file.metadata().columnOrders();
        return orders == null ? null : orders.get(column.index());
    }

    private static void check(ColumnStatistics statistics, List<List<ColumnEntries.Entry>> rows) {
        Column column = statistics.column();
        MinMaxDecoder values = MinMaxDecoder.of(column, ColumnOrder.TYPE_ORDER);
        long nulls = 0;
        long entries = 0;
        for (List<ColumnEntries.Entry> row : rows) {
            for (ColumnEntries.Entry entry : row) {
                entries++;
                if (entry.definitionLevel() < column.maxDefinitionLevel()) {
                    nulls++;
                } else if (values != null) {
                    Comparable<?> value = values.decode(plain(entry.value()));
                    if (value != null && statistics.min() != null) {
                        assertThat(ValueOrder.compare(statistics.min(), value))
                                .as("min %s of %s, found %s", statistics.min(), column.dottedPath(), value)
                                .isNotPositive();
                    }
                    if (value != null && statistics.max() != null) {
                        assertThat(ValueOrder.compare(statistics.max(), value))
                                .as("max %s of %s, found %s", statistics.max(), column.dottedPath(), value)
                                .isNotNegative();
                    }
                }
            }
        }
        if (statistics.nullCount() != null && column.maxRepetitionLevel() == 0) {
            assertThat(statistics.nullCount())
                    .as("nulls of %s", column.dottedPath())
                    .isEqualTo(nulls);
        }
        if (statistics.valueCount() != null) {
            assertThat(statistics.valueCount())
                    .as("values of %s", column.dottedPath())
                    .isEqualTo(entries);
        }
    }

    private static byte[] plain(Object value) {
        if (value instanceof Boolean flag) {
            return new byte[] {(byte) (flag ? 1 : 0)};
        } else if (value instanceof Integer number) {
            return ByteBuffer.allocate(4)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(number)
                    .array();
        } else if (value instanceof Long number) {
            return ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(number)
                    .array();
        }
        ByteBuffer bytes = ((ByteBuffer) value).duplicate();
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return copy;
    }

    private static List<List<ColumnEntries.Entry>> rows(ParquetFile file, int group, Column column) throws IOException {
        List<List<ColumnEntries.Entry>> rows = new ArrayList<>();
        try (BatchReader reader = file.scan()
                .rowGroups(ordinal -> ordinal == group)
                .columns(other -> other.equals(column))
                .open()) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                for (ColumnEntries.Entry entry : ColumnEntries.column(batch, reader.shape(), column)) {
                    if (entry.repetitionLevel() == 0) {
                        rows.add(new ArrayList<>());
                    }
                    rows.get(rows.size() - 1).add(entry);
                }
            }
        }
        return rows;
    }
}
