package io.pq2.internal.predicate.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.metadata.BoundingBox;
import io.pq2.predicate.ByteString;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.Literal;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.NanOrder;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.predicate.ValuePredicate;
import io.pq2.schema.EdgeInterpolation;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.vector.Batch;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.BooleanVector;
import io.pq2.vector.DictionaryVector;
import io.pq2.vector.DoubleVector;
import io.pq2.vector.FixedBinaryVector;
import io.pq2.vector.IntVector;
import io.pq2.vector.ListVector;
import io.pq2.vector.LongVector;
import io.pq2.vector.StructVector;
import io.pq2.vector.Vector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchFilterCasesTest {

    private static final Schema INT = schema(PhysicalType.INT32);
    private static final Schema DOUBLE = schema(PhysicalType.DOUBLE);
    private static final Schema TEXT = schema(PhysicalType.BYTE_ARRAY);

    private static Schema schema(PhysicalType type) {
        return new Schema("rows", List.of(new PrimitiveField("x", Repetition.OPTIONAL, type)));
    }

    private static Predicate compare(Operator operator, Literal literal) {
        return new Predicate.Comparison(List.of("x"), operator, literal);
    }

    private static List<Integer> select(BatchFilter filter, Batch batch) {
        int[] rows = new int[batch.rowCount()];
        int count = filter.select(batch, rows);
        return Arrays.stream(rows, 0, count).boxed().toList();
    }

    private static List<Integer> select(Predicate predicate, Schema schema, Vector column) {
        BatchFilter filter = BatchFilter.of(predicate, schema, schema.shape(), MissingColumns.UNKNOWN);
        return select(filter, new Batch(column.length(), List.of(column)));
    }

    @Test
    void comparesLiteralsOutsideTheRangeOfTheColumn() {
        Vector ints = new IntVector(3, new int[] {Integer.MIN_VALUE, 0, Integer.MAX_VALUE}, null);
        Literal beyond = new Literal.IntegerLiteral(1L << 32); // The low 32 bits are 0.
        assertThat(select(compare(Operator.EQ, beyond), INT, ints)).isEmpty();
        assertThat(select(compare(Operator.NE, beyond), INT, ints)).containsExactly(0, 1, 2);
        assertThat(select(compare(Operator.LT, beyond), INT, ints)).containsExactly(0, 1, 2);
        assertThat(select(compare(Operator.GE, beyond), INT, ints)).isEmpty();
        Literal half = new Literal.DecimalLiteral(new BigDecimal("-0.5"));
        assertThat(select(compare(Operator.GT, half), INT, ints)).containsExactly(1, 2);
        assertThat(select(compare(Operator.LE, half), INT, ints)).containsExactly(0);
        assertThat(select(compare(Operator.EQ, half), INT, ints)).isEmpty();
    }

    @Test
    void comparesIntegersWithFloatingPointNumbersExactly() {
        long odd = (1L << 53) + 1; // Not representable as binary64.
        Schema longs = schema(PhysicalType.INT64);
        Vector around = new LongVector(3, new long[] {odd - 1, odd, odd + 1}, null);
        Literal even = new Literal.DoubleLiteral(0x1p53);
        assertThat(select(compare(Operator.EQ, even), longs, around)).containsExactly(0);
        assertThat(select(compare(Operator.GT, even), longs, around)).containsExactly(1, 2);
        assertThat(select(compare(Operator.LT, new Literal.DoubleLiteral(Double.POSITIVE_INFINITY)), longs, around))
                .containsExactly(0, 1, 2);
        Vector doubles = new DoubleVector(4, new double[] {0x1p53, 0x1p53 + 2, Double.NaN, -1}, null);
        Literal between = new Literal.IntegerLiteral(odd);
        assertThat(select(compare(Operator.LT, between), DOUBLE, doubles)).containsExactly(0, 3);
        assertThat(select(compare(Operator.GE, between), DOUBLE, doubles)).containsExactly(1, 2);
        assertThat(select(compare(Operator.EQ, between), DOUBLE, doubles)).isEmpty();
        assertThat(select(compare(Operator.NE, between), DOUBLE, doubles)).containsExactly(0, 1, 2, 3);
        Predicate none = new Predicate.In(List.of("x"), List.of(between, between, between, between), false);
        assertThat(select(none, DOUBLE, doubles)).isEmpty();
        assertThat(select(new Predicate.Not(none), DOUBLE, doubles)).containsExactly(0, 1, 2, 3);
    }

    @Test
    void findsDecimalsOfAnyLengthInLists() {
        byte[] bytes = HexFormat.of().parseHex("0005" + "05" + "fffb" + "0080" + "80" + "01".repeat(17) + "ff80");
        // 5, 5, nothing, -5, 128, -128, a number of 17 bytes, -128
        int[] lengths = {2, 1, 0, 2, 2, 1, 17, 2};
        int[] starts = new int[lengths.length];
        for (int i = 1; i < starts.length; i++) {
            starts[i] = starts[i - 1] + lengths[i - 1];
        }
        Vector decimals = new BinaryVector(lengths.length, bytes, starts, lengths, null);
        Schema schema = new Schema(
                "rows",
                List.of(new PrimitiveField(
                        "x", Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, new LogicalType.DecimalType(50, 1))));
        assertThat(select(in("0.5", "7", "8", "9"), schema, decimals)).containsExactly(0, 1);
        assertThat(select(in("0", "7", "8", "9"), schema, decimals)).containsExactly(2);
        assertThat(select(in("-0.5", "12.8", "0.05", "9"), schema, decimals)).containsExactly(3, 4);
        String wide = new BigDecimal(new BigInteger("01".repeat(17), 16), 1).toString();
        assertThat(select(in("-12.8", wide, "7", "1e900"), schema, decimals)).containsExactly(5, 6, 7);
        assertThat(select(in("0.01", "0.02", "0.03", "0.04"), schema, decimals)).isEmpty();
    }

    private static Predicate in(String... numbers) {
        List<Literal> literals = new ArrayList<>();
        for (String number : numbers) {
            literals.add(new Literal.DecimalLiteral(new BigDecimal(number)));
        }
        return new Predicate.In(List.of("x"), literals, false);
    }

    @Test
    void findsInt96TimestampsInLists() {
        // The day of the epoch is 2440588. The nanoseconds of a value may be negative, or exceed a day.
        ByteBuffer bytes = ByteBuffer.allocate(5 * 12).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(7).putInt(2_440_588);
        bytes.putLong(-1).putInt(2_440_588);
        bytes.putLong(86_400_000_000_007L).putInt(2_440_587);
        bytes.putLong(8).putInt(2_440_588);
        bytes.putLong(0).putInt(2_440_589);
        Vector times = new FixedBinaryVector(5, 12, bytes.array(), 0, null);
        List<Literal> literals = List.of(
                new Literal.TimestampLiteral(86_400, 0, true),
                new Literal.TimestampLiteral(0, 7, true),
                new Literal.TimestampLiteral(-1, 999_999_999, true),
                new Literal.TimestampLiteral(0, 9, true));
        Predicate in = new Predicate.In(List.of("x"), literals, false);
        assertThat(select(in, schema(PhysicalType.INT96), times)).containsExactly(0, 1, 2, 4);
        assertThat(select(new Predicate.Not(in), schema(PhysicalType.INT96), times))
                .containsExactly(3);
    }

    @Test
    void findsNullListsAndStructs() {
        PrimitiveField element = new PrimitiveField("element", Repetition.OPTIONAL, PhysicalType.INT32);
        GroupField list = GroupField.list("numbers", Repetition.OPTIONAL, element);
        Schema schema = new Schema("rows", List.of(new GroupField("outer", Repetition.OPTIONAL, List.of(list))));
        IntVector elements = new IntVector(1, new int[] {7}, null);
        // The slots: a null struct, a struct with a null list, an empty list, a list of one element.
        Vector lists = new ListVector(4, new int[] {0, 0, 0, 0, 1}, elements, new long[] {0b1100});
        Vector structs = new StructVector(4, List.of(lists), new long[] {0b1110});
        List<String> path = List.of("outer", "numbers");
        assertThat(select(new Predicate.IsNull(path), schema, structs)).containsExactly(0, 1);
        assertThat(select(new Predicate.IsNotNull(path), schema, structs)).containsExactly(2, 3);
        assertThat(select(new Predicate.IsNull(List.of("outer")), schema, structs))
                .containsExactly(0);
        assertThat(select(new Predicate.Not(new Predicate.IsNull(List.of("outer"))), schema, structs))
                .containsExactly(1, 2, 3);
    }

    @Test
    void treatsNanAsGreatestOrUnordered() {
        Vector doubles = new DoubleVector(4, new double[] {Double.NaN, Double.POSITIVE_INFINITY, -0.0, 0.0}, null);
        Batch batch = new Batch(4, List.of(doubles));
        FilterSemantics unordered = new FilterSemantics(MissingColumns.UNKNOWN, NanOrder.UNORDERED, column -> true);
        Predicate above = compare(Operator.GT, new Literal.DoubleLiteral(0));
        Predicate equal = compare(Operator.EQ, new Literal.FloatLiteral(Float.NaN));
        assertThat(select(above, DOUBLE, doubles)).containsExactly(0, 1);
        assertThat(select(equal, DOUBLE, doubles)).containsExactly(0);
        assertThat(select(BatchFilter.of(above, DOUBLE, DOUBLE.shape(), unordered), batch))
                .containsExactly(1);
        assertThat(select(BatchFilter.of(equal, DOUBLE, DOUBLE.shape(), unordered), batch))
                .isEmpty();
        assertThat(select(compare(Operator.EQ, new Literal.DoubleLiteral(-0.0)), DOUBLE, doubles))
                .containsExactly(2, 3);
        assertThat(select(new Predicate.IsNan(List.of("x")), DOUBLE, doubles)).containsExactly(0);
    }

    @Test
    void excludesRowsWithUnknownConditionsUnderNot() {
        Vector ints = new IntVector(3, new int[] {1, 2, 0}, new long[] {0b011});
        Literal one = new Literal.IntegerLiteral(1);
        assertThat(select(new Predicate.Not(compare(Operator.EQ, one)), INT, ints))
                .containsExactly(1);
        Predicate inWithNull = new Predicate.In(List.of("x"), List.of(one), true);
        assertThat(select(inWithNull, INT, ints)).containsExactly(0);
        assertThat(select(new Predicate.Not(inWithNull), INT, ints)).isEmpty();
        assertThat(select(new Predicate.Not(new Predicate.EqualNullSafe(List.of("x"), one)), INT, ints))
                .containsExactly(1, 2);
        assertThat(select(new Predicate.Not(new Predicate.IsNan(List.of("x"))), INT, ints))
                .containsExactly(0, 1, 2);
    }

    @Test
    void treatsValuesInANullGroupAsNull() {
        Schema schema = new Schema(
                "rows",
                List.of(new GroupField(
                        "g",
                        Repetition.OPTIONAL,
                        List.of(new PrimitiveField("x", Repetition.REQUIRED, PhysicalType.INT32)))));
        Vector inner = new IntVector(2, new int[] {7, 7}, null);
        Batch batch = new Batch(2, List.of(new StructVector(2, List.of(inner), new long[] {0b10})));
        Predicate seven = new Predicate.Comparison(List.of("g", "x"), Operator.EQ, new Literal.IntegerLiteral(7));
        assertThat(select(BatchFilter.of(seven, schema, schema.shape(), MissingColumns.UNKNOWN), batch))
                .containsExactly(1);
        Predicate isNull = new Predicate.IsNull(List.of("g", "x"));
        assertThat(select(BatchFilter.of(isNull, schema, schema.shape(), MissingColumns.UNKNOWN), batch))
                .containsExactly(0);
    }

    @Test
    void passesRowsWithUndecidedConditions() {
        Schema schema = new Schema(
                "rows",
                List.of(
                        new PrimitiveField("x", Repetition.OPTIONAL, PhysicalType.INT32),
                        new PrimitiveField("many", Repetition.REPEATED, PhysicalType.INT32),
                        new PrimitiveField(
                                "place",
                                Repetition.OPTIONAL,
                                PhysicalType.BYTE_ARRAY,
                                new LogicalType.GeographyType(null, EdgeInterpolation.SPHERICAL))));
        FilterSemantics semantics = FilterSemantics.of(MissingColumns.UNKNOWN);
        List<Predicate.Leaf> undecided = List.of(
                new Predicate.IsNull(List.of("many")),
                new Predicate.IsNull(List.of("missing")),
                new Predicate.Intersects(List.of("place"), new BoundingBox(0, 1, 0, 1, null, null, null, null)),
                new Predicate.Comparison(List.of("x"), Operator.EQ, Literal.BinaryLiteral.of("7")),
                new Predicate.Comparison(List.of("x"), Operator.EQ, new Literal.DoubleLiteral(Double.NaN)));
        for (Predicate.Leaf leaf : undecided) {
            assertThat(BatchFilter.decides(leaf, schema, semantics))
                    .as("%s", leaf)
                    .isFalse();
            BatchFilter filter =
                    BatchFilter.of(new Predicate.Not(leaf), schema, schema.shape(), MissingColumns.UNKNOWN);
            assertThat(filter.isExact()).isFalse();
            assertThat(filter.passesAll()).isTrue();
            assertThat(filter.undecided()).containsExactly(leaf);
        }
        Predicate seven = compare(Operator.EQ, new Literal.IntegerLiteral(7));
        BatchFilter both = BatchFilter.of(Predicate.And.of(undecided.get(0), seven), schema, schema.shape(), semantics);
        assertThat(both.isExact()).isFalse();
        assertThat(both.passesAll()).isFalse();
        assertThat(both.columns()).containsExactly(schema.column(List.of("x")));
        BatchFilter either = BatchFilter.of(
                Predicate.Or.of(undecided.get(0), new Predicate.AlwaysTrue()), schema, schema.shape(), semantics);
        assertThat(either.isExact()).isTrue();
        FilterSemantics converted = new FilterSemantics(MissingColumns.UNKNOWN, NanOrder.GREATEST, column -> false);
        assertThat(BatchFilter.decides((Predicate.Leaf) seven, schema, converted))
                .isFalse();
    }

    @Test
    void treatsMissingColumnsAsNullIfConfigured() {
        Predicate missing = new Predicate.Comparison(List.of("missing"), Operator.EQ, new Literal.IntegerLiteral(7));
        BatchFilter filter = BatchFilter.of(missing, INT, INT.shape(), MissingColumns.ARE_NULL);
        assertThat(filter.passesNone()).isTrue();
        assertThat(filter.isExact()).isTrue();
        assertThat(BatchFilter.of(new Predicate.IsNull(List.of("missing")), INT, INT.shape(), MissingColumns.ARE_NULL)
                        .passesAll())
                .isTrue();
    }

    @Test
    void requiresTheColumnsInTheBatch() {
        Schema other = new Schema("other", List.of(new PrimitiveField("y", Repetition.OPTIONAL, PhysicalType.INT32)));
        Predicate isNull = new Predicate.IsNull(List.of("x"));
        assertThatThrownBy(() -> BatchFilter.of(isNull, INT, other.shape(), MissingColumns.UNKNOWN))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("column x");
    }

    @Test
    void narrowingTestsOnlySelectedRows() {
        Map<Long, Integer> calls = new HashMap<>();
        Predicate custom = new Predicate.Custom(List.of("x"), new CountingPredicate(calls));
        BatchFilter filter = BatchFilter.of(custom, INT, INT.shape(), MissingColumns.UNKNOWN);
        int[] values = new int[200];
        Arrays.setAll(values, i -> i);
        long[] selection = {0b1010, 0, 1L << 63, 1};
        assertThat(filter.narrow(new Batch(200, List.of(new IntVector(200, values, null))), selection))
                .isEqualTo(1);
        assertThat(calls).containsOnlyKeys(1L, 3L, 191L, 192L);
        assertThat(selection).containsExactly(0, 0, 0, 1);
    }

    /** Passes even numbers from 100 on, and counts the calls for each number. */
    private static final class CountingPredicate implements ValuePredicate {

        private final Map<Long, Integer> calls;

        CountingPredicate(Map<Long, Integer> calls) {
            this.calls = calls;
        }

        @Override
        public boolean test(Comparable<?> value) {
            long number = value instanceof ByteString text
                    ? Long.parseLong(text.toString().replace("\"", ""))
                    : ((BigDecimal) value).longValue();
            calls.merge(number, 1, Integer::sum);
            return number % 2 == 0 && number >= 100;
        }
    }

    @Test
    void testsStoredValuesOfAnyLogicalType() {
        Predicate custom = new Predicate.Custom(List.of("x"), new StoredSevens());
        Vector ints = new IntVector(3, new int[] {7, 8, 7}, null);
        assertThat(select(custom, logical(PhysicalType.INT32, 0, new LogicalType.DateType()), ints))
                .containsExactly(0, 2);
        Vector longs = new LongVector(2, new long[] {8, 7}, null);
        assertThat(select(custom, logical(PhysicalType.INT64, 0, new LogicalType.DecimalType(18, 2)), longs))
                .containsExactly(1);
        Vector fixed = new FixedBinaryVector(2, 2, new byte[] {0, 7, 7, 0}, 0, null);
        Schema decimals = logical(PhysicalType.FIXED_LEN_BYTE_ARRAY, 2, new LogicalType.DecimalType(4, 2));
        assertThat(select(custom, decimals, fixed)).containsExactly(0);
        Vector booleans = new BooleanVector(2, new boolean[] {true, false}, null);
        assertThat(select(custom, schema(PhysicalType.BOOLEAN), booleans)).containsExactly(0);
        Vector doubles = new DoubleVector(2, new double[] {1, 2}, null);
        assertThat(select(custom, DOUBLE, doubles)).containsExactly(0, 1);
    }

    private static Schema logical(PhysicalType physical, int length, LogicalType logical) {
        return new Schema(
                "rows", List.of(new PrimitiveField("x", Repetition.OPTIONAL, physical, length, logical, null)));
    }

    /** Passes 1, 7, and bytes that end with 7. */
    private static final class StoredSevens implements StoredValueTest {

        @Override
        public boolean testLong(long value) {
            return value == 7 || value == 1;
        }

        @Override
        public boolean testBytes(byte[] bytes, int start, int length) {
            return bytes[start + length - 1] == 7;
        }
    }

    @Test
    void testsDictionaryEntriesOnceIfBatchesAreLarge() {
        Map<Long, Integer> calls = new HashMap<>();
        Predicate custom = new Predicate.Custom(List.of("x"), new CountingPredicate(calls));
        BatchFilter filter = BatchFilter.of(custom, TEXT, TEXT.shape(), MissingColumns.UNKNOWN);
        int entries = 1000;
        byte[] bytes = new byte[3 * entries];
        int[] starts = new int[entries];
        int[] lengths = new int[entries];
        for (int i = 0; i < entries; i++) {
            byte[] digits = String.format("%03d", i).getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(digits, 0, bytes, 3 * i, 3);
            starts[i] = 3 * i;
            lengths[i] = 3;
        }
        Vector dictionary = new BinaryVector(entries, bytes, starts, lengths, null);
        Batch few = new Batch(4, List.of(new DictionaryVector(4, new int[] {7, 500, 7, 501}, dictionary, null)));
        assertThat(select(filter, few)).containsExactly(1);
        assertThat(select(filter, few)).containsExactly(1);
        assertThat(calls).containsOnlyKeys(7L, 500L, 501L).containsValue(1).doesNotContainValue(2);
        int[] ids = new int[600];
        Arrays.setAll(ids, i -> i);
        Batch many = new Batch(600, List.of(new DictionaryVector(600, ids, dictionary, null)));
        assertThat(select(filter, many)).hasSize(250);
        assertThat(calls).hasSize(entries);
        select(filter, many);
        assertThat(calls.values()).allMatch(times -> times <= 2);
    }

    @Test
    void selectsTheSameRowsForAnyOrderOfOperands() {
        int[] values = new int[4096];
        Arrays.setAll(values, i -> i);
        Batch batch = new Batch(4096, List.of(new IntVector(4096, values, null)));
        Predicate predicate = Predicate.And.of(
                compare(Operator.LT, new Literal.IntegerLiteral(4000)),
                compare(Operator.NE, new Literal.IntegerLiteral(5)),
                Predicate.Or.of(
                        compare(Operator.LT, new Literal.IntegerLiteral(10)),
                        compare(Operator.GE, new Literal.IntegerLiteral(3998))));
        BatchFilter filter = BatchFilter.of(predicate, INT, INT.shape(), MissingColumns.UNKNOWN);
        for (int i = 0; i < 100; i++) {
            assertThat(select(filter, batch)).containsExactly(0, 1, 2, 3, 4, 6, 7, 8, 9, 3998, 3999);
        }
    }
}
