package io.pq2.bench.select;

import io.pq2.predicate.Literal;
import io.pq2.predicate.Predicate;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.filter2.predicate.Operators;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Translates the conditions of the benchmark's queries to parquet-java's filters. */
final class PeerFilter {

    private final MessageType schema;

    private PeerFilter(MessageType schema) {
        this.schema = schema;
    }

    /**
     * Translates a condition.
     *
     * @param schema the schema of the files
     */
    static FilterPredicate of(Predicate condition, MessageType schema) {
        return new PeerFilter(schema).filter(condition);
    }

    private FilterPredicate filter(Predicate condition) {
        if (condition instanceof Predicate.And and) {
            return and.operands().stream()
                    .map(this::filter)
                    .reduce(FilterApi::and)
                    .orElseThrow();
        }
        if (condition instanceof Predicate.StartsWith start) {
            return startsWith(start);
        }
        if (!(condition instanceof Predicate.Leaf leaf)) {
            throw new IllegalArgumentException("unsupported condition: " + condition);
        }
        String name = String.join(".", leaf.path());
        PrimitiveTypeName type = schema.getColumnDescription(leaf.path().toArray(new String[0]))
                .getPrimitiveType()
                .getPrimitiveTypeName();
        return switch (type) {
            case INT32 -> filter(leaf, FilterApi.intColumn(name), PeerFilter::days);
            case INT64 -> filter(leaf, FilterApi.longColumn(name), PeerFilter::integer);
            case BINARY -> filter(leaf, FilterApi.binaryColumn(name), PeerFilter::binary);
            default -> throw new IllegalArgumentException("unsupported column type: " + type);
        };
    }

    /** Returns a range, because parquet-java has no condition on a prefix. The last byte of the prefix is ASCII. */
    private static FilterPredicate startsWith(Predicate.StartsWith condition) {
        byte[] first = condition.prefix().bytes();
        byte[] end = first.clone();
        end[end.length - 1]++;
        Operators.BinaryColumn column = FilterApi.binaryColumn(String.join(".", condition.path()));
        return FilterApi.and(
                FilterApi.gtEq(column, Binary.fromConstantByteArray(first)),
                FilterApi.lt(column, Binary.fromConstantByteArray(end)));
    }

    private static int days(Literal literal) {
        return ((Literal.DateLiteral) literal).epochDay();
    }

    private static long integer(Literal literal) {
        return ((Literal.IntegerLiteral) literal).integer();
    }

    private static Binary binary(Literal literal) {
        return Binary.fromConstantByteArray(
                ((Literal.BinaryLiteral) literal).value().bytes());
    }

    /** Converts a literal to a value of parquet-java's filters. */
    @FunctionalInterface
    private interface Value<T> {
        T of(Literal literal);
    }

    private static <T extends Comparable<T>, C extends Operators.Column<T> & Operators.SupportsLtGt>
            FilterPredicate filter(Predicate.Leaf leaf, C column, Value<T> value) {
        if (leaf instanceof Predicate.IsNull) {
            return FilterApi.eq(column, null);
        }
        if (leaf instanceof Predicate.In in) {
            List<Literal> literals = in.literals();
            Set<T> values = literals.stream().map(value::of).collect(Collectors.toSet());
            return FilterApi.in(column, values);
        }
        Predicate.Comparison comparison = (Predicate.Comparison) leaf;
        T bound = value.of(comparison.literal());
        return switch (comparison.operator()) {
            case EQ -> FilterApi.eq(column, bound);
            case NE -> FilterApi.notEq(column, bound);
            case LT -> FilterApi.lt(column, bound);
            case LE -> FilterApi.ltEq(column, bound);
            case GT -> FilterApi.gt(column, bound);
            case GE -> FilterApi.gtEq(column, bound);
        };
    }
}
