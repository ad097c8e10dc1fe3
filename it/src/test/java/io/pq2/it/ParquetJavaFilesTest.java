package io.pq2.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.pq2.metadata.CompressionCodec;
import io.pq2.write.DataPageVersion;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Writes random rows of every type with parquet-java, rewrites them with pq2, and checks that parquet-java reads the
 * same bits.
 */
class ParquetJavaFilesTest {

    private static final MessageType ALL_TYPES = MessageTypeParser.parseMessageType("""
            message all_types {
              required boolean required_boolean;
              optional boolean optional_boolean;
              required int32 required_int32 = 1;
              optional int32 optional_int32 = 2;
              optional int32 int8 (INTEGER(8,true));
              optional int32 int16 (INTEGER(16,true));
              optional int32 int32 (INTEGER(32,true));
              optional int32 uint8 (INTEGER(8,false));
              optional int32 uint16 (INTEGER(16,false));
              optional int32 uint32 (INTEGER(32,false));
              required int64 required_int64;
              optional int64 int64 (INTEGER(64,true));
              optional int64 uint64 (INTEGER(64,false));
              required int96 required_int96;
              optional int96 optional_int96;
              required float required_float;
              optional float optional_float;
              required double required_double;
              optional double optional_double;
              required binary required_binary;
              optional binary string (STRING);
              optional binary enumeration (ENUM);
              optional binary json (JSON);
              optional binary bson (BSON);
              required fixed_len_byte_array(1) required_fixed;
              optional fixed_len_byte_array(7) optional_fixed;
              optional fixed_len_byte_array(16) uuid (UUID);
              optional fixed_len_byte_array(2) float16 (FLOAT16);
              optional fixed_len_byte_array(12) interval (INTERVAL);
              optional int32 decimal_int32 (DECIMAL(9,2));
              optional int64 decimal_int64 (DECIMAL(18,0));
              optional fixed_len_byte_array(9) decimal_fixed (DECIMAL(20,5));
              optional binary decimal_binary (DECIMAL(19,3));
              optional int32 date (DATE);
              optional int32 time_millis (TIME(MILLIS,true));
              optional int64 time_micros (TIME(MICROS,false));
              optional int64 time_nanos (TIME(NANOS,true));
              optional int64 timestamp_millis (TIMESTAMP(MILLIS,true));
              optional int64 timestamp_micros (TIMESTAMP(MICROS,false));
              optional int64 timestamp_nanos (TIMESTAMP(NANOS,true));
            }
            """);

    private static final MessageType NESTED = MessageTypeParser.parseMessageType("""
            message nested {
              required group required_group {
                optional int32 a;
                required group b {
                  required binary c (STRING);
                }
              }
              optional group optional_group {
                required int64 a;
                optional group b {
                  optional double c;
                  repeated boolean d;
                }
              }
              optional group list (LIST) {
                repeated group list {
                  optional int32 element;
                }
              }
              required group list_of_lists (LIST) {
                repeated group list {
                  optional group element (LIST) {
                    repeated group list {
                      required binary element (STRING);
                    }
                  }
                }
              }
              optional group list_of_groups (LIST) {
                repeated group list {
                  required group element {
                    optional int96 x;
                    optional group y (LIST) {
                      repeated group list {
                        optional fixed_len_byte_array(3) element;
                      }
                    }
                  }
                }
              }
              optional group map (MAP) {
                repeated group key_value {
                  required binary key (STRING);
                  optional int32 value;
                }
              }
              optional group map_of_maps (MAP) {
                repeated group key_value {
                  required int32 key;
                  optional group value (MAP) {
                    repeated group key_value {
                      required int64 key;
                      optional group value {
                        optional boolean flag;
                        repeated float floats;
                      }
                    }
                  }
                }
              }
              optional group set (MAP) {
                repeated group key_value {
                  required binary key (STRING);
                }
              }
              repeated int32 bare;
              repeated group bare_group {
                required int32 a;
                repeated binary b;
              }
              optional group two_levels (LIST) {
                repeated int32 array;
              }
              optional group two_levels_of_groups (LIST) {
                repeated group array {
                  optional int32 only;
                }
              }
              optional group legacy_map (MAP_KEY_VALUE) {
                repeated group map {
                  required binary key (STRING);
                  optional double value;
                }
              }
            }
            """);

