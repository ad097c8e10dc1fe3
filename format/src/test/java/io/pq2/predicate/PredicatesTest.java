package io.pq2.predicate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.InvalidDataException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PredicatesTest {

    private static void assertText(Predicate built, String text) {
        assertThat(built).hasToString(text).isEqualTo(PredicateText.parse(text));
    }

    @Test
    void buildsThePredicatesOfTheirText() {
        assertText(
                Predicates.and(
                        Predicates.column("a", "b.c").isEqualTo(1),
                        Predicates.or(
                                Predicates.column("d").isNotEqualTo("x"),
                                Predicates.column("d").isIn(Arrays.asList(1L, null, (short) 3)))),
                "a.`b.c` = 1 AND (d <> 'x' OR d IN (1, 3, NULL))");
        Predicates.Column a = Predicates.column("a");
        assertText(Predicates.not(a.isLessThan(true)), "NOT (a < TRUE)");
        assertText(a.isAtMost(new BigDecimal("1.50")), "a <= 1.50");
        assertText(a.isAtMost(BigInteger.ONE.shiftLeft(64)), "a <= 18446744073709551616");
        assertText(a.isGreaterThan(0.5f), "a > FLOAT '0.5'");
        assertText(a.isAtLeast(0.5), "a >= 0.5E0");
        assertText(a.isEqualToOrBothNull(null), "a <=> NULL");
        assertText(a.isEqualToOrBothNull(new byte[] {-1}), "a <=> X'ff'");
        assertText(a.isEqualTo(new UUID(0, 1)), "a = X'00000000000000000000000000000001'");
        assertText(a.isEqualTo(Literal.BinaryLiteral.of(new byte[] {1, -1}).value()), "a = X'01ff'");
        assertText(a.isEqualTo(LocalDate.of(2020, 2, 29)), "a = DATE '2020-02-29'");
        assertText(a.isEqualTo(LocalTime.of(1, 2)), "a = TIME '01:02'");
        assertText(a.isEqualTo(Instant.EPOCH), "a = TIMESTAMP '1970-01-01T00:00:00Z'");
        assertText(a.isEqualTo(LocalDateTime.of(1970, 1, 1, 0, 0)), "a = TIMESTAMP '1970-01-01T00:00:00'");
        assertText(a.isIn("x", "y"), "a IN ('x', 'y')");
        assertText(Predicates.and(a.isNull(), a.isNotNull(), a.isNan()), "a IS NULL AND a IS NOT NULL AND a IS NAN");
        assertText(
                Predicates.and(a.startsWith("x"), a.endsWith("y"), a.contains("z")),
                "starts_with(a, 'x') AND ends_with(a, 'y') AND contains(a, 'z')");
        assertText(a.intersects(1, 2, 3, 4), "intersects(a, 1.0E0, 2.0E0, 3.0E0, 4.0E0)");
    }

    @Test
    void refusesUnsupportedValues() {
        Predicates.Column a = Predicates.column("a");
        for (Object value : new Object[] {null, 'c', new AtomicInteger(), LocalDate.MAX}) {
            assertThatThrownBy(() -> a.isEqualTo(value)).isInstanceOf(InvalidDataException.class);
        }
    }
}
