package io.pq2.spark.internal.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pq2.exception.InvalidDataException;
import io.pq2.schema.Column;
import io.pq2.schema.PrimitiveField;
import io.pq2.spark.internal.versions.SparkVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.jdk.javaapi.CollectionConverters;

class ColumnTypeOptionsTest {

    private final SQLConf sqlConf = new SQLConf();
    private final Map<String, String> session = new LinkedHashMap<>();

    private ColumnTypes types(String ddl, Map<String, String> options) {
        Configuration conf = new Configuration(false);
        session.forEach(conf::set);
        options.forEach(conf::set);
        var scalaOptions = scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(options));
        return ColumnTypeOptions.of(sqlConf, conf, scalaOptions, StructType.fromDDL(ddl));
    }

    private Map<String, String> leaves(String ddl, Map<String, String> options) {
        return SparkSchemas.toParquet(StructType.fromDDL(ddl), ParquetSchemaOptions.DEFAULTS, types(ddl, options))
                .columns()
                .stream()
                .collect(Collectors.toMap(Column::dottedPath, column -> text(column.field())));
    }

    private static String text(PrimitiveField field) {
        String length = field.typeLength() == 0 ? "" : "(" + field.typeLength() + ")";
        String logical = field.logicalType() == null
                ? ""
                : " " + BuiltInSchemaText.of(field.physicalType(), field.logicalType());
        return field.physicalType() + length + logical.replaceFirst(" [A-Z0-9_]+", "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "STRING | uuid | FIXED_LEN_BYTE_ARRAY(16) (UUID)",
                "BINARY | UUID | FIXED_LEN_BYTE_ARRAY(16) (UUID)",
                "STRING | enum | BYTE_ARRAY (ENUM)",
                "STRING | json | BYTE_ARRAY (JSON)",
                "BINARY | bson | BYTE_ARRAY (BSON)",
                "BINARY | fixed(5) | FIXED_LEN_BYTE_ARRAY(5)",
                "STRING | decimal(42, 2) | FIXED_LEN_BYTE_ARRAY(18) (DECIMAL(42,2))",
                "STRING | decimal(39) | FIXED_LEN_BYTE_ARRAY(17) (DECIMAL(39,0))",
                "FLOAT | float16 | FIXED_LEN_BYTE_ARRAY(2) (FLOAT16)",
                "SMALLINT | uint8 | INT32 (INTEGER(8,false))",
                "INT | uint16 | INT32 (INTEGER(16,false))",
                "BIGINT | uint32 | INT32 (INTEGER(32,false))",
                "'DECIMAL(20,0)' | uint64 | INT64 (INTEGER(64,false))",
                "BIGINT | time-millis | INT32 (TIME(MILLIS,false))",
                "TIME(3) | time-micros | INT64 (TIME(MICROS,false))",
                "TIME(6) | time-nanos | INT64 (TIME(NANOS,false))",
                "TIME(6) | time-millis-utc | INT32 (TIME(MILLIS,true))",
                "BIGINT | time-micros-utc | INT64 (TIME(MICROS,true))",
                "BIGINT | time-nanos-utc | INT64 (TIME(NANOS,true))",
                "TIMESTAMP | timestamp-millis | INT64 (TIMESTAMP(MILLIS,true))",
                "TIMESTAMP_NTZ | timestamp-micros | INT64 (TIMESTAMP(MICROS,false))",
                "TIMESTAMP | timestamp-nanos | INT64 (TIMESTAMP(NANOS,true))",
                "TIMESTAMP_NTZ | timestamp-nanos | INT64 (TIMESTAMP(NANOS,false))",
                "BIGINT | timestamp-nanos | INT64 (TIMESTAMP(NANOS,true))",
                "BIGINT | timestamp-nanos-local | INT64 (TIMESTAMP(NANOS,false))",
                "TIMESTAMP | int96 | INT96",
                "BINARY | int96 | INT96",
                "'STRUCT<months: INT, days: INT, millis: BIGINT>' | interval | FIXED_LEN_BYTE_ARRAY(12) (INTERVAL)",
                "'STRUCT<millis: BIGINT, days: INT, months: INT>' | interval | FIXED_LEN_BYTE_ARRAY(12) (INTERVAL)",
                "BINARY | interval | FIXED_LEN_BYTE_ARRAY(12) (INTERVAL)",
            })
    void aTypeChangesTheLeafOfItsColumn(String sql, String type, String leaf) {
        assumeThat(SparkVersion.SPARK.hasTime() || !sql.startsWith("TIME("))
                .as("this version of Spark has the type TIME")
                .isTrue();
        assertThat(leaves("a " + sql + ", b STRING", Map.of("pq2.write.type#a", type)))
                .containsExactlyInAnyOrderEntriesOf(Map.of("a", leaf, "b", "BYTE_ARRAY (STRING)"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "ID | id",
                "`a.b` | a.b",
                "s.F | s.f",
                "tags | ",
                "tags.element | tags.list.element",
                "tags.list.element | tags.list.element",
                "items.u | items.list.element.u",
                "items.element.u | items.list.element.u",
                "items.list.element.u | items.list.element.u",
                "m.key | m.key_value.key",
                "m.key_value.value.v | m.key_value.value.v",
                "m.value.V | m.key_value.value.v",
                "deep.element.element | deep.list.element.list.element",
            })
    void columnsAreNamedAsInAQueryOrByTheirPath(String name, String path) {
        String ddl = "id STRING, `a.b` STRING, s STRUCT<f: STRING>, tags ARRAY<STRING>, items ARRAY<STRUCT<u: STRING>>,"
                + " m MAP<STRING, STRUCT<v: STRING>>, deep ARRAY<ARRAY<STRING>>";
        Map<String, String> options = Map.of("pq2.write.type#" + name, "uuid");
        if (path == null) {
            assertThatThrownBy(() -> leaves(ddl, options))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("ARRAY<STRING>");
            return;
        }
        Map<String, String> leaves = leaves(ddl, options);
        assertThat(leaves).containsEntry(path, "FIXED_LEN_BYTE_ARRAY(16) (UUID)");
        assertThat(leaves.values()).filteredOn(leaf -> leaf.contains("UUID")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INT | uuid | pq2.write.type#a is uuid, which needs a column of type STRING or BINARY, but the column"
                        + " has type INT",
                "DOUBLE | float16 | needs a column of type FLOAT",
                "STRUCT<months: INT, days: INT> | interval | needs a column of type STRUCT<months: INT, days: INT,"
                        + " millis: BIGINT> or BINARY",
                "STRING | guid | pq2.write.type#a is \"guid\", which is none of uuid, enum",
                "STRING | uuid(16) | has a parameter",
                "BINARY | fixed | 1 to 1048576 bytes",
                "BINARY | fixed(0) | 1 to 1048576 bytes",
                "BINARY | fixed(4,2) | 1 to 1048576 bytes",
                "STRING | decimal(38,2) | 39 to 10000 digits",
                "STRING | decimal(40,41) | scale of at most as many",
            })
    void anUnknownOrUnsuitableTypeIsAnError(String sql, String type, String message) {
        assertThatThrownBy(() -> types("a " + sql, Map.of("pq2.write.type#a", type)))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(message);
    }

    @Test
    void anOptionForAMissingColumnIsAnErrorAndAKeyOfTheSessionIsIgnored() {
        session.put("pq2.write.type#b", "uuid");
        assertThat(types("a STRING", Map.of())).isEqualTo(ColumnTypes.NONE);
        assertThatThrownBy(() -> types("a STRING", Map.of("pq2.write.type#b", "uuid")))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(
                        "pq2.write.type#b names a column that the files do not have; their columns are a");
        session.put("pq2.write.checkColumns", "true");
        assertThatThrownBy(() -> types("a STRING", Map.of()))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("pq2.write.type#b");
    }

    @Test
    void aPartOfATypedColumnHasNoTypeOfItsOwn() {
        Map<String, String> options = Map.of("pq2.write.type#i", "interval", "pq2.write.type#i.months", "uint16");
        assertThatThrownBy(() -> types("i STRUCT<months: INT, days: INT, millis: BIGINT>", options))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("pq2.write.type#i.months names a part of a column that is stored as interval");
    }

    @Test
    void parsesTypesWithoutColumns() {
        Configuration conf = new Configuration(false);
        conf.set("pq2.write.type#a", "uuid");
        conf.set("pq2.write.type#b", " ");
        ColumnTypeOptions.parse(conf);
        conf.set("pq2.write.type#b", "guid");
        assertThatThrownBy(() -> ColumnTypeOptions.parse(conf))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("pq2.write.type#b is \"guid\"");
    }

    @Test
    void optionsOverrideKeysOfTheSession() {
        session.put("pq2.write.type#a", "uuid");
        String ddl = "A STRING";
        assertThat(types(ddl, Map.of()).field("A").type()).hasToString("uuid");
        assertThat(types(ddl, Map.of("PQ2.write.type#A", "json")).field("A").type())
                .hasToString("json");
        assertThat(types(ddl, Map.of("pq2.write.type#A", " ")).field("A").type())
                .isNull();
    }

    @Test
    void namesAreCaseSensitiveIfTheSessionSaysSo() {
        String ddl = "a STRING, A STRING";
        assertThatThrownBy(() -> types(ddl, Map.of("pq2.write.type#a", "uuid")))
                .isInstanceOf(InvalidDataException.class);
        sqlConf.setConfString("spark.sql.caseSensitive", "true");
        ColumnTypes types = types(ddl, Map.of("pq2.write.type#a", "uuid"));
        assertThat(types.field("a").type()).hasToString("uuid");
        assertThat(types.field("A").type()).isNull();
    }

    @Test
    void partitionColumnsAreNotInTheFiles() {
        StructType columns = StructType.fromDDL("a STRING, day STRING");
        assertThat(SparkSchemas.withoutColumns(columns, List.of("DAY"), false))
                .isEqualTo(StructType.fromDDL("a STRING"));
        assertThat(SparkSchemas.withoutColumns(columns, List.of("DAY"), true)).isEqualTo(columns);
    }
}
