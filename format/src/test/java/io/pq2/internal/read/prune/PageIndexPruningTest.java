package io.pq2.internal.read.prune;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.CompressionCodec;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.Literal;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.read.ParquetFile;
import io.pq2.read.ReadOptions;
import io.pq2.read.RowFiltering;
import io.pq2.read.ScanBuilder;
import io.pq2.read.ScanMetrics;
import io.pq2.record.BatchBuilder;
import io.pq2.record.ListValue;
import io.pq2.record.RecordValue;
import io.pq2.record.Row;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.DataPageVersion;
import io.pq2.write.ParquetWriter;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Page indexes exclude rows that cannot match a filter, keep all other rows, and do not change values. */
class PageIndexPruningTest {

    private static final Schema SCHEMA = SchemaText.parse("""
            message m {
              required int64 id;
              optional int32 number;
              optional binary text (STRING);
              optional double real;
              optional group g { optional int32 inner; }
              optional group l (LIST) { repeated group list { optional int32 element; } }
            }""");

    /** A row as text, with the values of its flat columns for comparisons. */
    private record ExpectedRow(String content, Map<String, Comparable<?>> values) {}

    @Property(tries = 300)
    void filteredScansReturnEachMatchingRow(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        byte[] bytes = write(random, 1 + random.nextInt(600));
        List<ExpectedRow> all = new ArrayList<>();
        scan(bytes, ReadOptions.DEFAULT, scan -> scan, (index, row) -> all.add(expectedRow(row)));
        for (int i = 0; i < 10; i++) {
            Predicate predicate = predicate(random, 3, all);
            ReadOptions options = ReadOptions.builder()
                    .pageIndexes(random.nextInt(8) > 0)
                    .statistics(random.nextBoolean())
                    .tailBytes(random.nextBoolean() ? 64 << 10 : 100)
                    .coalesceGap(random.nextBoolean() ? 0 : 1000)
                    .prefetchBytes(random.nextBoolean() ? 0 : 1 << 20)
                    .build();
            int batchSize = 1 + random.nextInt(200);
            long first = random.nextInt(3) > 0 ? 0 : random.nextInt(all.size());
            long count = random.nextInt(3) > 0 ? all.size() : random.nextInt(all.size());
            String[] columns = random.nextBoolean()
                    ? new String[] {"id", "number", "text", "real", "g", "l"}
                    : new String[] {"id", random.nextBoolean() ? "l" : "text"};
            Map<Long, String> found = new TreeMap<>();
            scan(
                    bytes,
                    options,
                    scan -> scan.filter(predicate, RowFiltering.NONE)
                            .rows(first, count)
                            .columns(columns)
                            .batchSize(batchSize),
                    (index, row) ->
                            assertThat(found.put(index, "" + row.get("id"))).isNull());
            for (int row = 0; row < all.size(); row++) {
                boolean inRange = row >= first && row < first + count;
                if (inRange && Boolean.TRUE.equals(truth(predicate, all.get(row)))) {
                    assertThat(found).as("row %s by %s", row, predicate).containsKey((long) row);
                }
                assertThat(inRange || !found.containsKey((long) row)).isTrue();
                if (found.containsKey((long) row)) {
                    assertThat(found.get((long) row))
                            .isEqualTo("" + all.get(row).values().get("id"));
                }
            }
        }
    }

