package io.pq2.bench.select;

import io.pq2.predicate.ByteString;
import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** Translates the conditions of the benchmark's queries to SQL for Spark and DuckDB. */
final class SqlCondition {

    private SqlCondition() {}

    static String of(Predicate condition) {
        if (condition instanceof Predicate.Comparison comparison) {
            return name(comparison.path()) + " " + comparison.operator().symbol() + " " + literal(comparison.literal());
        }
        if (condition instanceof Predicate.In in) {
            return name(in.path())
                    + in.literals().stream().map(SqlCondition::literal).collect(Collectors.joining(", ", " IN (", ")"));
        }
        if (condition instanceof Predicate.StartsWith start) {
            return name(start.path()) + " LIKE '" + text(start.prefix()) + "%'";
        }
        if (condition instanceof Predicate.IsNull isNull) {
            return name(isNull.path()) + " IS NULL";
        }
        if (condition instanceof Predicate.And and) {
            return and.operands().stream().map(SqlCondition::of).collect(Collectors.joining(" AND "));
        }
        throw new IllegalArgumentException("no SQL for " + condition);
    }

    private static String name(List<String> path) {
        return String.join(".", path);
    }

    private static String literal(Literal literal) {
        if (literal instanceof Literal.BinaryLiteral text) {
            return "'" + text(text.value()) + "'";
        }
        return literal instanceof Literal.DateLiteral date
                ? "DATE '" + date.value() + "'"
                : literal.value().toString();
    }

    private static String text(ByteString bytes) {
        return new String(bytes.bytes(), StandardCharsets.UTF_8);
    }
}
