package io.pq2.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pq2.exception.CorruptFileException;
import io.pq2.exception.InvalidDataException;
import io.pq2.exception.UnsupportedFeatureException;
import io.pq2.io.MemoryInputFile;
import io.pq2.io.MemoryOutputFile;
import io.pq2.metadata.ColumnMetaData;
import io.pq2.metadata.Encoding;
import io.pq2.read.ParquetFile;
import io.pq2.record.RecordValue;
import io.pq2.record.RecordWriter;
import io.pq2.record.RowReader;
import io.pq2.schema.Schema;
import io.pq2.schema.SchemaText;
import io.pq2.write.BloomFilterOptions;
import io.pq2.write.WriteOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ShreddedWritingTest {

    @Property(tries = 120)
    void variantsAreReadAsWritten(@ForAll long seed) throws IOException {
        List<Variant> variants = VariantFiles.random(seed, 30);
        ShreddedType type = randomType(variants, seed);
        VariantShredding shredding = VariantShredding.of(type).withKeepNumberTypes(true);
        MemoryInputFile file = VariantFiles.write(variants, shredding);
        assertThat(VariantFiles.read(file)).isEqualTo(variants);
        ShreddedShapes.check(file);
    }

    @Property(tries = 80)
    void numbersKeepTheirValue(@ForAll long seed) throws IOException {
        List<Variant> variants = VariantFiles.random(seed, 30);
        MemoryInputFile file = VariantFiles.write(variants, VariantShredding.of(randomType(variants, seed)));
        assertEqualNumbers(VariantFiles.read(file), variants);
        ShreddedShapes.check(file);
    }

    @Property(tries = 80)
    void inferredTypesReadAsWritten(@ForAll long seed) throws IOException {
        List<Variant> variants = VariantFiles.random(seed, 40);
        Random random = new Random(seed);
        VariantShredding shredding = VariantShredding.INFERRED
                .withSampleRows(1 + random.nextInt(50))
                .withMaxDepth(random.nextInt(6))
                .withMaxColumns(1 + random.nextInt(100));
        MemoryInputFile file = VariantFiles.write(variants, shredding);
        assertEqualNumbers(VariantFiles.read(file), variants);
        ShreddedShapes.check(file);
        MemoryInputFile kept = VariantFiles.write(variants, shredding.withKeepNumberTypes(true));
        assertThat(VariantFiles.read(kept)).isEqualTo(variants);
    }

    private static ShreddedType randomType(List<Variant> variants, long seed) {
        Variant sample = variants.get(variants.get(0) == null ? 1 : 0);
        return new RandomShreddedTypes(seed).like(sample, 4);
    }

    /** Asserts that variants are equal, apart from the types of equal exact numbers. */
    static void assertEqualNumbers(List<Variant> found, List<Variant> expected) {
        assertThat(found.stream().map(ShreddedWritingTest::normalized).toList())
                .usingRecursiveComparison()
                .isEqualTo(
                        expected.stream().map(ShreddedWritingTest::normalized).toList());
    }

    /** Returns a tree in which exact numbers of equal value are equal. */
    private static Object normalized(Variant variant) {
        return variant == null ? "missing" : normalized(RandomVariants.read(variant));
    }

    private static Object normalized(Object tree) {
        if (tree instanceof Map<?, ?> object) {
            List<Object> fields = new ArrayList<>();
            object.forEach((name, value) -> fields.add(List.of(name, normalized(value))));
            return fields;
        } else if (tree instanceof List<?> array) {
            List<Object> elements = new ArrayList<>();
            array.forEach(element -> elements.add(normalized(element)));
            return elements;
        } else if (tree instanceof Byte || tree instanceof Short || tree instanceof Integer || tree instanceof Long) {
            return normalized(BigDecimal.valueOf(((Number) tree).longValue()));
        }
        return tree instanceof BigDecimal number ? number.stripTrailingZeros().toPlainString() : tree;
    }

    @Test
    void columnsAreThoseOfTheSpecification() throws IOException {
        ShreddedType type = ShreddedType.parse("{event_type: string, event_ts: timestamp, tags: [string], any: variant,"
                + " location: {latitude: double, \"a b\": [variant]}, n: int8, p: decimal(9, 2), u: uuid}");
        MemoryInputFile file = VariantFiles.write(List.of(), VariantShredding.of(type));
        assertThat(SchemaText.write(VariantFiles.schema(file))).isEqualTo(SchemaText.write(SchemaText.parse("""
                message row {
                  optional group v (VARIANT(1)) {
                    required binary metadata;
                    optional binary value;
                    optional group typed_value {
                      required group event_type { optional binary value; optional binary typed_value (STRING); }
                      required group event_ts {
                        optional binary value;
                        optional int64 typed_value (TIMESTAMP(MICROS,true));
                      }
                      required group tags {
                        optional binary value;
                        optional group typed_value (LIST) {
                          repeated group list {
                            required group element { optional binary value; optional binary typed_value (STRING); }
                          }
                        }
                      }
                      required group any { optional binary value; }
                      required group location {
                        optional binary value;
                        optional group typed_value {
                          required group latitude { optional binary value; optional double typed_value; }
                          required group "a b" {
                            optional binary value;
                            optional group typed_value (LIST) {
                              repeated group list {
                                required group element { required binary value; }
                              }
                            }
                          }
                        }
                      }
                      required group n { optional binary value; optional int32 typed_value (INTEGER(8,true)); }
                      required group p { optional binary value; optional int32 typed_value (DECIMAL(9,2)); }
                      required group u {
                        optional binary value;
                        optional fixed_len_byte_array(16) typed_value (UUID);
                      }
                    }
                  }
                }""")));
        assertThat(ShreddedType.parse(type.toString())).isEqualTo(type);
    }

    @Test
    void shreddedColumnsHaveDictionariesStatisticsIndexesAndBloomFilters() throws IOException {
        List<Variant> variants = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            variants.add(Variant.parseJson("{\"kind\": \"k" + i % 5 + "\", \"id\": " + i + "}"));
        }
        WriteOptions options = WriteOptions.builder()
                .variantShredding(VariantShredding.INFERRED)
                .bloomFilter("v.typed_value.id.typed_value", BloomFilterOptions.ON)
                .build();
        MemoryInputFile file = VariantFiles.write(variants, options);
        try (ParquetFile parquet = ParquetFile.open(file)) {
            Map<String, ColumnMetaData> columns = new java.util.HashMap<>();
            parquet.metadata().rowGroups().get(0).columns().forEach(chunk -> {
                columns.put(String.join(".", chunk.metadata().pathInSchema()), chunk.metadata());
                assertThat(chunk.offsetIndexOffset()).isNotNull();
                assertThat(chunk.columnIndexOffset()).isNotNull();
            });
            ColumnMetaData kind = columns.get("v.typed_value.kind.typed_value");
            assertThat(kind.encodings()).contains(Encoding.RLE_DICTIONARY);
            assertThat(kind.statistics().minValue()).isEqualTo("k0".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            assertThat(columns.get("v.typed_value.id.typed_value").bloomFilterOffset())
                    .isNotNull();
            assertThat(columns.get("v.typed_value.id.value").statistics().nullCount())
                    .isEqualTo(2_000);
            assertThat(columns.get("v.value").statistics().nullCount()).isEqualTo(2_000);
        }
    }

    @Test
    void variantsInStructsListsAndMapsAreShredded() throws IOException {
        Schema schema = SchemaText.parse("""
                message row {
                  optional group s {
                    required int32 id;
                    optional group v (VARIANT(1)) { required binary value; required binary metadata; }
                  }
                  optional group l (LIST) {
                    repeated group list {
                      optional group element (VARIANT(1)) { required binary metadata; required binary value; }
                    }
                  }
                  optional group m (MAP) {
                    repeated group key_value {
                      required binary key (STRING);
                      optional group value (VARIANT(1)) { required binary metadata; required binary value; }
                    }
                  }
                }""");
        List<Variant> variants = VariantFiles.random(4, 300);
        MemoryOutputFile output = new MemoryOutputFile("nested");
        WriteOptions options = WriteOptions.builder()
                .variantShredding(VariantShredding.of(ShreddedType.parse("{a: string, b: [variant]}")))
                .variantShredding("s.v", VariantShredding.of(ShreddedType.parse("string")))
                .build();
        try (RecordWriter writer = RecordWriter.create(output, schema, options)) {
            for (int i = 0; i < variants.size(); i++) {
                RecordValue row = writer.record();
                if (i % 5 > 0) {
                    row.struct("s").setInt("id", i).set("v", variants.get(i));
                }
                if (i % 3 > 0) {
                    row.set("l", java.util.Arrays.asList(variants.get(i), null, variants.get(i / 2)));
                }
                if (i % 4 > 0) {
                    Map<String, Variant> map = new java.util.HashMap<>();
                    map.put("k", variants.get(i));
                    row.set("m", map);
                }
                writer.write(row);
            }
        }
        MemoryInputFile file = new MemoryInputFile("nested", output.bytes());
        assertThat(VariantFiles.schema(file).column(List.of("s", "v", "typed_value")))
                .isNotNull();
        for (String path : List.of("l.list.element", "m.key_value.value")) {
            List<String> column = new ArrayList<>(List.of(path.split("\\.")));
            column.addAll(List.of("typed_value", "a", "typed_value"));
            assertThat(VariantFiles.schema(file).column(column)).isNotNull();
        }
        try (ParquetFile parquet = ParquetFile.open(file);
                RowReader rows = new RowReader(parquet.scan().open())) {
            for (int i = 0; rows.next(); i++) {
                assertThat(rows.row().isNull("s")).isEqualTo(i % 5 == 0);
                if (i % 5 > 0) {
                    assertThat(rows.row().getStruct("s").getVariant("v")).isEqualTo(variants.get(i));
                }
                if (i % 3 > 0) {
                    assertThat(rows.row().getList("l").size()).isEqualTo(3);
                    assertThat(rows.row().getList("l").getVariant(0)).isEqualTo(variants.get(i));
                    assertThat(rows.row().getList("l").isNull(1)).isTrue();
                    assertThat(rows.row().getList("l").getVariant(2)).isEqualTo(variants.get(i / 2));
                }
                if (i % 4 > 0) {
                    assertThat(rows.row().getMap("m").values().getVariant(0)).isEqualTo(variants.get(i));
                }
            }
        }
    }

    @Test
    void rowsOfShreddedVariantsAreCopiedWithTheirColumnsOrWithout() throws IOException {
        List<Variant> variants = VariantFiles.random(8, 100);
        MemoryInputFile file = VariantFiles.write(
                variants, VariantShredding.INFERRED.withSampleRows(10).withKeepNumberTypes(true));
        for (Schema schema : List.of(VariantFiles.schema(file), VariantFiles.SCHEMA)) {
            MemoryOutputFile output = new MemoryOutputFile("copy");
            try (ParquetFile parquet = ParquetFile.open(file);
                    RowReader rows = new RowReader(parquet.scan().open());
                    RecordWriter writer = RecordWriter.create(output, schema, WriteOptions.DEFAULT)) {
                while (rows.next()) {
                    writer.write(writer.record().copy(rows.row()));
                }
            }
            MemoryInputFile copy = new MemoryInputFile("copy", output.bytes());
            assertThat(VariantFiles.schema(copy)).isEqualTo(schema);
            assertThat(VariantFiles.read(copy)).isEqualTo(variants);
        }
    }

    @Test
    void invalidVariantsAreRefused() throws IOException {
        byte[] names = VariantMetadata.of(
                        Variant.parseJson("{\"a\": 1, \"b\": 2}").metadata().toByteArray())
                .toByteArray();
        byte[] twice = {2, 2, 0, 0, 0, 2, 4, 12, 1, 12, 2};
        byte[] overlapping = {2, 2, 0, 1, 0, 0, 2, 12, 1};
        byte[] noSuchName = {2, 1, 7, 0, 2, 12, 1};
        for (byte[] value : List.of(twice, overlapping, noSuchName)) {
            Variant variant = Variant.of(names, value);
            assertThatThrownBy(() ->
                            VariantFiles.write(List.of(variant), VariantShredding.of(ShreddedType.parse("{a: int8}"))))
                    .isInstanceOf(InvalidDataException.class)
                    .hasMessageContaining("column v: value 0 of the batch: VARIANT");
        }
    }

    /** Each exception is an {@link InvalidDataException}, and what was written is read or reported as damaged. */
    @Property(tries = 400)
    void damagedVariantsAreWrittenOrRefused(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        Variant variant = VariantFiles.random(seed, 1).get(0);
        byte[] metadata = damaged(variant.metadata().toByteArray(), random);
        byte[] value = damaged(variant.toByteArray(), random);
        ShreddedType type = new RandomShreddedTypes(seed).like(variant, 4);
        VariantShredding shredding = random.nextBoolean() ? VariantShredding.of(type) : VariantShredding.INFERRED;
        MemoryOutputFile output = new MemoryOutputFile("damaged");
        try (RecordWriter writer = RecordWriter.create(
                output,
                VariantFiles.SCHEMA,
                WriteOptions.builder().variantShredding(shredding).build())) {
            RecordValue row = writer.record();
            row.struct("v").setBinary("metadata", metadata).setBinary("value", value);
            writer.write(row);
        } catch (InvalidDataException e) {
            assertThat(e).hasMessageContaining("column v");
            return;
        }
        try {
            VariantFiles.read(new MemoryInputFile("damaged", output.bytes()))
                    .get(0)
                    .toJson();
        } catch (CorruptFileException | UnsupportedFeatureException e) {
            assertThat(e).hasMessageContaining("VARIANT");
        }
    }

    private static byte[] damaged(byte[] bytes, Random random) {
        byte[] copy = java.util.Arrays.copyOf(
                bytes, random.nextInt(6) == 0 ? random.nextInt(bytes.length + 1) : bytes.length);
        for (int i = random.nextInt(3); i > 0 && copy.length > 0; i--) {
            copy[random.nextInt(Math.min(copy.length, 40))] = (byte) random.nextInt();
        }
        return copy;
    }

    @Test
    void variantsAsKeysOfMapsAreNotShredded() throws IOException {
        Schema schema = SchemaText.parse("""
                message row {
                  optional group m (MAP) {
                    repeated group key_value {
                      required group key (VARIANT(1)) { required binary metadata; required binary value; }
                      optional int32 value;
                    }
                  }
                }""");
        MemoryOutputFile output = new MemoryOutputFile("keys");
        WriteOptions options = WriteOptions.builder()
                .variantShredding(VariantShredding.of(ShreddedType.parse("int8")))
                .build();
        RecordWriter.create(output, schema, options).close();
        assertThat(VariantFiles.schema(new MemoryInputFile("keys", output.bytes())))
                .isEqualTo(schema);
    }

    @Test
    void optionsMustNameVariants() {
        assertThatThrownBy(() -> VariantFiles.write(
                        List.of(),
                        WriteOptions.builder()
                                .variantShredding("w", VariantShredding.INFERRED)
                                .build()))
                .isInstanceOf(InvalidDataException.class)
                .hasMessage("option variantShredding names w, which is no unshredded variant of the schema;"
                        + " variants are [v]");
    }
}