    @Property(tries = 300)
    void filteredScansReturnOnlyMatchingRowsOnRequest(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        byte[] bytes = write(random, 1 + random.nextInt(600));
        List<ExpectedRow> all = new ArrayList<>();
        scan(bytes, ReadOptions.DEFAULT, scan -> scan, (index, row) -> all.add(expectedRow(row)));
        for (int i = 0; i < 6; i++) {
            Predicate predicate = predicate(random, 3, all);
            ReadOptions options = ReadOptions.builder()
                    .pageIndexes(random.nextBoolean())
                    .statistics(random.nextBoolean())
                    .tailBytes(random.nextBoolean() ? 64 << 10 : 100)
                    .coalesceGap(random.nextBoolean() ? 0 : 1000)
                    .lateMaterializationMinBytes(random.nextInt(4) == 0 ? 1 << 20 : 0)
                    .dictionaryMinBytes(0)
                    .build();
            int batchSize = 1 + random.nextInt(300);
            Map<Long, String> expected = new TreeMap<>();
            for (int row = 0; row < all.size(); row++) {
                if (Boolean.TRUE.equals(truth(predicate, all.get(row)))) {
                    expected.put((long) row, all.get(row).content());
                }
            }
            Map<Long, String> found = new TreeMap<>();
            scan(
                    bytes,
                    options,
                    scan -> scan.filter(predicate, FilterSemantics.of(MissingColumns.UNKNOWN), RowFiltering.ALWAYS)
                            .batchSize(batchSize),
                    (index, row) -> found.put(index, expectedRow(row).content()));
            assertThat(found).as("%s", predicate).isEqualTo(expected);
            List<Long> ids = new ArrayList<>();
            scan(
                    bytes,
                    options,
                    scan -> scan.filter(predicate, FilterSemantics.of(MissingColumns.UNKNOWN), RowFiltering.ALWAYS)
                            .columns("id", "l")
                            .batchSize(batchSize),
                    (index, row) -> ids.add(row.getLong("id")));
            assertThat(ids).as("%s", predicate).isEqualTo(List.copyOf(expected.keySet()));
            Map<Long, String> adaptive = new TreeMap<>();
            scan(
                    bytes,
                    options,
                    scan -> scan.filter(predicate, FilterSemantics.of(MissingColumns.UNKNOWN), RowFiltering.ADAPTIVE)
                            .batchSize(batchSize),
                    (index, row) -> adaptive.put(index, expectedRow(row).content()));
            assertThat(adaptive).as("%s", predicate).containsAllEntriesOf(expected);
            adaptive.forEach((index, content) ->
                    assertThat(content).isEqualTo(all.get((int) (long) index).content()));
        }
    }

    @Property(tries = 150)
    void returnedRowsEqualThoseOfTheFile(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        byte[] bytes = write(random, 1 + random.nextInt(600));
        List<ExpectedRow> all = new ArrayList<>();
        scan(bytes, ReadOptions.DEFAULT, scan -> scan, (index, row) -> all.add(expectedRow(row)));
        Predicate predicate = predicate(random, 2, all);
        scan(
                bytes,
                ReadOptions.DEFAULT,
                scan -> scan.filter(predicate, RowFiltering.NONE).batchSize(1 + random.nextInt(100)),
                (index, row) -> assertThat(expectedRow(row).content())
                        .isEqualTo(all.get((int) index).content()));
    }

    @Test
    void requestsOnlyPagesThatMayMatch() throws IOException {
        byte[] bytes =
                write(new Random(1), 5_000, WriteOptions.builder().pageRows(100).build());
        ScanMetrics whole = new ScanMetrics();
        scan(bytes, ReadOptions.DEFAULT, scan -> scan.metrics(whole), (index, row) -> {});
        ScanMetrics part = new ScanMetrics();
        List<Long> rows = new ArrayList<>();
        ReadOptions options =
                ReadOptions.builder().tailBytes(1_000).coalesceGap(0).build();
        Predicate predicate = Predicate.Or.of(
                compare("id", Operator.EQ, 2_350),
                Predicate.And.of(compare("id", Operator.GE, 4_000), compare("id", Operator.LT, 4_010)));
        scan(
                bytes,
                options,
                scan -> scan.filter(predicate, RowFiltering.NONE).metrics(part),
                (index, row) -> rows.add(index));
        assertThat(rows).hasSize(200).startsWith(2_300L, 2_301L).endsWith(4_099L);
        assertThat(part.pagesRead()).isEqualTo(12);
        assertThat(part.pagesSkipped()).isEqualTo(6 * 48);
        assertThat(part.rowsRead()).isEqualTo(200);
        assertThat(part.bytesRead()).isLessThan(whole.bytesRead() / 4);
        assertThat(part.bytesSkipped()).isGreaterThan(whole.bytesRead() / 2);
    }

    @Test
    void skipsRowGroupsWithoutMatchingPages() throws IOException {
        byte[] bytes =
                write(new Random(2), 5_000, WriteOptions.builder().pageRows(100).build());
        ScanMetrics metrics = new ScanMetrics();
        List<Long> rows = new ArrayList<>();
        Predicate contradiction =
                Predicate.And.of(compare("id", Operator.LT, 1_000), compare("id", Operator.GT, 3_000));
        scan(
                bytes,
                ReadOptions.builder().tailBytes(1_000).build(),
                scan -> scan.filter(contradiction).metrics(metrics),
                (index, row) -> rows.add(index));
        assertThat(rows).isEmpty();
        assertThat(metrics.rowGroupsRead()).isZero();
        assertThat(metrics.rowGroupsSkipped()).isEqualTo(1);
        assertThat(metrics.requests()).as("requests for page indexes").isEqualTo(1);
    }

