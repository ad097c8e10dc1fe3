package io.pq2.read;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reads random data in nested schemas, written by parquet-java with pages so small that rows, batches and pages end at
 * different places.
 */
class NestedRoundTripTest {

    private static final String FLAT = """
            message m {
              required int32 i; optional int64 l; required boolean b; optional boolean ob; optional float f;
              required double d; optional binary s (STRING); required binary rs; optional fixed_len_byte_array(5) x;
              required int96 t; optional int96 ot;
            }""";

    private static final String STRUCTS = """
            message m {
              optional group a { required int32 x; optional binary s;
                  optional group b { required double d; optional int64 l; } }
              required group r { required int32 x; optional group o { required group p { optional binary s; } } }
            }""";

    private static final String LISTS = """
            message m {
              optional group l (LIST) { repeated group list { optional int32 element; } }
              required group rl (LIST) { repeated group list { required binary element (STRING); } }
              optional group ll (LIST) { repeated group list { optional group element (LIST) {
                  repeated group list { optional int64 element; } } } }
              repeated int32 plain;
              repeated group points { required double x; optional double y; repeated int32 tags; }
              optional group two (LIST) { repeated int32 array; }
            }""";

    private static final String MAPS = """
            message m {
              optional group m (MAP) {
                  repeated group key_value { required binary key (STRING); optional int32 value; } }
              optional group deep (MAP) { repeated group key_value { required int32 key; optional group value {
                  optional group l (LIST) { repeated group list { optional group element {
                      optional binary s; required int32 i; } } }
                  optional group m (MAP) {
                      repeated group key_value { required int64 key; optional double value; } } } } }
            }""";

    @TempDir
    Path directory;

    static Stream<Arguments> cases() {
        return Stream.of(FLAT, STRUCTS, LISTS, MAPS)
                .flatMap(schema -> Stream.of(WriterVersion.values())
                        .flatMap(version -> Stream.of(3, 100_000)
                                .flatMap(distinct -> Stream.of(
                                                CompressionCodecName.UNCOMPRESSED, CompressionCodecName.SNAPPY)
                                        .map(codec -> Arguments.of(schema, version, distinct, codec)))));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void readsFilesOfParquetJava(String schema, WriterVersion version, int distinct, CompressionCodecName codec)
            throws IOException {
        MessageType type = MessageTypeParser.parseMessageType(schema);
        // With version 2, parquet-java uses delta encodings after it abandons a dictionary.
        for (int seed = 0; seed < 3; seed++) {
            Random random = new Random(seed);
            double nulls = new double[] {0.3, 0, 0.95}[seed];
            Path path = ParquetJavaFile.write(
                    directory.resolve("file" + seed),
                    schema,
                    2_000,
                    builder -> builder.withWriterVersion(version)
                            .withCompressionCodec(codec)
                            .withPageSize(500)
                            .withPageRowCountLimit(150)
                            .withDictionaryPageSize(600)
                            .withRowGroupSize(60_000L),
                    (group, row) -> fill(group, type, random, nulls, distinct));
            ParquetJavaComparison.assertReadsAsParquetJava(path, 1, 13, 64, 1_000);
        }
    }

    private static void fill(Group group, GroupType type, Random random, double nulls, int distinct) {
        for (Type field : type.getFields()) {
            int occurrences = switch (field.getRepetition()) {
                case REQUIRED -> 1;
                case OPTIONAL -> random.nextDouble() < nulls ? 0 : 1;
                case REPEATED -> random.nextInt(5) == 0 ? random.nextInt(12) : random.nextInt(3);
            };
            for (int i = 0; i < occurrences; i++) {
                if (field.isPrimitive()) {
                    add(group, field.getName(), field.asPrimitiveType(), random.nextInt(distinct));
                } else {
                    fill(group.addGroup(field.getName()), field.asGroupType(), random, nulls, distinct);
                }
            }
        }
    }

    private static void add(Group group, String name, PrimitiveType type, int value) {
        switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> group.add(name, value % 2 == 0);
            case INT32 -> group.add(name, value);
            case INT64 -> group.add(name, value * 5_000_000_000L);
            case FLOAT -> group.add(name, value * 0.5f);
            case DOUBLE -> group.add(name, value / 3.0);
            case BINARY -> group.add(name, "v".repeat(value % 20) + value);
            case INT96 -> group.add(name, bytes(12, value));
            case FIXED_LEN_BYTE_ARRAY -> group.add(name, bytes(type.getTypeLength(), value));
        }
    }

    private static Binary bytes(int length, int value) {
        byte[] bytes = new byte[length];
        new Random(value).nextBytes(bytes);
        return Binary.fromConstantByteArray(bytes);
    }
}
