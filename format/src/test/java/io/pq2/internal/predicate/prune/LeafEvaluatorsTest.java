package io.pq2.internal.predicate.prune;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.internal.bloomfilter.BloomFilterBits;
import io.pq2.internal.predicate.prune.FilterTable.Value;
import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.Predicate.Operator;
import io.pq2.schema.Column;
import io.pq2.schema.SchemaText;
import io.pq2.vector.BinaryVector;
import io.pq2.vector.Vector;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;

/** Dictionaries, bloom filters and statistics must agree with the truth values of conditions for each value. */
class LeafEvaluatorsTest {

    @Property(tries = 10_000)
    void evaluatorsAgreeWithTheValues(@ForAll long seed) {
        Random random = new Random(seed);
        FilterTable table = new FilterTable(random, 1 + random.nextInt(5));
        List<Column> columns = FilterTable.SCHEMA.columns();
        Column column = columns.get(random.nextInt(columns.size()));
        Predicate.Leaf leaf = new FilterPredicates(table, random).leaf(column);
        TruthValues found = TruthValues.NONE;
        boolean hasNull = false;
        for (int row = 0; row < table.rows(); row++) {
            hasNull |= table.value(column, row) == null;
            found = found.union(new FilterTruth(table, row, true).of(leaf));
            found = found.union(new FilterTruth(table, row, false).of(leaf));
        }
        Vector dictionary = new FilterBatch(table, random).dictionary(column);
        byte[] bloomFilter = bloomFilter(table, column);

        TruthValues byDictionary = DictionaryEvaluator.truthValues(leaf, column, dictionary, hasNull);
        assertThat(byDictionary.union(found)).as("%s", leaf).isEqualTo(byDictionary);
        TruthValues byBloomFilter = bloomFilterTruthValues(leaf, column, bloomFilter, hasNull);
        assertThat(byBloomFilter.union(found)).as("%s", leaf).isEqualTo(byBloomFilter);
        if (!found.equals(TruthValues.ANY)) {
            TruthValues byStatistics = LeafStatisticsEvaluator.truthValues(leaf, table.statistics(column));
            assertThat(byStatistics.union(found)).as("%s", leaf).isEqualTo(byStatistics);
            if (DictionaryEvaluator.canDecide(leaf, column)) {
                assertThat(byDictionary.mayBeTrue()).as("%s", leaf).isEqualTo(found.mayBeTrue());
            }
        }
    }

    private static byte[] bloomFilter(FilterTable table, Column column) {
        BlockSplitBloomFilter peer = new BlockSplitBloomFilter(1024);
        for (int row = 0; row < table.rows(); row++) {
            Value value = table.value(column, row);
            if (value != null) {
                peer.insertHash(peer.hash(Binary.fromConstantByteArray(value.plain())));
            }
        }
        return bitset(peer);
    }

    private static byte[] bitset(BlockSplitBloomFilter peer) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            peer.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static byte[] empty() {
        return bitset(new BlockSplitBloomFilter(1024));
    }

    private static TruthValues bloomFilterTruthValues(
            Predicate.Leaf leaf, Column column, byte[] bitset, boolean mayHaveNull) {
        if (!BloomFilterEvaluator.canDecide(leaf, column)) {
            return TruthValues.ANY;
        }
        for (long hash : BloomFilterEvaluator.hashes(leaf, column)) {
            if (BloomFilterBits.isSet(hash, bitset, BloomFilterBits.block(hash, bitset.length))) {
                return TruthValues.ANY;
            }
        }
        return BloomFilterEvaluator.truthValuesWithoutMatch(leaf, mayHaveNull);
    }

    private static Column column(String name) {
        return FilterTable.SCHEMA.column(List.of(name));
    }

    private static Predicate.Leaf equal(String name, Literal literal) {
        return new Predicate.Comparison(List.of(name), Operator.EQ, literal);
    }