    @Test
    void doesNotRequestPageIndexesThatWereReadWithTheFooter() throws IOException {
        byte[] bytes = write(
                new Random(3),
                60_000,
                WriteOptions.builder().codec(CompressionCodec.UNCOMPRESSED).build());
        assertThat(bytes.length).isGreaterThan(64 << 10);
        ScanMetrics metrics = new ScanMetrics();
        scan(
                bytes,
                ReadOptions.DEFAULT,
                scan -> scan.filter(compare("id", Operator.EQ, 7)).columns("id").metrics(metrics),
                (index, row) -> {});
        assertThat(metrics.requests()).isEqualTo(1);
        assertThat(metrics.pagesRead()).isEqualTo(1);
        assertThat(metrics.pagesSkipped()).isEqualTo(2);
    }

    private interface Rows {
        void row(long index, Row row) throws IOException;
    }

    private static void scan(
            byte[] bytes, ReadOptions options, java.util.function.UnaryOperator<ScanBuilder> how, Rows rows)
            throws IOException {
        try (ParquetFile file = ParquetFile.open(new MemoryInputFile("file", bytes), options);
                RowReader reader = new RowReader(how.apply(file.scan()).open())) {
            while (reader.next()) {
                rows.row(reader.rowIndex(), reader.row());
            }
        }
    }

    private static ExpectedRow expectedRow(Row row) {
        Map<String, Comparable<?>> values = new LinkedHashMap<>();
        for (String flat : List.of("id", "number", "text", "real")) {
            values.put(flat, (Comparable<?>) row.get(flat));
        }
        boolean noInner = row.isNull("g") || row.getStruct("g").isNull("inner");
        values.put(
                "g.inner", noInner ? null : (Comparable<?>) row.getStruct("g").get("inner"));
        List<Object> elements = row.isNull("l") ? null : new ArrayList<>(row.getList("l"));
        return new ExpectedRow(values + " " + row.isNull("g") + " " + elements, values);
    }

    private static byte[] write(Random random, int rows) throws IOException {
        return write(
                random,
                rows,
                WriteOptions.builder()
                        .pageRows(1 + random.nextInt(60))
                        .rowGroupRows(1 + random.nextInt(500))
                        .dictionary(random.nextBoolean())
                        .codec(random.nextBoolean() ? CompressionCodec.SNAPPY : CompressionCodec.UNCOMPRESSED)
                        .totalOrder(random.nextBoolean())
                        .dataPageVersion(random.nextBoolean() ? DataPageVersion.V1 : DataPageVersion.V2)
                        .build());
    }

    private static byte[] write(Random random, int rows, WriteOptions options) throws IOException {
        MemoryOutputFile out = new MemoryOutputFile("file");
        int nulls = random.nextInt(3);
        try (ParquetWriter writer = ParquetWriter.create(out, SCHEMA, options)) {
            BatchBuilder builder = new BatchBuilder(SCHEMA);
            RecordValue record = new RecordValue(SCHEMA);
            for (int i = 0; i < rows; i++) {
                fill(record, random, i, nulls);
                builder.append(record);
            }
            writer.write(builder.build());
        }
        return out.bytes();
    }

    private static void fill(RecordValue record, Random random, int row, int nulls) {
        record.clear();
        record.setLong("id", row);
        // Some columns have many consecutive nulls, so that some pages contain only nulls.
        if ((row / 37) % 3 >= nulls && random.nextInt(5) >= nulls) {
            record.setInt("number", row / 10 + random.nextInt(10) - 5);
        }
        if (random.nextInt(4) >= nulls) {
            record.setString("text", Character.toString('a' + row / 50 % 26) + random.nextInt(3));
        }
        if (random.nextInt(4) >= nulls) {
            int kind = random.nextInt(30);
            int step = row / 20;
            record.setDouble("real", kind == 0 ? Double.NaN : kind == 1 ? -0.0 : step);
        }
        if (random.nextInt(6) >= nulls) {
            RecordValue group = record.struct(record.indexOf("g"));
            if (random.nextInt(6) >= nulls) {
                group.setInt("inner", 1000 - row / 5);
            }
        }
        if (random.nextInt(6) >= nulls) {
            ListValue list = record.list(record.indexOf("l"));
            for (int i = random.nextInt(4); i > 0; i--) {
                list.addInt(random.nextInt());
            }
        }
    }

