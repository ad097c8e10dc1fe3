package io.pq2.spark.internal.expressions;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.predicate.ByteString;
import io.pq2.predicate.Predicate;
import io.pq2.schema.Field;
import io.pq2.schema.GroupField;
import io.pq2.schema.LogicalType;
import io.pq2.schema.PhysicalType;
import io.pq2.schema.PrimitiveField;
import io.pq2.schema.Repetition;
import io.pq2.schema.Schema;
import io.pq2.spark.internal.columns.leaf.DateTimeRules;
import io.pq2.spark.internal.columns.row.FieldMatcher;
import io.pq2.spark.internal.settings.PushdownSettings;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import org.apache.spark.sql.sources.And;
import org.apache.spark.sql.sources.CollatedEqualTo;
import org.apache.spark.sql.sources.EqualNullSafe;
import org.apache.spark.sql.sources.EqualTo;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.sources.GreaterThan;
import org.apache.spark.sql.sources.In;
import org.apache.spark.sql.sources.IsNotNull;
import org.apache.spark.sql.sources.IsNull;
import org.apache.spark.sql.sources.Not;
import org.apache.spark.sql.sources.Or;
import org.apache.spark.sql.sources.StringContains;
import org.apache.spark.sql.sources.StringEndsWith;
import org.apache.spark.sql.sources.StringStartsWith;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

/** Tests the translation of Spark's filters to predicates for a file. */
class FilterTranslationTest {

    private static final PushdownSettings ALL = new PushdownSettings(true, true, true, true, true, 10, false);

    private static Field leaf(String name, PhysicalType physicalType, LogicalType logicalType) {
        return new PrimitiveField(name, Repetition.OPTIONAL, physicalType, logicalType);
    }

    private static final Schema FILE = new Schema(
            "spark_schema",
            List.of(
                    leaf("Text", PhysicalType.BYTE_ARRAY, new LogicalType.StringType()),
                    leaf("at", PhysicalType.INT96, null),
                    leaf("day", PhysicalType.INT32, new LogicalType.DateType()),
                    new GroupField(
                            "point",
                            Repetition.OPTIONAL,
                            List.of(leaf("x", PhysicalType.INT64, null), leaf("y", PhysicalType.INT64, null))),
                    GroupField.list("list", Repetition.OPTIONAL, leaf("element", PhysicalType.INT32, null))));

    private static final StructType TABLE = StructType.fromDDL("text STRING, at TIMESTAMP,"
            + " day TIMESTAMP_NTZ, point STRUCT<x: BIGINT, z: BIGINT>, list ARRAY<INT>, missing INT");

    private static Predicate translated(DateTimeRules rules, Filter... filters) {
        return FilterTranslation.predicate(filters, TABLE, FILE.shape(), new FieldMatcher(false, false), ALL, rules)
                .orElse(null);
    }

    private static Predicate translated(Filter... filters) {
        return translated(DateTimeRules.CORRECTED, filters);
    }

    private static void assertTranslated(Filter filter, String text) {
        assertThat(translated(filter)).hasToString(text);
    }

    @Test
    void filtersOnPartsOfTextsUseTheNameInTheFile() {
        List<String> path = List.of("Text");
        assertThat(translated(new StringStartsWith("text", "a")))
                .isEqualTo(new Predicate.StartsWith(path, ByteString.of("a")));
        assertThat(translated(new StringEndsWith("text", "a")))
                .isEqualTo(new Predicate.EndsWith(path, ByteString.of("a")));
        assertThat(translated(new StringContains("TEXT", "a")))
                .isEqualTo(new Predicate.Contains(path, ByteString.of("a")));
        assertThat(translated(new StringContains("text", "\uFFFD"))).isNull();
        assertThat(translated(new CollatedEqualTo("text", "a", DataTypes.StringType)))
                .isNull();
    }

    @Test
    void groupsCanBeTestedForNull() {
        assertTranslated(new IsNull("point"), "point IS NULL");
        assertTranslated(new Not(new IsNotNull("list")), "NOT (list IS NOT NULL)");
        assertThat(translated(new EqualNullSafe("point", null)))
                .isEqualTo(new Predicate.EqualNullSafe(List.of("point"), null));
        assertThat(translated(new EqualTo("point", "a value"))).isNull();
        assertThat(translated(new IsNull("missing"))).isNull();
        assertThat(translated(new IsNull("point.z"))).isNull();
        assertTranslated(new IsNotNull("point.x"), "point.x IS NOT NULL");
    }

    @Test
    void int96ComparesAsSparkReadsIt() {
        Instant instant = Instant.parse("2020-01-01T00:00:00Z");
        assertThat(translated(new GreaterThan("at", instant))).isInstanceOf(Predicate.Custom.class);
        assertThat(translated(new In("at", new Object[] {instant, instant}))).isInstanceOf(Predicate.Custom.class);
        assertThat(translated(new In("at", new Object[] {instant, null})))
                .isInstanceOfSatisfying(
                        Predicate.Or.class,
                        or -> assertThat(or.operands()).contains(new Predicate.In(List.of("at"), List.of(), true)));
        assertThat(translated(new EqualNullSafe("at", instant))).isInstanceOf(Predicate.And.class);
        assertTranslated(new IsNull("at"), "at IS NULL");
        DateTimeRules refusing = new DateTimeRules(
                DateTimeRules.CORRECTED.dates(),
                new DateTimeRules.Calendar(DateTimeRules.RebaseMode.EXCEPTION, "UTC"),
                null);
        assertThat(translated(refusing, new GreaterThan("at", instant))).isNull();
    }

    @Test
    void daysCompareWithLocalTimes() {
        assertThat(translated(new GreaterThan("day", LocalDateTime.parse("2020-01-01T12:00:00"))))
                .isInstanceOf(Predicate.Comparison.class);
    }

    @Test
    void aPartOfAConjunctionIsTranslatedUnlessBelowNot() {
        Filter known = new EqualTo("point.x", 1L);
        Filter unknown = new EqualTo("missing", 1);
        assertThat(translated(new And(known, unknown))).isEqualTo(translated(known));
        assertThat(translated(new Or(new And(known, unknown), known))).isInstanceOf(Predicate.Or.class);
        assertThat(translated(new Or(known, unknown))).isNull();
        assertThat(translated(new Not(new And(known, unknown)))).isNull();
        assertThat(translated(known, unknown, known)).isInstanceOf(Predicate.And.class);
    }
}