    @Test
    void bloomFiltersDecideEqualityOfTypesWithOneEncodingPerValue() {
        List<Predicate.Leaf> decided = List.of(
                equal("int", new Literal.IntegerLiteral(5)),
                equal("int", new Literal.IntegerLiteral(1L << 40)),
                equal("int", new Literal.DecimalLiteral(new BigDecimal("5.5"))),
                equal("unsignedLong", new Literal.DecimalLiteral(new BigDecimal("18446744073709551615"))),
                equal("decimal4", new Literal.DecimalLiteral(new BigDecimal("1.5"))),
                equal("decimal16", new Literal.IntegerLiteral(7)),
                equal("day", new Literal.DateLiteral(7)),
                equal("millis", Literal.TimestampLiteral.ofMicros(7, true)),
                equal("timeMicros", new Literal.TimeLiteral(7_000)),
                equal("float", new Literal.DoubleLiteral(0.1)),
                equal("double", new Literal.FloatLiteral(-0.0f)),
                equal("float16", new Literal.DoubleLiteral(1)),
                equal("text", Literal.BinaryLiteral.of("a")),
                equal("uuid", Literal.BinaryLiteral.of(new byte[16])),
                new Predicate.In(
                        List.of("text"), List.of(Literal.BinaryLiteral.of("a"), Literal.BinaryLiteral.of("b")), false),
                new Predicate.EqualNullSafe(List.of("int"), new Literal.IntegerLiteral(5)));
        for (Predicate.Leaf leaf : decided) {
            Column column = FilterTable.SCHEMA.column(leaf.path());
            assertThat(BloomFilterEvaluator.canDecide(leaf, column))
                    .as("%s", leaf)
                    .isTrue();
            assertThat(bloomFilterTruthValues(leaf, column, empty(), true).matchingRows())
                    .as("%s", leaf)
                    .isEqualTo(MatchingRows.NO_ROWS);
        }
    }

    @Test
    void bloomFiltersDecideNoOtherConditions() {
        List<Predicate.Leaf> undecided = List.of(
                equal("int", Literal.BinaryLiteral.of("5")),
                equal("decimalBytes", new Literal.IntegerLiteral(7)),
                equal("int96", Literal.TimestampLiteral.ofMicros(7, true)),
                equal("double", new Literal.DoubleLiteral(Double.NaN)),
                equal("flag", new Literal.BooleanLiteral(true)),
                new Predicate.Comparison(List.of("int"), Operator.LT, new Literal.IntegerLiteral(5)),
                new Predicate.EqualNullSafe(List.of("int"), null),
                new Predicate.IsNull(List.of("int")),
                new Predicate.StartsWith(List.of("text"), ByteString.of("a")));
        for (Predicate.Leaf leaf : undecided) {
            Column column = FilterTable.SCHEMA.column(leaf.path());
            assertThat(BloomFilterEvaluator.canDecide(leaf, column))
                    .as("%s", leaf)
                    .isFalse();
            assertThat(bloomFilterTruthValues(leaf, column, empty(), true)).isEqualTo(TruthValues.ANY);
        }
    }

    @Test
    void bloomFiltersDecideNoDecimalsOfManyBytes() {
        for (int width : new int[] {1024, 1025, 1 << 28, Integer.MAX_VALUE}) {
            Column wide = SchemaText.parse(
                            "message m { required fixed_len_byte_array(" + width + ") d (DECIMAL(9,0)); }")
                    .columns()
                    .get(0);
            assertThat(BloomFilterEvaluator.canDecide(equal("d", new Literal.IntegerLiteral(7)), wide))
                    .as("%d bytes", width)
                    .isEqualTo(width <= 1024);
        }
    }

    @Test
    void dictionariesDecideThatAllOrNoRowsMatch() {
        byte[] bytes = "abcxbc".getBytes(StandardCharsets.UTF_8);
        Vector dictionary = new BinaryVector(2, bytes, new int[] {0, 3}, new int[] {3, 3}, null);
        Column text = column("text");
        Predicate.Leaf ends = new Predicate.EndsWith(text.path(), ByteString.of("bc"));
        Predicate.Leaf contains = new Predicate.Contains(text.path(), ByteString.of("ca"));
        assertThat(DictionaryEvaluator.truthValues(ends, text, dictionary, false)
                        .matchingRows())
                .isEqualTo(MatchingRows.ALL_ROWS);
        assertThat(DictionaryEvaluator.truthValues(ends, text, dictionary, true).matchingRows())
                .isEqualTo(MatchingRows.SOME_ROWS);
        assertThat(DictionaryEvaluator.truthValues(contains, text, dictionary, true)
                        .matchingRows())
                .isEqualTo(MatchingRows.NO_ROWS);
        assertThat(DictionaryEvaluator.canDecide(contains, text)).isTrue();
        assertThat(DictionaryEvaluator.canDecide(contains, column("int"))).isFalse();
    }
}
