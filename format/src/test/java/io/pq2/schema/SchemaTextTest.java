package io.pq2.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.SharedFiles;
import io.pq2.exception.InvalidDataException;
import io.pq2.internal.schema.tree.SchemaElements;
import io.pq2.internal.thrift.FooterReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaTextTest {

    @Property
    void anyNameSurvives(@ForAll @From("names") String name, @ForAll @From("names") String other) {
        Schema schema = new Schema(
                other,
                List.of(
                        new PrimitiveField(name, Repetition.REQUIRED, PhysicalType.INT32),
                        new GroupField(
                                other + "x",
                                Repetition.OPTIONAL,
                                List.of(new PrimitiveField(name, Repetition.REQUIRED, PhysicalType.INT32)))));
        String text = SchemaText.write(schema);
        assertThat(SchemaText.parse(text)).isEqualTo(schema);
        // As a file or the configuration of a job stores it.
        assertThat(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                .isEqualTo(text);
        assertThat(text.chars().filter(c -> c != '\n')).noneMatch(Character::isISOControl);
    }

    @Provide
    Arbitrary<String> names() {
        String special = "\f\u000b\u001c\u2003\u0085\u00a0\ud800\udc00\uffff\"\\u0 ";
        return Arbitraries.oneOf(
                Arbitraries.strings().all().ofMaxLength(10),
                Arbitraries.strings().withChars(special.toCharArray()).ofMaxLength(6));
    }

    @Test
    void escapesNeedFourDigits() {
        for (String wrong : List.of("\\u", "\\u12", "\\u12g4", "\\u+123")) {
            assertThatThrownBy(() -> SchemaText.parse("message x { required int32 \"" + wrong + "\"; }"))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("four hexadecimal digits");
        }
        assertThat(SchemaText.parse("message x { required int32 \"\\u0041\\b\"; }")
                        .fields()
                        .get(0)
                        .name())
                .isEqualTo("Ab");
    }

    private static final String EXAMPLE = """
            message example {
              required boolean z;
              optional int32 i (INTEGER(8,true)) = 1;
              repeated int64 l (TIMESTAMP(MICROS,false));
              optional int96 old;
              required float f = -3;
              required double d;
              optional binary s (STRING);
              optional fixed_len_byte_array(16) u (UUID);
              optional int32 dec (DECIMAL(9,2));
              optional group tags (LIST) = 7 {
                repeated group list {
                  optional binary element (JSON);
                }
              }
              required group m (MAP) {
                repeated group key_value {
                  required int32 key (TIME(MILLIS,true));
                  optional group value {
                    required int32 date (DATE);
                  }
                }
              }
            }
            """;

    private static final List<LogicalType> ANNOTATIONS = List.of(
            new LogicalType.StringType(),
            new LogicalType.EnumType(),
            new LogicalType.UuidType(),
            new LogicalType.IntType(64, false),
            new LogicalType.DecimalType(38, 10),
            new LogicalType.Float16Type(),
            new LogicalType.DateType(),
            new LogicalType.TimeType(TimeUnit.NANOS, false),
            new LogicalType.TimestampType(TimeUnit.MILLIS, true),
            new LogicalType.IntervalType(),
            new LogicalType.JsonType(),
            new LogicalType.BsonType(),
            new LogicalType.ListType(),
            new LogicalType.MapType(),
            new LogicalType.MapKeyValueType(),
            new LogicalType.UnknownType(),
            new LogicalType.VariantType(null),
            new LogicalType.VariantType(1),
            new LogicalType.GeometryType(null),
            new LogicalType.GeometryType("{\"type\": \"GeographicCRS\"}"),
            new LogicalType.GeographyType(null, null),
            new LogicalType.GeographyType("srid:4326", null),
            new LogicalType.GeographyType(null, EdgeInterpolation.KARNEY),
            new LogicalType.GeographyType("OGC:CRS84", EdgeInterpolation.SPHERICAL),
            new LogicalType.FileType());

    @Test
    void writesTheTextThatItReads() {
        assertThat(SchemaText.write(SchemaText.parse(EXAMPLE))).isEqualTo(EXAMPLE);
    }

    @Test
    void exchangesSchemasWithParquetJava() {
        MessageType peer = MessageTypeParser.parseMessageType(EXAMPLE);
        assertThat(SchemaText.write(SchemaText.parse(peer.toString()))).isEqualTo(EXAMPLE);
        assertThat(peer).isEqualTo(MessageTypeParser.parseMessageType(SchemaText.write(SchemaText.parse(EXAMPLE))));
    }

    @Test
    void ignoresWhiteSpaceAndCaseOfKeywords() {
        assertThat(SchemaText.parse("MESSAGE example{Required INT32 a(decimal( 9 , 2 ))=1 ;optional\tgroup b{}}"))
                .isEqualTo(SchemaText.parse("""
                        message example {
                          required int32 a (DECIMAL(9,2)) = 1;
                          optional group b {
                          }
                        }
                        """));
    }

    @Test
    void keepsEveryAnnotation() {
        assertThat(ANNOTATIONS.stream().map(Object::getClass).distinct().count())
                .as("annotations in this test")
                .isEqualTo(LogicalType.class.getPermittedSubclasses().length - 1L);
        List<Field> fields = new ArrayList<>();
        for (LogicalType annotation : ANNOTATIONS) {
            fields.add(
                    new PrimitiveField("f" + fields.size(), Repetition.OPTIONAL, PhysicalType.BYTE_ARRAY, annotation));
        }
        Schema schema = new Schema("all", fields);
        assertThat(SchemaText.parse(SchemaText.write(schema))).isEqualTo(schema);
    }

    @Test
    void omitsUnknownAnnotations() {
        Schema schema = new Schema(
                "s",
                List.of(new PrimitiveField(
                        "a",
                        Repetition.REQUIRED,
                        PhysicalType.INT32,
                        new LogicalType.UnrecognizedType(99, "logicalType 99"))));
        assertThat(SchemaText.write(schema)).isEqualTo("message s {\n  required int32 a;\n}\n");
    }

    @Test
    void keepsNamesOfAnyCharacters() {
        List<Field> fields = new ArrayList<>();
        for (String name : List.of("a b", "", "q\"uo\\te", "x;{}()=,", "new\nline", "ü.ä", "required", "message")) {
            fields.add(new PrimitiveField(name, Repetition.REQUIRED, PhysicalType.INT32));
        }
        Schema schema = new Schema("any name", fields);
        assertThat(SchemaText.parse(SchemaText.write(schema))).isEqualTo(schema);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | expected message, found the end",
                "schema x {} | expected message, found schema",
                "message x | expected {, found the end",
                "message x {} y | expected the end, found y",
                "message x { int32 a; } | expected required, optional, repeated or }, found int32",
                "message x { required int33 a; } | unknown type int33",
                "message x { required byte_array a; } | unknown type byte_array",
                "message x { required int32 a } | expected ;, found }",
                "message x { required int32 ; } | expected the name of the field, found ;",
                "message x { required int32 a = b; } | expected a field id, found b",
                "message x { required int32 a (DAY); } | unknown annotation DAY",
                "message x { required int32 a (DATE(1)); } | unknown annotation DATE with the arguments 1",
                "message x { required int32 a (DECIMAL(2,3)); } | a decimal with precision 2 and scale 3",
                "message x { required int32 a (INTEGER(7,true)); }"
                        + " | bit width 7 of an integer, expected 8, 16, 32 or 64",
                "message x { required int32 a (INTEGER(8,yes)); } | yes is neither true nor false",
                "message x { required fixed_len_byte_array(0) a; } | expected a number of bytes, found 0",
                "message x { required fixed_len_byte_array a; } | expected (, found a",
                "message x { required int32 \"a; } | the closing quote of a name is missing",
            })
    void namesErrors(String text, String message) {
        assertThatThrownBy(() -> SchemaText.parse(text))
                .isInstanceOf(InvalidDataException.class)
                .hasMessage("line 1 of the schema: " + message);
    }

    @Test
    void namesTheLineOfAnError() {
        assertThatThrownBy(() -> SchemaText.parse("message x {\n  required int32 a;\n  required int32;\n}"))
                .hasMessageStartingWith("line 3 of the schema:");
    }

    @Test
    void rejectsDeepNesting() {
        assertThatThrownBy(() -> SchemaText.parse("message x { " + "optional group a { ".repeat(100_000)))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("at most 200 levels of groups");
    }

    static Stream<Path> files() {
        return Stream.of("data", "shredded_variant")
                .flatMap(folder -> SharedFiles.parquetFiles(folder).stream())
                .filter(file -> SharedFiles.plaintextFooter(file) != null)
                .filter(file -> !file.endsWith("unknown-logical-type.parquet")); // The text form has no unknown types.
    }

    @ParameterizedTest
    @MethodSource("files")
    void readsTheSchemasOfFilesThatItWrites(Path file) {
        byte[] footer = SharedFiles.plaintextFooter(file);
        Schema schema = SchemaElements.toSchema(
                FooterReader.read(footer, 0, footer.length).schema());
        assertThat(SchemaText.parse(schema.toString())).isEqualTo(schema);
    }
}
