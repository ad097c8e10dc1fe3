package io.pq2.predicate;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.metadata.BoundingBox;
import io.pq2.predicate.Predicate.Operator;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalTime;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class PredicateTextProperties {

    @Property(tries = 2000)
    void parsesTheTextOfEachPredicate(@ForAll("predicates") Predicate predicate) {
        assertThat(PredicateText.parse(predicate.toString())).isEqualTo(predicate);
    }

    @Property(tries = 2000)
    void parsesTheTextOfEachLiteral(@ForAll("literals") Literal literal) {
        Predicate predicate = new Predicate.Comparison(List.of("a"), Operator.NE, literal);
        assertThat(PredicateText.parse(predicate.toString())).isEqualTo(predicate);
    }

    @Provide
    Arbitrary<Predicate> predicates() {
        return predicates(4);
    }

    private static Arbitrary<Predicate> predicates(int depth) {
        if (depth == 0) {
            return leaves();
        }
        Arbitrary<Predicate> operands = predicates(depth - 1);
        return Arbitraries.oneOf(
                leaves(),
                leaves().filter(Predicate.Leaf.class::isInstance)
                        .map(leaf -> new Predicate.AnyValue((Predicate.Leaf) leaf)),
                operands.map(Predicate.Not::new),
                operands.list().ofMinSize(2).ofMaxSize(4).map(Predicate.And::new),
                operands.list().ofMinSize(2).ofMaxSize(4).map(Predicate.Or::new));
    }

    private static Arbitrary<Predicate> leaves() {
        Arbitrary<List<String>> paths = paths();
        Arbitrary<ByteString> bytes = bytes();
        return Arbitraries.oneOf(
                Arbitraries.of(new Predicate.AlwaysTrue(), new Predicate.AlwaysFalse()),
                Combinators.combine(paths, Arbitraries.of(Operator.values()), literals())
                        .as(Predicate.Comparison::new),
                Combinators.combine(paths, literals().injectNull(0.2)).as(Predicate.EqualNullSafe::new),
                Combinators.combine(paths, literals().list().ofMaxSize(4), Arbitraries.of(true, false))
                        .as(Predicate.In::new),
                paths.map(Predicate.IsNull::new),
                paths.map(Predicate.IsNotNull::new),
                paths.map(Predicate.IsNan::new),
                Combinators.combine(paths, bytes).as(Predicate.StartsWith::new),
                Combinators.combine(paths, bytes).as(Predicate.EndsWith::new),
                Combinators.combine(paths, bytes).as(Predicate.Contains::new),
                Combinators.combine(paths, boxes()).as(Predicate.Intersects::new));
    }

    private static Arbitrary<List<String>> paths() {
        Arbitrary<String> names = Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(4)),
                Tuple.of(1, Arbitraries.strings().ofMaxLength(5).filter(PredicateTextProperties::isText)),
                Tuple.of(1, Arbitraries.of("", "`", "a.b", "NOT", "null", "date", "x", "5", "contains", "a b")));
        return names.list().ofMinSize(1).ofMaxSize(3);
    }

    private static Arbitrary<ByteString> bytes() {
        return Arbitraries.oneOf(
                Arbitraries.strings()
                        .ofMaxLength(6)
                        .filter(PredicateTextProperties::isText)
                        .map(ByteString::of),
                Arbitraries.of("it's", "''", "a\nb", "%_\\").map(ByteString::of),
                Arbitraries.bytes().array(byte[].class).ofMaxSize(6).map(ByteString::of));
    }

    /** Whether the text has no unpaired surrogates, which UTF-8 cannot encode. */
    private static boolean isText(String text) {
        return text.codePoints()
                .noneMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }

    private static Arbitrary<BoundingBox> boxes() {
        Arbitrary<Double> edges = doubles();
        return Combinators.combine(edges, edges, edges, edges)
                .as((xmin, xmax, ymin, ymax) -> new BoundingBox(xmin, xmax, ymin, ymax, null, null, null, null));
    }

    private static Arbitrary<Double> doubles() {
        return Arbitraries.oneOf(
                Arbitraries.longs().map(Double::longBitsToDouble),
                Arbitraries.of(0.0, -0.0, Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN, Double.NEGATIVE_INFINITY));
    }

    @Provide
    static Arbitrary<Literal> literals() {
        Arbitrary<Boolean> flags = Arbitraries.of(true, false);
        return Arbitraries.oneOf(
                flags.map(Literal.BooleanLiteral::new),
                Arbitraries.longs().map(Literal.IntegerLiteral::new),
                Combinators.combine(
                                Arbitraries.bigIntegers(),
                                Arbitraries.integers().between(-2_000_000_000, 2_000_000_000))
                        .as((unscaled, scale) -> new Literal.DecimalLiteral(new BigDecimal(unscaled, scale))),
                Combinators.combine(
                                Arbitraries.bigIntegers(),
                                Arbitraries.integers().between(-3, 20))
                        .as((unscaled, scale) -> new Literal.DecimalLiteral(new BigDecimal(unscaled, scale))),
                Arbitraries.integers().map(bits -> new Literal.FloatLiteral(Float.intBitsToFloat(bits))),
                doubles().map(Literal.DoubleLiteral::new),
                bytes().map(Literal.BinaryLiteral::new),
                Arbitraries.integers().map(Literal.DateLiteral::new),
                Arbitraries.longs().between(0, LocalTime.MAX.toNanoOfDay()).map(Literal.TimeLiteral::new),
                Combinators.combine(
                                Arbitraries.longs().between(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond()),
                                Arbitraries.integers().between(0, 999_999_999),
                                flags)
                        .as(Literal.TimestampLiteral::new));
    }
}
