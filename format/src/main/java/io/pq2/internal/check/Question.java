package io.pq2.internal.check;

import io.pq2.internal.predicate.filter.BatchFilter;
import io.pq2.internal.predicate.text.JavaLiterals;
import io.pq2.internal.statistics.ValueOrder;
import io.pq2.predicate.ByteString;
import io.pq2.predicate.FilterSemantics;
import io.pq2.predicate.Literal;
import io.pq2.predicate.MissingColumns;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Column;
import io.pq2.schema.Schema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A question about a column: which rows match a condition.
 *
 * @param predicate the condition. For a column below a list or map it is about any value of the row
 * @param exact whether a scan can remove single rows that do not match
 * @param test computes the condition for a value, which is null where the column is, without the library's filters
 */
record Question(Predicate.Leaf predicate, boolean exact, java.util.function.Predicate<@Nullable Comparable<?>> test) {

    /** The maximum length of the prefixes, suffixes and substrings in questions, in bytes. */
    private static final int MAX_PART = 20;

    /** Returns questions about a column with values of it. */
    static List<Question> about(Column column, Schema schema, ValueSample sample, SplittableRandom random) {
        Builder questions = new Builder(column, schema);
        List<String> path = column.path();
        questions.add(new Predicate.IsNull(path), value -> value == null);
        questions.add(new Predicate.EqualNullSafe(path, null), value -> value == null);
        questions.add(new Predicate.IsNotNull(path), value -> value != null);
        if (!sample.hasInvalid()) {
            List<Comparable<?>> values = sample.values();
            questions.add(new Predicate.IsNan(path), value -> value instanceof Double number && number.isNaN());
            questions.addIn(values, false);
            for (Comparable<?> value : values) {
                questions.addComparisons(value);
                questions.addIn(List.of(value, values.get(random.nextInt(values.size()))), true);
                if (value instanceof ByteString bytes && bytes.bytes().length > 0) {
                    questions.addParts(bytes.bytes(), random);
                }
            }
        }
        return questions.list;
    }

    private static final class Builder {

        private static final FilterSemantics SEMANTICS = FilterSemantics.of(MissingColumns.UNKNOWN);

        private final List<Question> list = new ArrayList<>();
        private final Column column;
        private final Schema schema;

        Builder(Column column, Schema schema) {
            this.column = column;
            this.schema = schema;
        }

        void add(Predicate.Leaf condition, java.util.function.Predicate<@Nullable Comparable<?>> test) {
            boolean single = column.maxRepetitionLevel() == 0;
            list.add(new Question(
                    single ? condition : new Predicate.AnyValue(condition),
                    single && BatchFilter.decides(condition, schema, SEMANTICS),
                    test));
        }

        void addComparisons(Comparable<?> value) {
            Literal literal = literal(value);
            for (Predicate.Operator operator : Predicate.Operator.values()) {
                add(
                        new Predicate.Comparison(column.path(), operator, literal),
                        other -> other != null && holds(operator, ValueOrder.compare(other, value)));
            }
            add(
                    new Predicate.EqualNullSafe(column.path(), literal),
                    other -> other != null && ValueOrder.compare(other, value) == 0);
        }

        private static boolean holds(Predicate.Operator operator, int order) {
            return switch (operator) {
                case EQ -> order == 0;
                case NE -> order != 0;
                case LT -> order < 0;
                case LE -> order <= 0;
                case GT -> order > 0;
                case GE -> order >= 0;
            };
        }

        void addIn(List<Comparable<?>> values, boolean withNull) {
            add(
                    new Predicate.In(
                            column.path(), values.stream().map(Builder::literal).toList(), withNull),
                    other -> other != null && values.stream().anyMatch(value -> ValueOrder.compare(other, value) == 0));
        }

        void addParts(byte[] bytes, SplittableRandom random) {
            int length = 1 + random.nextInt(Math.min(MAX_PART, bytes.length));
            int end = bytes.length - length;
            int start = random.nextInt(end + 1);
            ByteString prefix = ByteString.of(Arrays.copyOf(bytes, length));
            ByteString suffix = ByteString.of(Arrays.copyOfRange(bytes, end, bytes.length));
            ByteString part = ByteString.of(Arrays.copyOfRange(bytes, start, start + length));
            add(
                    new Predicate.StartsWith(column.path(), prefix),
                    other -> other instanceof ByteString text && text.startsWith(prefix));
            add(
                    new Predicate.EndsWith(column.path(), suffix),
                    other -> other instanceof ByteString text && text.endsWith(suffix));
            add(
                    new Predicate.Contains(column.path(), part),
                    other -> other instanceof ByteString text && text.contains(part));
        }

        private static Literal literal(Comparable<?> value) {
            boolean isLong = value instanceof BigDecimal number
                    && number.scale() == 0
                    && number.unscaledValue().bitLength() < Long.SIZE;
            return JavaLiterals.of(isLong ? (Object) ((BigDecimal) value).longValueExact() : value);
        }
    }
}