    private static Predicate compare(String column, Operator operator, long value) {
        return new Predicate.Comparison(List.of(column.split("\\.")), operator, new Literal.IntegerLiteral(value));
    }

    private static Predicate predicate(Random random, int depth, List<ExpectedRow> rows) {
        return switch (depth == 0 ? 0 : random.nextInt(6)) {
            case 1, 2 -> Predicate.And.of(predicate(random, depth - 1, rows), predicate(random, depth - 1, rows));
            case 3 -> Predicate.Or.of(predicate(random, depth - 1, rows), predicate(random, depth - 1, rows));
            case 4 -> new Predicate.Not(predicate(random, depth - 1, rows));
            default -> leaf(random, rows);
        };
    }

    private static Predicate leaf(Random random, List<ExpectedRow> rows) {
        List<String> names = List.of("id", "id", "number", "text", "real", "g.inner");
        String name = names.get(random.nextInt(names.size()));
        List<String> path = List.of(name.split("\\."));
        Comparable<?> value = rows.get(random.nextInt(rows.size())).values().get(name);
        if (value == null || random.nextInt(8) == 0) {
            return random.nextBoolean() ? new Predicate.IsNull(path) : new Predicate.IsNotNull(path);
        }
        Operator operator = Operator.values()[random.nextInt(Operator.values().length)];
        Literal literal = literal(value);
        return switch (random.nextInt(6)) {
            case 0 -> new Predicate.EqualNullSafe(path, literal);
            case 1 -> new Predicate.In(path, List.of(literal), random.nextBoolean());
            default -> new Predicate.Comparison(path, operator, literal);
        };
    }

    private static Literal literal(Comparable<?> value) {
        if (value instanceof String text) {
            return Literal.BinaryLiteral.of(text);
        }
        return value instanceof Double number
                ? new Literal.DoubleLiteral(number)
                : new Literal.IntegerLiteral(((Number) value).longValue());
    }

    /** Returns the truth value of a predicate in SQL, with Spark's order of NaN, or null for unknown. */
    private static Boolean truth(Predicate predicate, ExpectedRow row) {
        if (predicate instanceof Predicate.And and) {
            Boolean left = truth(and.operands().get(0), row);
            Boolean right = truth(and.operands().get(1), row);
            return Boolean.FALSE.equals(left) || Boolean.FALSE.equals(right)
                    ? Boolean.FALSE
                    : left == null || right == null ? null : Boolean.TRUE;
        } else if (predicate instanceof Predicate.Or or) {
            Predicate.And negated = Predicate.And.of(
                    new Predicate.Not(or.operands().get(0)),
                    new Predicate.Not(or.operands().get(1)));
            return truth(new Predicate.Not(negated), row);
        } else if (predicate instanceof Predicate.Not not) {
            Boolean operand = truth(not.operand(), row);
            return operand == null ? null : (Boolean) !operand;
        }
        Predicate.Leaf leaf = (Predicate.Leaf) predicate;
        Comparable<?> value = row.values().get(String.join(".", leaf.path()));
        if (leaf instanceof Predicate.IsNull) {
            return value == null;
        } else if (leaf instanceof Predicate.IsNotNull) {
            return value != null;
        } else if (leaf instanceof Predicate.EqualNullSafe equal) {
            return value != null && order(value, equal.literal()) == 0;
        } else if (value == null) {
            return null;
        } else if (leaf instanceof Predicate.In in) {
            return order(value, in.literals().get(0)) == 0 ? Boolean.TRUE : in.containsNull() ? null : Boolean.FALSE;
        }
        Predicate.Comparison comparison = (Predicate.Comparison) leaf;
        int order = order(value, comparison.literal());
        return switch (comparison.operator()) {
            case EQ -> order == 0;
            case NE -> order != 0;
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            case GE -> order >= 0;
        };
    }

    private static int order(Comparable<?> value, Literal literal) {
        if (value instanceof Double number) {
            return Double.compare(number + 0.0, (Double) literal.value());
        } else if (value instanceof String text) {
            return text.compareTo(literal.value().toString().replace("\"", ""));
        }
        return Long.compare(((Number) value).longValue(), ((java.math.BigDecimal) literal.value()).longValueExact());
    }
}
