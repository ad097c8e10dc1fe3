package io.pq2.spark.internal.files.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.predicate.Predicates;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import io.pq2.spark.internal.columns.leaf.DateTimeRules.Calendar;
import io.pq2.spark.internal.columns.leaf.DateTimeRules.RebaseMode;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SchemaPlansTest {

    private final SchemaPlans plans = new SchemaPlans();
    private final List<SchemaPlan> created = new ArrayList<>();

    private SchemaPlan create() {
        SchemaPlan plan = new SchemaPlan(
                Optional.of(Predicates.column("a").isEqualTo(created.size())), Optional.empty(), List.of(), Set.of());
        created.add(plan);
        return plan;
    }

    private SchemaPlan plan(Schema schema, DateTimeRules rules) {
        return plans.of(schema, rules, this::create);
    }

    private static Schema schema(String fields) {
        return SchemaText.parse("message m { " + fields + " }");
    }

    @Test
    void returnsThePlanOfAnEqualSchemaWithEqualRules() {
        SchemaPlan plan = plan(schema("optional int32 a;"), DateTimeRules.CORRECTED);
        DateTimeRules equalRules =
                new DateTimeRules(new Calendar(RebaseMode.CORRECTED, ""), new Calendar(RebaseMode.CORRECTED, ""), null);
        assertThat(plan(schema("optional int32 a;"), equalRules)).isSameAs(plan);
        assertThat(created).hasSize(1);
    }

    @Test
    void distinguishesSchemas() {
        List<String> schemas = List.of(
                "optional int64 a;",
                "required int64 a;",
                "optional int64 A;",
                "optional int64 a = 1;",
                "optional int64 a (TIMESTAMP(MILLIS,true));",
                "optional int64 a (TIMESTAMP(MICROS,true));",
                "optional int64 a (TIMESTAMP(MICROS,false));",
                "optional int64 a (DECIMAL(18,2));",
                "optional int64 a (DECIMAL(18,3));",
                "optional int32 a;",
                "optional int64 a; optional int64 b;",
                "optional int64 b; optional int64 a;",
                "optional group g { optional int64 a; }");
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < schemas.size(); i++) {
                SchemaPlan plan = plan(schema(schemas.get(i)), DateTimeRules.CORRECTED);
                assertThat(plan).as(schemas.get(i)).isSameAs(created.get(i));
            }
        }
        assertThat(created).hasSameSizeAs(schemas);
    }

    @Test
    void distinguishesDateAndTimeRules() {
        Calendar gregorian = new Calendar(RebaseMode.CORRECTED, "");
        Calendar utc = new Calendar(RebaseMode.LEGACY, "UTC");
        List<DateTimeRules> rules = List.of(
                DateTimeRules.CORRECTED,
                new DateTimeRules(utc, gregorian, null),
                new DateTimeRules(gregorian, utc, null),
                new DateTimeRules(new Calendar(RebaseMode.LEGACY, "Europe/Rome"), gregorian, null),
                new DateTimeRules(new Calendar(RebaseMode.EXCEPTION, ""), gregorian, null),
                new DateTimeRules(gregorian, gregorian, ZoneId.of("Asia/Tokyo")));
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < rules.size(); i++) {
                assertThat(plan(schema("optional int96 a;"), rules.get(i))).isSameAs(created.get(i));
            }
        }
        assertThat(created).hasSameSizeAs(rules);
    }

    @Test
    void keepsThePlansThatWereUsedLast() {
        Schema first = schema("optional int32 a;");
        plan(first, DateTimeRules.CORRECTED);
        for (int i = 0; i < 100; i++) {
            plan(schema("optional int32 a" + i + ";"), DateTimeRules.CORRECTED);
            assertThat(plan(first, DateTimeRules.CORRECTED)).isSameAs(created.get(0));
            assertThat(plans.size()).isLessThanOrEqualTo(16);
        }
        plan(schema("optional int32 a0;"), DateTimeRules.CORRECTED);
        assertThat(created).as("the plan of a0 was dropped").hasSize(102);
    }

    @Test
    void keepsNothingIfThePlanCannotBeCreated() {
        Schema schema = schema("optional int32 a;");
        assertThatThrownBy(() -> plans.of(schema, DateTimeRules.CORRECTED, () -> {
                    throw new IllegalStateException("ambiguous");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(plans.size()).isZero();
        assertThat(plan(schema, DateTimeRules.CORRECTED)).isSameAs(created.get(0));
    }
}
