package io.pq2.predicate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import io.pq2.metadata.BoundingBox;
import io.pq2.predicate.Literal.BinaryLiteral;
import io.pq2.predicate.Literal.BooleanLiteral;
import io.pq2.predicate.Literal.DateLiteral;
import io.pq2.predicate.Literal.DecimalLiteral;
import io.pq2.predicate.Literal.DoubleLiteral;
import io.pq2.predicate.Literal.FloatLiteral;
import io.pq2.predicate.Literal.IntegerLiteral;
import io.pq2.predicate.Literal.TimeLiteral;
import io.pq2.predicate.Literal.TimestampLiteral;
import io.pq2.predicate.Predicate.Comparison;
import io.pq2.predicate.Predicate.Operator;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PredicateTextTest {

    private static final List<String> A = List.of("a");

    private static Literal literal(String text) {
        return ((Comparison) PredicateText.parse("a = " + text)).literal();
    }

    @Test
    void readsConditionsByKeywordAndPrecedence() {
        Predicate read = PredicateText.parse("""
                l_shipdate >= DATE '1994-01-01' and NOT (name LIKE 'x%') AND price IN (1, 2.50, NULL)
                  OR a.b Is Not Null AND x <=> 5 AND f IS NAN
                """);
        assertThat(read)
                .isEqualTo(Predicate.Or.of(
                        Predicate.And.of(
                                new Comparison(List.of("l_shipdate"), Operator.GE, new DateLiteral((int)
                                        LocalDate.of(1994, 1, 1).toEpochDay())),
                                new Predicate.Not(new Predicate.StartsWith(List.of("name"), ByteString.of("x"))),
                                new Predicate.In(
                                        List.of("price"),
                                        List.of(new IntegerLiteral(1), new DecimalLiteral(new BigDecimal("2.50"))),
                                        true)),
                        Predicate.And.of(
                                new Predicate.IsNotNull(List.of("a", "b")),
                                new Predicate.EqualNullSafe(List.of("x"), new IntegerLiteral(5)),
                                new Predicate.IsNan(List.of("f")))));
    }

    @Test
    void readsShortForms() {
        assertThat(PredicateText.parse("a NOT IN (1)"))
                .isEqualTo(new Predicate.Not(new Predicate.In(A, List.of(new IntegerLiteral(1)), false)));
        assertThat(PredicateText.parse("a BETWEEN 1 AND 2 AND b IS NULL"))
                .isEqualTo(Predicate.And.of(
                        Predicate.And.of(
                                new Comparison(A, Operator.GE, new IntegerLiteral(1)),
                                new Comparison(A, Operator.LE, new IntegerLiteral(2))),
                        new Predicate.IsNull(List.of("b"))));
        assertThat(PredicateText.parse("a IS NOT NAN")).isEqualTo(new Predicate.Not(new Predicate.IsNan(A)));
        assertThat(PredicateText.parse("a != 1")).isEqualTo(PredicateText.parse("a<>1"));
        assertThat(PredicateText.parse("a==-1")).isEqualTo(PredicateText.parse("a = -1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'x'     | a = 'x'",
                "'x%'    | starts_with(a, 'x')",
                "'%x'    | ends_with(a, 'x')",
                "'%x%%'  | contains(a, 'x')",
                "'x\\%%' | starts_with(a, 'x%')",
                "'\\_\\\\' | a = '_\\'",
            })
    void readsLikePatternsAsOtherConditions(String pattern, String same) {
        assertThat(PredicateText.parse("a LIKE " + pattern)).hasToString(same);
    }

    @Test
    void readsLiterals() {
        assertThat(literal("-9223372036854775808")).isEqualTo(new IntegerLiteral(Long.MIN_VALUE));
        assertThat(literal("9223372036854775808")).isEqualTo(new DecimalLiteral(new BigDecimal("9223372036854775808")));
        assertThat(literal("1.")).isEqualTo(new DecimalLiteral(BigDecimal.ONE));
        assertThat(literal("+.50")).isEqualTo(new DecimalLiteral(new BigDecimal("0.50")));
        assertThat(literal("1E3")).isEqualTo(new DoubleLiteral(1000));
        assertThat(literal("DOUBLE 'NaN'")).isEqualTo(new DoubleLiteral(Double.NaN));
        assertThat(literal("DOUBLE '1'")).isEqualTo(new DoubleLiteral(1));
        assertThat(literal("FLOAT '-Infinity'")).isEqualTo(new FloatLiteral(Float.NEGATIVE_INFINITY));
        assertThat(literal("decimal '5e3'")).isEqualTo(new DecimalLiteral(new BigDecimal("5e3")));
        assertThat(literal("false")).isEqualTo(new BooleanLiteral(false));
        assertThat(literal("'it''s'")).isEqualTo(BinaryLiteral.of("it's"));
        assertThat(literal("X'00fF'")).isEqualTo(BinaryLiteral.of(new byte[] {0, -1}));
        assertThat(literal("TIME '01:00'")).isEqualTo(new TimeLiteral(3_600_000_000_000L));
        assertThat(literal("UUID '00000000-0000-0001-0000-000000000002'"))
                .isEqualTo(BinaryLiteral.of(new byte[] {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2}));
    }

    @Test
    void readsTimestampsWithZoneAsInstants() {
        long second = Instant.parse("2020-02-29T12:30:15Z").getEpochSecond();
        assertThat(literal("TIMESTAMP '2020-02-29T12:30:15Z'")).isEqualTo(new TimestampLiteral(second, 0, true));
        assertThat(literal("TIMESTAMP '2020-02-29 13:30:15.5+01:00'"))
                .isEqualTo(new TimestampLiteral(second, 500_000_000, true));
        assertThat(literal("TIMESTAMP '2020-02-29 12:30:15.000000001'"))
                .isEqualTo(new TimestampLiteral(second, 1, false));
        assertThat(literal("TIMESTAMP '1970-01-02'")).isEqualTo(new TimestampLiteral(86_400, 0, false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a = 1",
                "`a.b`.c <> 'x'",
                "```` IS NULL",
                "``.`not` IS NOT NULL",
                "`1` <=> NULL",
                "größe <=> X'ff'",
                "a IN ()",
                "a IN (NULL)",
                "a IN (1, 2.5, NULL)",
                "intersects(a, -1.0E0, 2.0E0, 3.0E0, DOUBLE 'Infinity')",
                "(a = 1 AND b = 2) AND (c = 3 OR d = 4)",
                "NOT (a IS NAN)",
                "TRUE OR FALSE",
                "a < TIMESTAMP '1969-12-31T23:59:59.999Z'",
                "a < TIMESTAMP '-1000000000-01-01T00:00:00'",
                "a = DECIMAL '1'",
                "a = 1E-7"
            })
    void writesTheTextThatItReads(String text) {
        Predicate read = PredicateText.parse(text);
        assertThat(PredicateText.parse(read.toString())).isEqualTo(read);
        if (!text.endsWith("E-7")) {
            assertThat(read).hasToString(text);
        }
    }

    @Test
    void writesPredicatesWithoutReadableText() {
        assertThat(new Predicate.And(List.of())).hasToString("TRUE");
        assertThat(new Predicate.Or(List.of())).hasToString("FALSE");
        assertThat(new Predicate.Or(List.of(new Predicate.IsNull(A)))).hasToString("a IS NULL");
        ValuePredicate even = new ValuePredicate() {
            @Override
            public boolean test(Comparable<?> value) {
                return true;
            }

            @Override
            public String toString() {
                return "even";
            }
        };
        Predicate custom = new Predicate.Custom(A, even);
        assertThat(custom).hasToString("a PASSES even");
        assertThatThrownBy(() -> PredicateText.parse(custom.toString()))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("character 3");
        BoundingBox solid = new BoundingBox(1, 2, 3, 4, 5.0, 6.0, null, null);
        assertThat(new Predicate.Intersects(A, solid)).hasToString("intersects(a, 1.0E0, 3.0E0, 2.0E0, 4.0E0)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "                | expected a condition, at character 1, at the end",
                "a =             | expected a literal, at character 4, at the end",
                "a = 5x          | a letter follows a number, at character 5, at \"5x\"",
                "a = 1 b = 2     | expected AND, OR or the end, at character 7, at \"b = 2\"",
                "(a = 1          | expected ), at character 7",
                "a = NULL        | a comparison with NULL is always unknown",
                "a = \"x\"       | text needs single quotes, at character 5",
                "a = x           | text needs single quotes, at character 5",
                "a = 'x          | missing closing ', at character 5",
                "a LIKE 'x_'     | unsupported pattern",
                "a LIKE 'x%y'    | unsupported pattern",
                "a LIKE 'x\\'    | unsupported pattern",
                "a IS 5          | expected NULL, NAN or NOT, at character 6",
                "a >> 5          | expected a comparison, IS, IN, LIKE or BETWEEN, at character 3",
                "a NOT 5         | expected IN, LIKE or BETWEEN, at character 7",
                "a IN (1, )      | expected a literal, at character 10",
                "a..b = 1        | expected a name, at character 3",
                "and = 1         | expected a condition, at character 1",
                "a = DATE '1994-02-30' | invalid literal: Text '1994-02-30'",
                "a = YEAR '1994' | the types of literals are DATE",
                "a = 1E999       | exceeds the range of a DOUBLE",
                "a = X'0'        | invalid literal",
                "a = 5;          | unexpected character, at character 6",
                "even(a, 5)      | unknown function",
                "any(a = 1 OR b = 1) | expected )",
                "any(a NOT IN (1))   | any needs a condition on one column, at character 1",
                "any(any(a = 1))     | any needs a condition on one column, at character 1",
                "contains(a, 5)  | expected text or bytes, at character 13",
                "intersects(a, 1, 2, 3) | expected ,",
                "intersects(a, 'x') | expected a number, at character 15",
            })
    void namesErrorsAndTheirPosition(String text, String message) {
        assertThatThrownBy(() -> PredicateText.parse(text == null ? "" : text))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageStartingWith("not a predicate: ")
                .hasMessageContaining(message);
    }

    @Test
    void limitsNestingAndLength() {
        for (String opening : List.of("(", "NOT ", "NOT(", "any(")) {
            assertThatThrownBy(() -> PredicateText.parse(opening.repeat(100_000) + "a = 1"))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("more than 256 levels deep");
        }
        String nested = "(".repeat(256) + "a = 1" + ")".repeat(256);
        assertThat(PredicateText.parse(nested)).hasToString("a = 1");
        assertThatThrownBy(() -> PredicateText.parse("a = " + "9".repeat(1_000_000)))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("more than 1000 digits");
        assertThatThrownBy(() -> PredicateText.parse("a = DATE '" + "9".repeat(1_000_000) + "'"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("too long");
        String wide = "a = 1" + " OR a = 1".repeat(100_000);
        assertThat(((Predicate.Or) PredicateText.parse(wide)).operands()).hasSize(100_001);
    }

    @Test
    void readsOrRejectsDamagedTexts() {
        String sound = "NOT (`a`.b IN (1, -2.5E3, X'00', NULL) OR starts_with(c, 'it''s'))"
                + " AND d <=> TIMESTAMP '2020-01-01 00:00:00Z'"
                + " AND e NOT BETWEEN DECIMAL '1' AND 2. AND f LIKE '%x\\%%' AND intersects(g, 1, 2, 3, 4)"
                + " AND h IS NOT NAN";
        assertThat(PredicateText.parse(sound).paths()).hasSize(7);
        Random random = new Random(5);
        String characters = "()'`,.=<>!-+% \\_aXNE0159é\n\u0000\uD800";
        int read = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder(sound);
            for (int damages = random.nextInt(3); damages >= 0; damages--) {
                int at = random.nextInt(text.length());
                char other = characters.charAt(random.nextInt(characters.length()));
                switch (random.nextInt(3)) {
                    case 0 -> text.setCharAt(at, other);
                    case 1 -> text.insert(at, other);
                    default -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(4)));
                }
            }
            try {
                Predicate predicate = PredicateText.parse(text.toString());
                assertThat(PredicateText.parse(predicate.toString())).isEqualTo(predicate);
                read++;
            } catch (InvalidDataException e) {
                assertThat(e).hasMessageStartingWith("not a predicate: ");
            }
        }
        assertThat(read).isBetween(100, 19_900);
    }
}
