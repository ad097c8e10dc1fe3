package io.pq2.fuzz.targets;

import io.pq2.internal.predicate.prune.RandomPredicates;
import io.pq2.internal.read.prune.RandomSchema;
import io.pq2.predicate.Predicate;
import io.pq2.predicate.PredicateText;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.RandomRows;
import java.util.Random;

/** The text forms of pq2. */
final class Languages {

    private Languages() {}

    static Texts<Schema> schemas() {
        Texts.Language<Schema> language = new Texts.Language<>() {
            @Override
            public Schema random(Random random) {
                return random.nextBoolean()
                        ? new RandomSchema(random).schema()
                        : new RandomRows(random.nextLong()).schema(3);
            }

            @Override
            public String write(Schema schema) {
                return SchemaText.write(schema);
            }

            @Override
            public Schema parse(String text) {
                return SchemaText.parse(text);
            }
        };
        return new Texts<>(
                "schemas",
                language,
                "message",
                "required",
                "optional",
                "repeated",
                "group",
                "int32",
                "binary",
                "int96",
                "fixed_len_byte_array(16)",
                "(LIST)",
                "(MAP)",
                "(DECIMAL(9,2))",
                "(STRING)",
                "= 7",
                "{",
                "}",
                ";",
                "(TIMESTAMP(MICROS,true))",
                "(INTEGER(8,false))",
                "(VARIANT(1))",
                "(GEOMETRY)",
                "2147483648",
                "\"a b\"");
    }

    static Texts<Predicate> predicates() {
        Texts.Language<Predicate> language = new Texts.Language<>() {
            @Override
            public Predicate random(Random random) {
                return new RandomPredicates(random).predicate(4);
            }

            @Override
            public String write(Predicate predicate) {
                return PredicateText.write(predicate);
            }

            @Override
            public Predicate parse(String text) {
                return PredicateText.parse(text);
            }
        };
        return new Texts<>(
                "predicates",
                language,
                "AND",
                "OR",
                "NOT",
                "IN",
                "IS NULL",
                "IS NOT NULL",
                "LIKE 'a%'",
                "BETWEEN",
                "TRUE",
                "FALSE",
                "NULL",
                "DATE '2020-02-30'",
                "TIMESTAMP '2020-01-01 00:00:00Z'",
                "X'0F'",
                "1e400",
                "99999999999999999999",
                "-0.0",
                "NaN",
                "<=>",
                "<>",
                "(",
                ")",
                "`a`",
                "'x'",
                "TIME '24:00:00'");
    }
}