    private static final int ROWS = 3000;

    @TempDir
    Path directory;

    static List<MessageType> schemas() {
        return List.of(ALL_TYPES, NESTED);
    }

    private void copy(MessageType schema, WriteOptions options, int rows, long seed) throws IOException {
        Path original = directory.resolve("parquet-java.parquet");
        Path copy = directory.resolve("pq2.parquet");
        List<Group> groups = Groups.random(schema, rows, new Random(seed));
        Groups.write(original, schema, groups);
        Rewriting.rewrite(original, copy, options);
        List<Group> found = Groups.read(copy);
        assertThat(found).hasSize(rows);
        for (int row = 0; row < rows; row++) {
            assertThat(Groups.text(found.get(row))).as("row %d", row).isEqualTo(Groups.text(groups.get(row)));
        }
        if (rows > 0) {
            assertThat(found.get(0).getType()).isEqualTo(schema);
        }
    }

    private static WriteOptions.Builder smallParts() {
        return WriteOptions.builder()
                .rowGroupRows(1100)
                .pageRows(170)
                .pageBytes(2 << 10)
                .dictionaryBytes(4 << 10);
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void copiesEachTypeAsVersionOne(MessageType schema) throws IOException {
        copy(schema, smallParts().dataPageVersion(DataPageVersion.V1).build(), ROWS, 1);
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void copiesEachTypeAsVersionTwo(MessageType schema) throws IOException {
        copy(schema, smallParts().dataPageVersion(DataPageVersion.V2).build(), ROWS, 2);
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void copiesEachTypeWithoutDictionaries(MessageType schema) throws IOException {
        copy(schema, smallParts().dictionary(false).build(), ROWS, 3);
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void copiesEachTypeInOnePiece(MessageType schema) throws IOException {
        copy(schema, WriteOptions.DEFAULT, ROWS, 4);
    }

    @ParameterizedTest
    @EnumSource(
            value = CompressionCodec.class,
            names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD"})
    void copiesWithEachCodec(CompressionCodec codec) throws IOException {
        for (DataPageVersion version : DataPageVersion.values()) {
            WriteOptions options =
                    smallParts().codec(codec).dataPageVersion(version).build();
            copy(NESTED, options, 500, 5);
            directory.resolve("parquet-java.parquet").toFile().delete();
            directory.resolve("pq2.parquet").toFile().delete();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 63, 64, 65})
    void copiesFilesOfFewRows(int rows) throws IOException {
        copy(NESTED, WriteOptions.DEFAULT, rows, 6);
    }

    @Test
    void duckDbReadsTheSameFromFilesOfPq2AndParquetJava() throws IOException, SQLException {
        Path original = directory.resolve("parquet-java.parquet");
        Path copy = directory.resolve("pq2.parquet");
        MessageType schema = MessageTypeParser.parseMessageType("""
                message seen_by_all {
                  required int32 a;
                  optional binary b (STRING);
                  optional double c;
                  optional group list_of_groups (LIST) {
                    repeated group list {
                      optional group element {
                        optional int64 x;
                        optional group y (LIST) {
                          repeated group list {
                            optional boolean element;
                          }
                        }
                      }
                    }
                  }
                  repeated int32 bare;
                  optional group two_levels (LIST) {
                    repeated float array;
                  }
                }
                """);
        Groups.write(original, schema, Groups.random(schema, ROWS, new Random(7)));
        Rewriting.rewrite(original, copy, smallParts().build());
        try (DuckDb duckDb = new DuckDb()) {
            duckDb.assertSame(copy, original);
        }
    }
}
