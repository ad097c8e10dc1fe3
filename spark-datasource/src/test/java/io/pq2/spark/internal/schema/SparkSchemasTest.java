package io.pq2.spark.internal.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.pq2.exception.InvalidDataException;
import io.pq2.hadoop.internal.options.SparkReadingKeys;
import io.pq2.schema.Schema;
import io.pq2.spark.internal.schema.ParquetSchemaOptions.TimestampStorage;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.execution.datasources.parquet.ParquetToSparkSchemaConverter;
import org.apache.spark.sql.execution.datasources.parquet.SparkToParquetSchemaConverter;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SparkSchemasTest {

    @ParameterizedTest
    @EnumSource(TimestampStorage.class)
    void writesTheSchemasThatSparkWrites(TimestampStorage timestamps) {
        Random random = new Random(7);
        for (int i = 0; i < 1000; i++) {
            StructType schema = SparkTypeSamples.schema(random, 3);
            assertWritesAsSpark(schema, false, timestamps, true);
            assertWritesAsSpark(schema, true, timestamps, false);
        }
    }

    @Test
    void writesEachLeafTypeAsSparkDoes() {
        for (DataType type : SparkTypeSamples.leaves()) {
            for (boolean nullable : new boolean[] {true, false}) {
                StructType schema = new StructType().add("f", type, nullable);
                assertWritesAsSpark(schema, false, TimestampStorage.INT96, true);
                assertWritesAsSpark(schema, true, TimestampStorage.TIMESTAMP_MICROS, true);
            }
        }
    }

    private static void assertWritesAsSpark(
            StructType schema, boolean legacyFormat, TimestampStorage timestamps, boolean fieldIds) {
        SQLConf conf = new SQLConf();
        conf.setConfString("spark.sql.parquet.writeLegacyFormat", String.valueOf(legacyFormat));
        conf.setConfString("spark.sql.parquet.outputTimestampType", timestamps.name());
        conf.setConfString("spark.sql.parquet.fieldId.write.enabled", String.valueOf(fieldIds));
        MessageType expected = new SparkToParquetSchemaConverter(conf).convert(schema);
        ParquetSchemaOptions options =
                new ParquetSchemaOptions(legacyFormat, timestamps, fieldIds, VersionSamples.ANNOTATED_VARIANTS);
        assertThat(SparkSchemas.toParquet(schema, options))
                .as(() -> expected.toString())
                .isEqualTo(ParquetJavaSchemas.toPq2(expected));
    }

    @Test
    void readsBackWhatItWroteAsSparkDoes() {
        Random random = new Random(8);
        for (int i = 0; i < 1000; i++) {
            StructType schema = SparkTypeSamples.schema(random, 3);
            assertReadsAsSpark(new SparkToParquetSchemaConverter(new SQLConf()).convert(schema), new SQLConf());
        }
    }

    private static final List<String> LEAVES = List.of(
            "boolean f",
            "boolean f (UNKNOWN)",
            "int32 f",
            "int32 f (UNKNOWN)",
            "int32 f (INTEGER(8,true))",
            "int32 f (INTEGER(16,true))",
            "int32 f (INTEGER(32,true))",
            "int32 f (INTEGER(8,false))",
            "int32 f (INTEGER(16,false))",
            "int32 f (INTEGER(32,false))",
            "int32 f (DATE)",
            "int32 f (DECIMAL(9,2))",
            "int32 f (TIME(MILLIS,true))",
            "int64 f",
            "int64 f (INTEGER(64,true))",
            "int64 f (INTEGER(64,false))",
            "int64 f (DECIMAL(18,9))",
            "int64 f (TIME(MICROS,true))",
            "int64 f (TIME(MICROS,false))",
            "int64 f (TIME(NANOS,false))",
            "int64 f (TIMESTAMP(MILLIS,true))",
            "int64 f (TIMESTAMP(MICROS,true))",
            "int64 f (TIMESTAMP(NANOS,true))",
            "int64 f (TIMESTAMP(MILLIS,false))",
            "int64 f (TIMESTAMP(MICROS,false))",
            "int64 f (TIMESTAMP(NANOS,false))",
            "int96 f",
            "float f",
            "double f",
            "binary f",
            "binary f (STRING)",
            "binary f (UTF8)",
            "binary f (ENUM)",
            "binary f (JSON)",
            "binary f (BSON)",
            "binary f (UNKNOWN)",
            "binary f (DECIMAL(25,5))",
            "binary f (DECIMAL(60,5))",
            "fixed_len_byte_array(3) f",
            "fixed_len_byte_array(16) f (UUID)",
            "fixed_len_byte_array(2) f (FLOAT16)",
            "fixed_len_byte_array(12) f (INTERVAL)",
            "fixed_len_byte_array(5) f (DECIMAL(11,2))",
            "fixed_len_byte_array(16) f (DECIMAL(38,2))");

    private static final List<String> GROUPS = List.of(
            "group f { optional int32 a; required group b { repeated double c; } }",
            "group f (LIST) { repeated group list { optional int32 element; } }",
            "group f (LIST) { repeated group list { required int32 element; } }",
            "group f (LIST) { repeated group bag { optional binary array (UTF8); } }",
            "group f (LIST) { repeated int32 element; }",
            "group f (LIST) { repeated group element { required int32 a; required int32 b; } }",
            "group f (LIST) { repeated group array { required int32 a; } }",
            "group f (LIST) { repeated group f_tuple { required int32 a; } }",
            "group f (LIST) { repeated group x { "
                    + "optional group y (LIST) { repeated group z { optional int32 i; } } } }",
            "group f (LIST) { repeated group array (LIST) { repeated int32 array; } }",
            "group f (LIST) { optional group list { optional int32 element; } }",
            "group f (LIST) { repeated group list { optional int32 a; } optional int32 b; }",
            "group f (MAP) { repeated group key_value { required binary key (UTF8); optional int32 value; } }",
            "group f (MAP) { repeated group map (MAP_KEY_VALUE) { required int32 k; required int32 v; } }",
            "group f (MAP_KEY_VALUE) { repeated group map { required int32 num; required binary str (UTF8); } }",
            "group f (MAP) { repeated group key_value { optional binary key (UTF8); optional int32 value; } }",
            "group f (MAP) { repeated group key_value { required binary key (UTF8); } }",
            "group f (MAP) { repeated group key_value { required int32 a; required int32 b; required int32 c; } }",
            "group f (MAP) { optional group key_value { required int32 a; required int32 b; } }",
            "group f (MAP) { repeated int32 a; }");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "spark.sql.parquet.binaryAsString=true",
                "spark.sql.parquet.int96AsTimestamp=false",
                "spark.sql.parquet.inferTimestampNTZ.enabled=false",
                "spark.sql.legacy.parquet.nanosAsLong=true",
                "spark.sql.parquet.reader.respectUnknownTypeAnnotation.enabled=true"
            })
    void readsEachFieldAsSparkDoes(String setting) {
        SQLConf conf = new SQLConf();
        if (!setting.isEmpty()) {
            String[] keyAndValue = setting.split("=");
            conf.setConfString(keyAndValue[0], keyAndValue[1]);
        }
        for (List<String> fields : List.of(LEAVES, GROUPS)) {
            for (String field : fields) {
                if (!VersionSamples.hasAnnotation(field)) {
                    continue;
                }
                String end = field.startsWith("group") ? "" : ";";
                for (String repetition : List.of("required", "optional", "repeated")) {
                    assertReadsAsSpark(message(repetition + " " + field + end), conf);
                    assertReadsAsSpark(
                            message("optional group g (LIST) { repeated group list { " + repetition + " "
                                    + (repetition.equals("repeated") ? "int32 a; optional " : "") + field + end
                                    + " } }"),
                            conf);
                }
            }
        }
    }

    private static MessageType message(String field) {
        return MessageTypeParser.parseMessageType("message m { " + field + " }");
    }

    private static void assertReadsAsSpark(MessageType type, SQLConf conf) {
        StructType[] expected = new StructType[1];
        Throwable refusal = catchThrowable(() -> expected[0] = new ParquetToSparkSchemaConverter(conf).convert(type));
        SparkSchemaOptions all = SparkSchemaOptions.of(conf, new Configuration(false));
        Configuration strict = new Configuration(false);
        strict.set(SparkReadingKeys.TYPES.name(), "strict");
        SparkSchemaOptions options = SparkSchemaOptions.of(conf, strict);
        if (refusal == null) {
            assertThat(SparkSchemas.toSpark(ParquetJavaSchemas.toPq2(type), options))
                    .as(type::toString)
                    .isEqualTo(expected[0]);
        } else {
            assertThatThrownBy(() -> SparkSchemas.toSpark(ParquetJavaSchemas.toPq2(type), options))
                    .as(type::toString)
                    .isInstanceOf(refusal.getClass())
                    .message()
                    .startsWith(
                            refusal.getMessage().lines().findFirst().orElse("").replaceAll("group f .*", ""));
            assertThatCode(() -> SparkSchemas.toSpark(ParquetJavaSchemas.toPq2(type), all))
                    .as(type::toString)
                    .doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int32 f (STRING) | int",
                "int64 f (DATE) | bigint",
                "int64 f (INTEGER(32,true)) | bigint",
                "int64 f (TIME(MILLIS,true)) | bigint",
                "int32 f (TIMESTAMP(MICROS,true)) | int",
                "float f (DECIMAL(5,2)) | float",
                "double f (STRING) | double",
                "boolean f (INTEGER(8,true)) | boolean",
                "binary f (DATE) | binary",
                "binary f (UUID) | binary",
                "fixed_len_byte_array(16) f (STRING) | binary",
                "fixed_len_byte_array(15) f (UUID) | binary",
                "fixed_len_byte_array(4) f (FLOAT16) | binary",
                "group f (STRING) { optional int32 a; } | struct<a:int>",
                "group f (ENUM) { optional int32 a; } | struct<a:int>",
                "group f (MAP) { optional int32 a; } | struct<a:int>",
                "group f (LIST) { optional int32 a; optional int32 b; } | struct<a:int,b:int>"
            })
    void ignoresALogicalTypeThatDoesNotFit(String field, String type) {
        String end = field.startsWith("group") ? "" : ";";
        SparkSchemaOptions options = SparkSchemaOptions.of(new SQLConf(), new Configuration(false));
        Schema schema = io.pq2.schema.SchemaText.parse("message m { optional " + field + end + " }");
        StructType found = SparkSchemas.toSpark(schema, options);
        assertThat(found.apply("f").dataType().catalogString()).isEqualTo(type);
    }

    @Test
    void readsAVariantWithoutVersionUnlessStrict() {
        String group = "optional group v (VARIANT) { required binary metadata; required binary value; }";
        Schema schema = io.pq2.schema.SchemaText.parse("message m { " + group + " }");
        Configuration options = new Configuration(false);
        SQLConf conf = new SQLConf();
        assertThat(SparkSchemas.toSpark(schema, SparkSchemaOptions.of(conf, options)))
                .isEqualTo(new StructType().add("v", DataTypes.VariantType));
        options.set("pq2.read.types", "strict");
        assertThatThrownBy(() -> SparkSchemas.toSpark(schema, SparkSchemaOptions.of(conf, options)))
                .isInstanceOf(AnalysisException.class)
                .hasMessageContaining("group v (VARIANT)");
    }

    @Test
    void readsAVariantAsItsStructIfConfigured() {
        MessageType type = new SparkToParquetSchemaConverter(new SQLConf())
                .convert(new StructType().add("v", DataTypes.VariantType));
        Configuration options = new Configuration(false);
        SQLConf conf = new SQLConf();
        conf.setConfString("spark.sql.parquet.ignoreVariantAnnotation", "true");
        SparkSchemaOptions ignoring = SparkSchemaOptions.of(conf, options);
        assertThat(SparkSchemas.toSpark(ParquetJavaSchemas.toPq2(type), ignoring))
                .isEqualTo(StructType.fromDDL("v struct<value: binary not null, metadata: binary not null>"));
    }

    @Test
    void treatsALayerAroundARepeatedFieldAsTheElement() {
        // LogicalTypes.md, rule 3 for lists. Spark 4.2 removes the layer and loses the inner repetition.
        MessageType type = message("optional group f (LIST) { repeated group list { repeated int32 a; } }");
        StructType element = new StructType().add("a", new ArrayType(DataTypes.IntegerType, false), false);
        assertThat(SparkSchemas.toSpark(ParquetJavaSchemas.toPq2(type), SparkSchemaOptions.DEFAULTS))
                .isEqualTo(new StructType().add("f", new ArrayType(element, false)));
    }

    @Test
    void refusesAStructWithoutFields() {
        StructType schema = new StructType().add("s", new StructType());
        assertThatThrownBy(() -> SparkSchemas.toParquet(schema, ParquetSchemaOptions.DEFAULTS))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("field s is a struct without fields");
    }

    @Test
    void refusesTypesThatParquetLacks() {
        StructType schema = new StructType().add("i", DataTypes.CalendarIntervalType);
        assertThat(SparkSchemas.supports(schema)).isFalse();
        assertThatThrownBy(() -> SparkSchemas.toParquet(schema, ParquetSchemaOptions.DEFAULTS))
                .isInstanceOf(AnalysisException.class)
                .hasMessageContaining("INTERVAL");
    }

    @Test
    void refusesAFieldIdThatIsNotAnInt() {
        Metadata metadata =
                new MetadataBuilder().putLong("parquet.field.id", 1L << 40).build();
        StructType schema =
                new StructType(new StructField[] {new StructField("f", DataTypes.IntegerType, true, metadata)});
        assertThatThrownBy(() -> SparkSchemas.toParquet(schema, ParquetSchemaOptions.DEFAULTS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The key `parquet.field.id` must be a 32-bit integer");
    }
}
