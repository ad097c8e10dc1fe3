package io.pq2.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.internal.read.source.ChunkRanges;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.CompressionCodec;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.Literal;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.record.BatchBuilder;
import io.pq2.record.RecordValue;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.vector.Batch;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Scans with IS NULL and IS NOT NULL on structs and lists. */
class GroupFilterTest {

    private static final Schema SCHEMA = SchemaText.parse("""
            message m {
              required int64 id;
              optional group point {
                required int32 x;
                optional binary name (STRING);
                optional group inner { optional double depth; }
              }
              optional group tags (LIST) { repeated group list { optional int64 element; } }
            }""");

    private static final int GROUP_ROWS = 1_000;
    private static final int ROWS = 3 * GROUP_ROWS;
    private static final byte[] BYTES = write();

    /**
     * Whether a row has a point: row group 0 has null points in all pages, row group 1 none, row group 2 in one page.
     */
    private static boolean hasPoint(long row) {
        return switch ((int) (row / GROUP_ROWS)) {
            case 0 -> row % 5 != 0;
            case 1 -> true;
            default -> row / 100 != 25;
        };
    }

    private static boolean hasInner(long row) {
        return hasPoint(row) && row % 7 != 0;
    }

    private static boolean hasTags(long row) {
        return row % 3 != 0;
    }

    private static byte[] write() {
        MemoryOutputFile output = new MemoryOutputFile("groups");
        WriteOptions options = WriteOptions.builder()
                .rowGroupRows(GROUP_ROWS)
                .pageRows(100)
                .codec(CompressionCodec.UNCOMPRESSED)
                .build();
        try (ParquetWriter writer = ParquetWriter.create(output, SCHEMA, options)) {
            BatchBuilder batch = new BatchBuilder(SCHEMA);
            RecordValue row = new RecordValue(SCHEMA);
            for (long i = 0; i < ROWS; i++) {
                row.clear();
                row.setLong("id", i);
                if (hasPoint(i)) {
                    RecordValue point = row.struct("point").setInt("x", (int) i);
                    if (i % 2 == 0) {
                        point.setString("name", "name " + i);
                    }
                    if (hasInner(i) && i % 4 != 0) {
                        point.struct("inner").setDouble("depth", (double) i);
                    } else if (hasInner(i)) {
                        point.struct("inner");
                    }
                }
                if (hasTags(i) && i % 4 != 0) {
                    row.list("tags").addLong(i);
                } else if (hasTags(i)) {
                    row.list("tags");
                }
                batch.append(row);
            }
            writer.write(batch.build());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return output.bytes();
    }

    /** The rows that a scan returns, and its requests. */
    private record Scan(List<Long> rows, RequestedRanges file, ParquetFile read, ScanMetrics metrics) {

        static Scan of(Predicate predicate, String... columns) throws IOException {
            RequestedRanges requested = new RequestedRanges(BYTES);
            ReadOptions options =
                    ReadOptions.builder().tailBytes(100).coalesceGap(0).build();
            ScanMetrics metrics = new ScanMetrics();
            List<Long> rows = new ArrayList<>();
            try (ParquetFile file = ParquetFile.open(requested, options)) {
                requested.forget();
                ScanBuilder scan = file.scan()
                        .columns(columns)
                        .filter(predicate, FilterSemantics.of(MissingColumns.UNKNOWN), RowFiltering.ALWAYS)
                        .metrics(metrics);
                try (BatchReader reader = scan.open()) {
                    for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                        for (int i = 0; i < batch.rowCount(); i++) {
                            rows.add(reader.rowIndex(i));
                        }
                    }
                }
                return new Scan(rows, requested, file, metrics);
            }
        }

        /** Whether the scan requested any bytes of a column chunk. */
        boolean hasRead(int rowGroup, String column) {
            int index = SCHEMA.column(List.of(column.split("\\."))).index();
            ColumnMetaData chunk = read.metadata()
                    .rowGroups()
                    .get(rowGroup)
                    .columns()
                    .get(index)
                    .metadata();
            long start = ChunkRanges.start(chunk);
            return file.requested(start, start + chunk.totalCompressedSize()) > 0;
        }
    }

    @Test
    void skipsPagesWithoutNullStructs() throws IOException {
        Predicate inThird = Predicate.And.of(
                new Predicate.IsNull(List.of("point")),
                new Predicate.Comparison(
                        List.of("id"), Predicate.Operator.GE, new Literal.IntegerLiteral(2L * GROUP_ROWS)));
        Scan scan = Scan.of(inThird, "id", "tags");
        assertThat(scan.rows()).isEqualTo(LongStream.range(2500, 2600).boxed().toList());
        assertThat(scan.metrics().rowGroupsSkipped()).isEqualTo(2);
        // One of ten pages of each of the columns id, point.x and tags.list.element.
        assertThat(scan.metrics().pagesRead()).isEqualTo(3);
    }

    private static void check(Predicate predicate, LongPredicate truth) throws IOException {
        List<Long> expected = LongStream.range(0, ROWS).filter(truth).boxed().toList();
        assertThat(expected).isNotEmpty().hasSizeLessThan(ROWS);
        assertThat(Scan.of(predicate, "id").rows()).as("%s", predicate).isEqualTo(expected);
        assertThat(Scan.of(predicate, "id", "point.name", "tags").rows())
                .as("%s", predicate)
                .isEqualTo(expected);
    }

    @Test
    void findsRowsWithNullAndPresentGroups() throws IOException {
        List<String> point = List.of("point");
        List<String> inner = List.of("point", "inner");
        List<String> tags = List.of("tags");
        check(new Predicate.IsNull(point), row -> !hasPoint(row));
        check(new Predicate.EqualNullSafe(point, null), row -> !hasPoint(row));
        check(new Predicate.IsNotNull(point), GroupFilterTest::hasPoint);
        check(new Predicate.IsNull(inner), row -> !hasInner(row));
        check(new Predicate.Not(new Predicate.IsNull(inner)), GroupFilterTest::hasInner);
        check(new Predicate.IsNull(tags), row -> !hasTags(row));
        check(
                Predicate.And.of(new Predicate.IsNotNull(tags), new Predicate.IsNull(inner)),
                row -> hasTags(row) && !hasInner(row));
        check(
                Predicate.Or.of(new Predicate.IsNull(tags), new Predicate.IsNull(point)),
                row -> !hasTags(row) || !hasPoint(row));
    }

    @Test
    void readsOneColumnToEvaluateNullGroup() throws IOException {
        Scan withoutPoint = Scan.of(new Predicate.IsNull(List.of("point")), "id");
        assertThat(withoutPoint.hasRead(0, "point.x")).isTrue();
        assertThat(withoutPoint.hasRead(0, "point.name")).isFalse();
        assertThat(withoutPoint.hasRead(0, "point.inner.depth")).isFalse();
        Scan withDepth = Scan.of(new Predicate.IsNull(List.of("point")), "id", "point.inner.depth");
        assertThat(withDepth.hasRead(0, "point.x")).isFalse();
        assertThat(withDepth.hasRead(0, "point.inner.depth")).isTrue();
    }

    @Test
    void skipsRowGroupsWithoutNullStructs() throws IOException {
        Scan scan = Scan.of(new Predicate.IsNull(List.of("point")), "id");
        assertThat(scan.metrics().rowGroupsSkipped()).isEqualTo(1);
        for (String column : List.of("id", "point.x", "point.name")) {
            assertThat(scan.hasRead(1, column)).as(column).isFalse();
        }
    }
}
